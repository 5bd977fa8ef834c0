import { Menu } from "@base-ui/react/menu";
import { type RefObject, useRef } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icons.tsx";
import type { MenuAction, MenuRadio, MenuEntry, MenuLink } from "./menu.tsx";
import styles from "./menu.module.css";

interface MenuPopupProps {
  /** A button, or an element that stays when its button unmounts. */
  readonly anchor:
    | RefObject<HTMLElement | null>
    | { readonly getBoundingClientRect: () => DOMRect };
  readonly finalFocus: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly entries: () => readonly MenuEntry[];
  readonly align: "start" | "end";
  readonly side: "top" | "bottom";
}

export default function MenuPopup({
  anchor,
  finalFocus,
  open,
  onOpenChange,
  entries,
  align,
  side,
}: MenuPopupProps) {
  const selected = useRef<(() => void) | null>(null);
  // Runs the entry after the menu has closed: a dialog opened earlier would lose the focus to the closing menu.
  const runChosen = () => {
    const run = selected.current;
    selected.current = null;
    if (run !== null) requestAnimationFrame(run);
  };
  const choose = (run: () => void) => {
    selected.current = run;
  };
  return (
    <Menu.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) runChosen();
      }}
    >
      <Menu.Portal container={portalContainer(finalFocus.current)}>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={4}
          className={styles["positioner"]}
        >
          <Menu.Popup className={styles["popup"]} finalFocus={finalFocus}>
            {open &&
              entries().map((entry, position) => (
                <MenuItem key={entryKey(entry, position)} entry={entry} choose={choose} />
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Mounts the menu inside its landmark, or inside the dialog it belongs to. */
const portalContainer = (button: HTMLElement | null): HTMLElement =>
  button?.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("main") ?? document.body;

const entryKey = (entry: MenuEntry, position: number): string =>
  "label" in entry ? `${entry.label} ${position}` : String(position);

type RunAfterClose = (run: () => void) => void;

function MenuItem({ entry, choose }: { entry: MenuEntry; choose: RunAfterClose }) {
  switch (entry.kind) {
    case "rule":
      return <Menu.Separator className={styles["separator"]} />;
    case "head":
      return (
        <div className={styles["header"]}>
          <strong>{entry.title}</strong>
          <span>{entry.text}</span>
        </div>
      );
    case "choice":
      return <RadioItem entry={entry} />;
    case "link":
      return <LinkItem entry={entry} />;
    default:
      return <ActionItem entry={entry} choose={choose} />;
  }
}

function ActionItem({ entry, choose }: { entry: MenuAction; choose: RunAfterClose }) {
  const reason = entry.reason ?? null;
  return (
    <Menu.Item
      className={classNames(
        styles["item"],
        entry.tone === "danger" && styles["danger"],
        reason !== null && styles["disabled"],
      )}
      closeOnClick={reason === null}
      aria-disabled={reason !== null || undefined}
      label={entry.label}
      onClick={() => {
        if (reason === null) choose(entry.onSelect);
      }}
    >
      {entry.icon !== undefined && <Icon name={entry.icon} />}
      <span className={styles["texts"]}>
        {entry.label}
        {reason !== null && <span className={styles["reason"]}>{reason}</span>}
      </span>
    </Menu.Item>
  );
}

function LinkItem({ entry }: { entry: MenuLink }) {
  return (
    <Menu.LinkItem className={styles["item"]} closeOnClick label={entry.label} render={entry.link}>
      {entry.icon !== undefined && <Icon name={entry.icon} />}
      <span className={styles["texts"]}>
        {entry.label}
        {entry.description !== undefined && (
          <span className={styles["reason"]}>{entry.description}</span>
        )}
      </span>
      {entry.badge}
    </Menu.LinkItem>
  );
}

function RadioItem({ entry }: { entry: MenuRadio }) {
  return (
    <Menu.RadioGroup value={entry.value} onValueChange={entry.onChange}>
      <div className={styles["label"]}>{entry.label}</div>
      {entry.options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          className={styles["item"]}
          closeOnClick
        >
          <span className={styles["texts"]}>{option.label}</span>
          <Menu.RadioItemIndicator>
            <Icon name="check" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
