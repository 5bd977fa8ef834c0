import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, for money and counts. */
  readonly end?: boolean;
  /** The sort key of this column in the API. */
  readonly sort?: string;
  /** Hidden until the user chooses it. */
  readonly isOptional?: boolean;
  /** The values of the column descend while the sort key ascends: an age by the time of creation. */
  readonly isSortReversed?: boolean;
  /**
   * Hidden when the table is too narrow: `first` below 1000 px, `second` below 900 px, `third` below 800 px of the
   * table's own width. Only for values that another page also shows.
   */
  readonly hides?: "first" | "second" | "third";
  /**
   * Place on a card, which replaces the row below 600 px of the table's own width: `beside` the name, in a line of
   * values `labeled` with the header, in a last line of `plain` values, or `hidden`. In a table without any of these,
   * each value has a line with its label.
   */
  readonly card?: "beside" | "labeled" | "plain" | "hidden";
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Renders the column's header; the default is its name. */
  readonly head?: (column: Column<Row>) => ReactNode;
  readonly sorted?: (column: Column<Row>) => "ascending" | "descending" | undefined;
  /** The menu at the end of a row, with its accessible name. */
  readonly menu?: { readonly label: string; readonly of: (row: Row) => ReactNode };
  /** Checkboxes before the rows, and the one in the header that selects all. */
  readonly select?: {
    readonly all: ReactNode;
    readonly of: (row: Row) => ReactNode;
    readonly isTicked: (row: Row) => boolean;
  };
  readonly busy?: boolean;
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  head,
  sorted,
  menu,
  select,
  busy = false,
}: TableProps<Row>) {
  return (
    <div className={styles["frame"]}>
      <table
        className={classNames(
          styles["table"],
          columns.length > 2 && styles["many"],
          columns.some(({ card }) => card !== undefined) && styles["compact"],
        )}
        aria-busy={busy || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {select !== undefined && <td className={styles["selectCell"]}>{select.all}</td>}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-hides={column.hides}
                className={classNames(column.end === true && styles["alignEnd"])}
                aria-sort={sorted?.(column)}
              >
                {head?.(column) ?? column.header}
              </th>
            ))}
            {menu !== undefined && (
              <th scope="col" className={styles["menu"]}>
                <span className="visually-hidden">{menu.label}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-ticked={select?.isTicked(row) === true || undefined}>
              {select !== undefined && <td className={styles["selectCell"]}>{select.of(row)}</td>}
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.header}
                  data-hides={column.hides}
                  data-card={column.card}
                  className={classNames(column.end === true && styles["alignEnd"])}
                >
                  {column.cell(row)}
                </td>
              ))}
              {menu !== undefined && <td className={styles["menu"]}>{menu.of(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The emphasized first cell of a row with a subtitle. */
export const NameCell = ({ children, subtitle }: { children: ReactNode; subtitle?: ReactNode }) => (
  <div className={styles["name"]}>
    <span translate="no">{children}</span>
    {subtitle !== undefined && <span className={styles["subtitle"]}>{subtitle}</span>}
  </div>
);

/** A value with a subtitle; `warning` colors the subtitle. */
export const StackedCell = ({
  children,
  subtitle,
  warning = false,
}: {
  children: ReactNode;
  subtitle?: ReactNode;
  warning?: boolean;
}) => (
  <div>
    <span>{children}</span>
    {subtitle !== undefined && subtitle !== null && (
      <span className={classNames(styles["subtitle"], warning && styles["attention"])}>
        {subtitle}
      </span>
    )}
  </div>
);

export const Mono = ({ children }: { children: ReactNode }) => (
  <span className={styles["mono"]} translate="no">
    {children}
  </span>
);

/** Stands in a table for a value that a row does not have; a card leaves it out of its plain values. */
export const NoValue = () => <span className={styles["noValue"]}>–</span>;

/** An amount of money, excluded from browser translation. */
export const Amount = ({ children }: { children: string }) => (
  <span translate="no">{children}</span>
);

export { styles as tableStyles };
