/** Rows in columns, as wide as the terminal is. */
import { displayWidth, truncate, escapeUnprintable } from "./safe-text.ts";

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly isNumber?: boolean;
  /** Cut, it would be of no use; the same goes for numbers. */
  readonly staysWhole?: boolean;
  /** Left out where there is no room for all. */
  readonly isExtra?: boolean;
  /** Of a cell as it is shown, when colours are on. */
  readonly paint?: (row: Row, shown: string) => string;
}

const gap = "  ";
/** A column that has to give way keeps at least this. */
const minColumnWidth = 6;

export interface TableStyle {
  /** Null where nobody looks: then nothing is cut. */
  readonly columns: number | null;
  readonly bold: (text: string) => string;
}

export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  looks: TableStyle,
): string {
  const { columns: room, bold } = looks;
  const cells = rows.map((row) => columns.map(({ text }) => escapeUnprintable(text(row))));
  const widths = columns.map(({ title }, at) =>
    Math.max(displayWidth(title), ...cells.map((line) => displayWidth(line[at] ?? ""))),
  );
  const gaps = gap.length * (columns.length - 1);
  const whole = widths.reduce((sum, width) => sum + width, gaps);
  const stored = columns.filter(({ isExtra }) => isExtra !== true);
  if (room !== null && whole > room && stored.length < columns.length)
    return renderTable(stored, rows, looks);
  const giving = columns.flatMap(({ isNumber, staysWhole }, at) =>
    isNumber === true || staysWhole === true ? [] : [at],
  );
  if (room !== null) shrink(widths, giving, room - gaps);
  const cell = (text: string, at: number) => {
    const shown = truncate(text, widths[at] ?? 0);
    const fill = " ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(shown)));
    return { shown, fill };
  };
  const renderLine = (texts: readonly string[], paint: (shown: string, at: number) => string) =>
    texts
      .map((text, at) => {
        const { shown, fill } = cell(text, at);
        const painted = paint(shown, at);
        return columns[at]?.isNumber === true ? fill + painted : painted + fill;
      })
      .join(gap)
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  const lines = rows.map((row, index) =>
    renderLine(cells[index] ?? [], (shown, at) => columns[at]?.paint?.(row, shown) ?? shown),
  );
  return [renderLine(titles, bold), ...lines].map((line) => `${line}\n`).join("");
}

/** Takes from the widest that may give, one by one, until all have room or none can give more. */
function shrink(widths: number[], shrinkable: readonly number[], room: number): void {
  const widthAt = (at: number) => widths[at] ?? 0;
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const [widest] = shrinkable.toSorted((one, other) => widthAt(other) - widthAt(one));
    if (widest === undefined || widthAt(widest) <= minColumnWidth) return;
    widths[widest] = widthAt(widest) - 1;
    over -= 1;
  }
}

/** One thing: its names and values, one below the other. */
export function renderDetails(facts: readonly (readonly [string, string | null])[]): string {
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  const width = Math.max(0, ...known.map(([name]) => displayWidth(name)));
  return known
    .map(([name, value]) => `${name.padEnd(width)}  ${escapeUnprintable(value)}\n`)
    .join("");
}
