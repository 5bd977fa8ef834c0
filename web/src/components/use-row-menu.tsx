import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { loadMenu, MenuPopup } from "../ui/menu.tsx";
import { usePageCode } from "./code-samples/page-code.ts";
import { codeOfEntries, type MenuEntryWithCode } from "./use-menu-code.ts";

interface RowMenuOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Name of the row. */
  readonly nameOf: (row: Row) => string;
  readonly entries: (row: Row) => readonly MenuEntryWithCode[];
}

/**
 * One menu for all rows of a list. It refers to its row by id, so it stays open and keeps its target while the list
 * is refetched or sorted, or loses that row.
 */
export function useRowMenu<Row>({ rows, rowKey, nameOf, entries }: RowMenuOptions<Row>) {
  const { t } = useLingui();
  usePageCode("row", () =>
    rows.map((row) => ({ item: nameOf(row), actions: codeOfEntries(entries(row)) })),
  );
  const [opened, setOpened] = useState<Row | null>(null);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const anchorRect = useRef<DOMRect | null>(null);
  const pressedOpen = useRef(false);

  const anchor = {
    getBoundingClientRect: () => {
      if (button.current?.isConnected === true)
        anchorRect.current = button.current.getBoundingClientRect();
      return anchorRect.current ?? new DOMRect();
    },
  };
  const show = (row: Row, from: HTMLButtonElement) => {
    button.current = from;
    anchorRect.current = from.getBoundingClientRect();
    setOpened(row);
    setOpen(true);
  };
  const isOpen = (row: Row) => open && opened !== null && rowKey(opened) === rowKey(row);

  const trigger = (row: Row): ReactNode => (
    <IconButton
      icon="dots"
      label={t`Actions for ${nameOf(row)}`}
      aria-haspopup="menu"
      aria-expanded={isOpen(row)}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onPointerDown={() => {
        pressedOpen.current = isOpen(row);
      }}
      onClick={(event) => {
        if (!pressedOpen.current) show(row, event.currentTarget);
        pressedOpen.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        show(row, event.currentTarget);
      }}
    />
  );

  const current =
    opened === null ? null : (rows.find((row) => rowKey(row) === rowKey(opened)) ?? opened);
  const popup = current !== null && (
    <Suspense>
      <MenuPopup
        anchor={anchor}
        finalFocus={button}
        open={open}
        onOpenChange={setOpen}
        entries={() => entries(current)}
        align="end"
        side="bottom"
      />
    </Suspense>
  );
  return { trigger, popup };
}
