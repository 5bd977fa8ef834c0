import { orderField, nextOrder } from "./list-search-params.ts";
import { Icon } from "../ui/icons.tsx";
import { type Column, tableStyles } from "../ui/table.tsx";

export type AriaSort = "ascending" | "descending";

/** The order in which the values of the column ascend. */
const ascendingOrder = (sort: string, isReversed: boolean): string =>
  isReversed ? `-${sort}` : sort;

/** How the rows are sorted by this column; undefined when they are sorted by another. */
export function ariaSort<Row>(
  { sort, isSortReversed = false }: Column<Row>,
  order: string | undefined,
): AriaSort | undefined {
  if (sort === undefined || order === undefined || orderField(order) !== sort) return undefined;
  return order === ascendingOrder(sort, isSortReversed) ? "ascending" : "descending";
}

interface ColumnHeaderProps<Row> {
  readonly column: Column<Row>;
  /** The order in the URL. */
  readonly orderBy: string | undefined;
  /** The order of the list without one in the URL. */
  readonly defaultOrder: string | undefined;
  readonly onOrder: (orderBy: string | undefined) => void;
}

/** The header of a column: a button with the direction if the list can be sorted by it, otherwise its name. */
export function ColumnHeader<Row>({
  column,
  orderBy,
  defaultOrder,
  onOrder,
}: ColumnHeaderProps<Row>) {
  const { sort, isSortReversed = false } = column;
  if (sort === undefined) return column.header;
  const sorted = ariaSort(column, orderBy ?? defaultOrder);
  return (
    <button
      type="button"
      className={tableStyles["sort"]}
      data-sorted={sorted !== undefined}
      onClick={() =>
        onOrder(nextOrder(orderBy, ascendingOrder(sort, isSortReversed), defaultOrder))
      }
    >
      {column.header}
      <Icon
        name={sorted === undefined ? "updown" : sorted === "ascending" ? "up" : "down"}
        size={12}
      />
    </button>
  );
}
