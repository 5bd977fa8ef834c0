import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Money and counts stand at the right. */
  readonly end?: boolean;
  /** The name under which the server sorts by this column. */
  readonly sort?: string;
  /**
   * Hidden when the table has too little room: `first` below 1000 px, `second` below 900 px, `third` below
   * 800 px of the table's own width. Cards show every column again. Only for facts that another page shows.
   */
  readonly hides?: "first" | "second" | "third";
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** What stands in a column's head; its name where not given. */
  readonly head?: (column: Column<Row>) => ReactNode;
  readonly sorted?: (column: Column<Row>) => "ascending" | "descending" | undefined;
  /** The menu at the end of a row, with its name for screen readers. */
  readonly menu?: { readonly label: string; readonly of: (row: Row) => ReactNode };
  /** Boxes before the rows, and the one above them that ticks all. */
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
        className={classNames(styles["table"], columns.length > 2 && styles["many"])}
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

/** The strong first cell of a row, its context under it. */
export const NameCell = ({ children, subtitle }: { children: ReactNode; subtitle?: ReactNode }) => (
  <div className={styles["name"]}>
    <span translate="no">{children}</span>
    {subtitle !== undefined && <span className={styles["subtitle"]}>{subtitle}</span>}
  </div>
);

/** A value and a quieter line under it; `attention` colours that line. */
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
    {children}
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

/** Money, which a browser that translates leaves as it is. */
export const Amount = ({ children }: { children: string }) => (
  <span translate="no">{children}</span>
);

export { styles as tableStyles };
