/** Selection of several rows of a list; only visible rows can be selected. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { RowCheckbox } from "../ui/row-checkbox.tsx";
import styles from "./row-selection.module.css";

interface SelectionOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
}

/** Rows that leave the list through a filter, a page change or an update also leave the selection. */
export function useRowSelection<Row>({ rows, rowKey, nameOf }: SelectionOptions<Row>) {
  const { t } = useLingui();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const allBox = useRef<HTMLInputElement>(null);
  const selected = rows.filter((row) => ticked.has(rowKey(row)));
  if (selected.length < ticked.size) setTicked(new Set(selected.map(rowKey)));
  const isAll = rows.length > 0 && selected.length === rows.length;
  const tick = (row: Row, on: boolean) => {
    const next = new Set(ticked);
    if (on) next.add(rowKey(row));
    else next.delete(rowKey(row));
    setTicked(next);
  };
  const tickAll = (on: boolean) => setTicked(new Set(on ? rows.map(rowKey) : []));
  return {
    chosen: selected,
    shown: rows.length,
    tickAll,
    clear: () => {
      setTicked(new Set());
      // The clicked button unmounts with its bar, so focus moves to the checkbox of all rows.
      allBox.current?.focus();
    },
    column: {
      all: (
        <RowCheckbox
          boxRef={allBox}
          label={t`Select all items on this page`}
          checked={isAll}
          indeterminate={selected.length > 0}
          onChange={tickAll}
        />
      ),
      of: (row: Row) => (
        <RowCheckbox
          label={t`Select ${nameOf(row)}`}
          checked={ticked.has(rowKey(row))}
          onChange={(on) => tick(row, on)}
        />
      ),
      isTicked: (row: Row) => ticked.has(rowKey(row)),
    },
  };
}

/** Actions for the selected rows; sticks to the lower edge of the window. */
export function SelectionBar({
  selection: { chosen: selected, shown, tickAll: selectAll, clear },
  children,
}: {
  selection: Pick<
    ReturnType<typeof useRowSelection<unknown>>,
    "chosen" | "shown" | "tickAll" | "clear"
  >;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const count = selected.length;
  return (
    <div className={styles["anchor"]}>
      <span className="visually-hidden" aria-live="polite">
        {count > 0 && <Plural value={count} one="# item selected" other="# items selected" />}
      </span>
      {count > 0 && (
        <section className={styles["bar"]} aria-label={t`Selected items`}>
          <strong>
            <Plural value={count} one="# selected" other="# selected" />
          </strong>
          <div className={styles["actions"]}>{children}</div>
          <div className={styles["remaining"]}>
            {count < shown && (
              <Button tone="subtle" onClick={() => selectAll(true)}>
                <Trans>Select all {shown}</Trans>
              </Button>
            )}
            <Button tone="subtle" onClick={clear}>
              <Trans>Clear selection</Trans>
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
