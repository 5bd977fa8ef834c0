import { Trans, useLingui } from "@lingui/react/macro";
import { useChangedColumns } from "../lib/browser/column-choice.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/filter-chip.tsx";
import { Icon } from "../ui/icons.tsx";
import type { Column } from "../ui/table.tsx";
import { CheckboxPopover } from "./checkbox-popover.tsx";
import styles from "./columns-button.module.css";

type ColumnState = Pick<Column<never>, "key" | "isOptional">;

const isShown = ({ key, isOptional = false }: ColumnState, changed: ReadonlySet<string>) =>
  changed.has(key) === isOptional;

/** The columns that the user shows. The first one, which names the row, is always among them. */
export function useShownColumns<Row>(
  listId: string,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const [changed] = useChangedColumns(listId);
  return columns.filter((column, position) => position === 0 || isShown(column, changed));
}

/** Chooses the columns of a list, except the first one. */
export function ColumnsButton<Row>({
  listId,
  columns,
}: {
  listId: string;
  columns: readonly Column<Row>[];
}) {
  const { t } = useLingui();
  const [changed, setChanged] = useChangedColumns(listId);
  const offered = columns.slice(1);
  const isChanged = offered.some(({ key }) => changed.has(key));
  const toggle = (key: string) => {
    const next = new Set(changed);
    if (!next.delete(key)) next.add(key);
    setChanged(next);
  };
  return (
    <span className={styles["end"]}>
      <CheckboxPopover
        label={t`Columns`}
        options={offered.map(({ key, header }) => ({ value: key, label: header }))}
        isChecked={(key) =>
          offered.some((column) => column.key === key && isShown(column, changed))
        }
        onToggle={toggle}
        footer={
          <div className={styles["footer"]}>
            <p>
              <Trans>Narrow windows show fewer columns.</Trans>
            </p>
            <Button tone="subtle" disabled={!isChanged} onClick={() => setChanged(new Set())}>
              <Trans>Reset columns</Trans>
            </Button>
          </div>
        }
      >
        {(trigger) => (
          <Chip {...trigger} on={isChanged}>
            <Icon name="sliders" />
            <Trans>Columns</Trans>
          </Chip>
        )}
      </CheckboxPopover>
    </span>
  );
}
