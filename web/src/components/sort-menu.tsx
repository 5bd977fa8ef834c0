import { useLingui } from "@lingui/react/macro";
import { Chip } from "../ui/filter-chip.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu } from "../ui/menu.tsx";
import type { Column } from "../ui/table.tsx";
import { ariaSort } from "./column-header.tsx";
import styles from "./sort-menu.module.css";

/** Sorts a list whose column headers are not visible, because its rows are cards. */
export function SortMenu<Row>({
  columns,
  order,
  onOrder,
}: {
  columns: readonly Column<Row>[];
  /** The current order, which may be the default one. */
  order: string | undefined;
  onOrder: (orderBy: string) => void;
}) {
  const { t } = useLingui();
  const sortable = columns.flatMap((column) =>
    column.sort === undefined ? [] : [{ column, sort: column.sort }],
  );
  const current = sortable.find(({ column }) => ariaSort(column, order) !== undefined);
  const direction = current === undefined ? undefined : ariaSort(current.column, order);
  const orderOf = (sort: string, isReversed: boolean, descending: boolean) =>
    isReversed === descending ? sort : `-${sort}`;
  if (sortable.length === 0) return null;
  return (
    <span className={styles["cardsOnly"]}>
      <Menu
        align="end"
        entries={() => [
          {
            kind: "choice",
            label: t`Sort by`,
            value: current?.sort ?? "",
            options: sortable.map(({ column, sort }) => ({ value: sort, label: column.header })),
            onChange: (next) => {
              const chosen = sortable.find(({ sort }) => sort === next);
              if (chosen !== undefined)
                onOrder(orderOf(next, chosen.column.isSortReversed === true, false));
            },
          },
          ...(current === undefined
            ? []
            : [
                { kind: "rule" } as const,
                {
                  kind: "choice",
                  label: t`Direction`,
                  value: direction ?? "",
                  options: [
                    { value: "ascending", label: t`Ascending` },
                    { value: "descending", label: t`Descending` },
                  ],
                  onChange: (next: string) =>
                    onOrder(
                      orderOf(
                        current.sort,
                        current.column.isSortReversed === true,
                        next === "descending",
                      ),
                    ),
                } as const,
              ]),
        ]}
      >
        {(trigger) => (
          <Chip {...trigger}>
            {t`Sort`}
            <Icon
              name={direction === undefined ? "updown" : direction === "ascending" ? "up" : "down"}
              size={14}
            />
          </Chip>
        )}
      </Menu>
    </span>
  );
}
