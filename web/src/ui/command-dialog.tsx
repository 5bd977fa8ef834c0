/**
 * A search field with grouped options below: a combobox whose list is always open. The active option is identified by
 * its id, so that it stays the same while other options change.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { isComposing, isPaletteShortcut } from "../lib/browser/keyboard.ts";
import styles from "./command-dialog.module.css";
import dialogStyles from "./dialog.module.css";
import { Icon, type IconName } from "./icons.tsx";
import { InsideDialog } from "./inside-dialog.ts";
import { useReturnFocus } from "./use-return-focus.ts";

export interface CommandOption {
  readonly id: string;
  readonly label: string;
  /** Context of the option, shown under its name. */
  readonly description?: string | null;
  readonly icon: IconName;
  /** Disabled reason; the option stays focusable, so that it can be read. */
  readonly reason?: string | null;
  /** Content at the end of the option's line. */
  readonly aside?: ReactNode;
}

export interface CommandGroup<O> {
  readonly label: string;
  readonly options: readonly O[];
}

interface CommandDialogProps<O> {
  readonly label: string;
  readonly placeholder: string;
  readonly closeLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly groups: readonly CommandGroup<O>[];
  /** Loading state, number of results, or the text for no results. */
  readonly status: ReactNode;
  readonly busy: boolean;
  readonly onChoose: (option: O) => "close" | "stay";
  /** Called after the dialog has closed and the focus is restored. */
  readonly onClosed: () => void;
  readonly foot: (active: O | null) => ReactNode;
}

export function CommandDialog<O extends CommandOption>(props: CommandDialogProps<O>) {
  const { groups, value } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useReturnFocus();
  const [open, setOpen] = useState(true);
  const [selected, setChosen] = useState<string | null>(null);
  const options = groups.flatMap((group) => group.options);
  const position = Math.max(
    0,
    options.findIndex((option) => option.id === selected),
  );
  const active = options[position] ?? null;
  const optionId = (option: O) => `${id}-${option.id}`;
  const list = useRef<HTMLDivElement>(null);
  const activeId = active === null ? undefined : optionId(active);

  useEffect(() => {
    if (position === 0) list.current?.scrollTo({ top: 0 });
    else if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId, position]);

  const choose = (option: O | null) => {
    if (option === null || (option.reason ?? null) !== null) return;
    if (props.onChoose(option) === "close") setOpen(false);
    else setChosen(null);
  };
  const places: Record<string, number> = {
    ArrowDown: (position + 1) % options.length,
    ArrowUp: (position - 1 + options.length) % options.length,
    Home: 0,
    End: options.length - 1,
  };
  const press = (event: KeyboardEvent) => {
    if (isPaletteShortcut(event.nativeEvent)) {
      event.preventDefault();
      setOpen(false);
      return;
    }
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
    // Enter and arrow keys belong to an active input method.
    if (!isPlain || isComposing(event.nativeEvent) || options.length === 0) return;
    const place = places[event.key];
    if (place === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (place === undefined) choose(active);
    else setChosen(options[place]?.id ?? null);
  };

  return (
    <Base.Root
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) props.onClosed();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={dialogStyles["backdrop"]} />
        <Base.Popup className={styles["popup"]} aria-label={props.label} initialFocus={input}>
          <div className={styles["field"]}>
            <Icon name="search" />
            <input
              ref={input}
              role="combobox"
              aria-label={props.label}
              aria-autocomplete="list"
              aria-expanded={options.length > 0}
              aria-controls={options.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={activeId}
              placeholder={props.placeholder}
              value={value}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              onChange={(event) => {
                setChosen(null);
                props.onChange(event.currentTarget.value);
              }}
              onKeyDown={press}
            />
            <Base.Close className={styles["close"]} aria-label={props.closeLabel}>
              <Icon name="close" />
            </Base.Close>
          </div>
          {options.length > 0 && (
            <div
              ref={list}
              id={`${id}-list`}
              role="listbox"
              aria-label={props.label}
              aria-busy={props.busy || undefined}
              className={styles["list"]}
            >
              {groups.map((group) => (
                // biome-ignore lint: a group of options is not a fieldset
                <div key={group.label} role="group" aria-label={group.label}>
                  <div className={styles["label"]} aria-hidden="true">
                    {group.label}
                  </div>
                  {group.options.map((option) => (
                    <CommandOptionRow
                      key={option.id}
                      id={optionId(option)}
                      option={option}
                      isActive={option === active}
                      onHighlight={() => setChosen(option.id)}
                      onSelect={() => choose(option)}
                    />
                  ))}
                </div>
              ))}
            </div>
          )}
          <p role="status" className={options.length > 0 ? "visually-hidden" : styles["status"]}>
            {props.status}
          </p>
          <InsideDialog value>{props.foot(active)}</InsideDialog>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Footer of the list: content for the active option. */
export const CommandFooter = ({ children }: { children: ReactNode }) => (
  <div className={styles["footer"]}>{children}</div>
);

export const CommandHints = ({ children }: { children: ReactNode }) => (
  <div className={styles["hints"]}>{children}</div>
);

function CommandOptionRow({
  id,
  option,
  isActive,
  onHighlight,
  onSelect,
}: {
  id: string;
  option: CommandOption;
  isActive: boolean;
  onHighlight: () => void;
  onSelect: () => void;
}) {
  const reason = option.reason ?? null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys and keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={reason !== null || undefined}
      className={styles["option"]}
      // A pointer that rests while the list moves must not select an option: the browser reports it as a move by 0.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) onHighlight();
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
    >
      <Icon name={option.icon} />
      <span className={styles["texts"]}>
        <span>{option.label}</span>
        {(option.description ?? null) !== null && <small>{option.description}</small>}
        {reason !== null && <small>{reason}</small>}
      </span>
      {option.aside}
    </div>
  );
}
