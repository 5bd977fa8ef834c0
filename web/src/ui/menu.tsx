/** A menu whose code is loaded on hover or focus of its button. */
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from "react";
import type { IconName } from "./icons.tsx";
import { lazyPart } from "../lib/browser/missing-code.ts";

export interface MenuAction {
  readonly kind?: "action";
  readonly label: string;
  readonly icon?: IconName;
  readonly tone?: "danger";
  /** Disabled reason, shown under the label; the item stays focusable. */
  readonly reason?: string | null;
  readonly onSelect: () => void;
}

export interface MenuLink {
  readonly kind: "link";
  readonly label: string;
  readonly description?: string;
  readonly icon?: IconName;
  /** A router link without content: `<Link to="…" />`. */
  readonly link: ReactElement<Record<string, unknown>>;
  readonly badge?: ReactNode;
}

export interface MenuRadio {
  readonly kind: "choice";
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export type MenuEntry =
  | MenuAction
  | MenuLink
  | MenuRadio
  | { readonly kind: "rule" }
  | { readonly kind: "head"; readonly title: string; readonly text: string };

export const loadMenu = () => import("./menu-popup.tsx");
export const MenuPopup = lazyPart(loadMenu);

/** The props that the menu's button needs. */
export interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onPointerDown: () => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: { key: string; preventDefault: () => void }) => void;
}

interface MenuProps {
  /** Evaluated when the menu opens, so that it reflects the current state. */
  readonly entries: () => readonly MenuEntry[];
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
  readonly children: (trigger: MenuTrigger) => ReactNode;
}

export function Menu({ entries, align = "end", side = "bottom", children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [requested, setWanted] = useState(false);
  const wasOpen = useRef(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      {children({
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        onPointerEnter: () => void loadMenu(),
        onFocus: () => void loadMenu(),
        // A click that closes an open menu must not reopen it.
        onPointerDown: () => {
          wasOpen.current = open;
        },
        onClick: () => {
          if (!wasOpen.current) show();
          wasOpen.current = false;
        },
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show();
        },
      })}
      {requested && (
        <Suspense>
          <MenuPopup
            anchor={button}
            finalFocus={button}
            open={open}
            onOpenChange={setOpen}
            entries={entries}
            align={align}
            side={side}
          />
        </Suspense>
      )}
    </>
  );
}
