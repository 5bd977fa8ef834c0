import { Menu } from "@base-ui/react/menu";
import { type RefObject, useRef } from "react";
import { classes } from "./class-names.ts";
import { Icon } from "./icons.tsx";
import type { MenuAction, MenuChoice, MenuEntry, MenuLink } from "./menu.tsx";
import styles from "./menu.module.css";

interface MenuPopupProps {
  /** A button, or a place that stays when its button goes. */
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
  const chosen = useRef<(() => void) | null>(null);
  // A dialog that an entry opens would lose the focus to the menu that goes: so it is opened after that.
  const runChosen = () => {
    const run = chosen.current;
    chosen.current = null;
    if (run !== null) requestAnimationFrame(run);
  };
  const choose = (run: () => void) => {
    chosen.current = run;
  };
  return (
    <Menu.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) runChosen();
      }}
    >
      <Menu.Portal container={placeFor(finalFocus.current)}>
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
                <Entry key={keyOf(entry, position)} entry={entry} choose={choose} />
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Inside the part of the page it belongs to, so that it lies in a landmark, or in the dialog above. */
const placeFor = (button: HTMLElement | null): HTMLElement =>
  button?.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("main") ?? document.body;

const keyOf = (entry: MenuEntry, position: number): string =>
  "label" in entry ? `${entry.label} ${position}` : String(position);

type Choose = (run: () => void) => void;

function Entry({ entry, choose }: { entry: MenuEntry; choose: Choose }) {
  switch (entry.kind) {
    case "rule":
      return <Menu.Separator className={styles["rule"]} />;
    case "head":
      return (
        <div className={styles["head"]}>
          <strong>{entry.title}</strong>
          <span>{entry.text}</span>
        </div>
      );
    case "choice":
      return <Choice entry={entry} />;
    case "link":
      return <LinkItem entry={entry} />;
    default:
      return <ActionItem entry={entry} choose={choose} />;
  }
}

function ActionItem({ entry, choose }: { entry: MenuAction; choose: Choose }) {
  const reason = entry.reason ?? null;
  return (
    <Menu.Item
      className={classes(
        styles["item"],
        entry.tone === "danger" && styles["danger"],
        reason !== null && styles["stopped"],
      )}
      closeOnClick={reason === null}
      aria-disabled={reason !== null || undefined}
      label={entry.label}
      onClick={() => {
        if (reason === null) choose(entry.onSelect);
      }}
    >
      {entry.icon !== undefined && <Icon name={entry.icon} />}
      <span className={styles["words"]}>
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
      <span className={styles["words"]}>
        {entry.label}
        {entry.second !== undefined && <span className={styles["reason"]}>{entry.second}</span>}
      </span>
      {entry.badge}
    </Menu.LinkItem>
  );
}

function Choice({ entry }: { entry: MenuChoice }) {
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
          <span className={styles["words"]}>{option.label}</span>
          <Menu.RadioItemIndicator>
            <Icon name="check" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
