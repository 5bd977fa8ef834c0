/** Tables that fit the width of the terminal. */
import { displayWidth, truncate, escapeUnprintable } from "./safe-text.ts";

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly isNumber?: boolean;
  /** Never truncated. Numbers are never truncated either. */
  readonly isNeverTruncated?: boolean;
  /** Left out if the table is too wide. */
  readonly isExtra?: boolean;
  /** Colors the text of a cell, if colors are enabled. */
  readonly paint?: (row: Row, text: string) => string;
}

const gap = "  ";
/** A shrunk column keeps at least this width. */
const minColumnWidth = 6;

export interface TableStyle {
  /** Width of the terminal; null if the output is no terminal, then nothing is truncated. */
  readonly columns: number | null;
  readonly bold: (text: string) => string;
}

export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  style: TableStyle,
): string {
  const { columns: maxWidth, bold } = style;
  const cells = rows.map((row) => columns.map(({ text }) => escapeUnprintable(text(row))));
  const widths = columns.map(({ title }, at) =>
    Math.max(displayWidth(title), ...cells.map((line) => displayWidth(line[at] ?? ""))),
  );
  const gaps = gap.length * (columns.length - 1);
  const totalWidth = widths.reduce((sum, width) => sum + width, gaps);
  const required = columns.filter(({ isExtra }) => isExtra !== true);
  if (maxWidth !== null && totalWidth > maxWidth && required.length < columns.length)
    return renderTable(required, rows, style);
  const shrinkable = columns.flatMap(({ isNumber, isNeverTruncated }, at) =>
    isNumber === true || isNeverTruncated === true ? [] : [at],
  );
  if (maxWidth !== null) shrink(widths, shrinkable, maxWidth - gaps);
  const cell = (text: string, at: number) => {
    const visible = truncate(text, widths[at] ?? 0);
    const fill = " ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(visible)));
    return { visible, fill };
  };
  const renderLine = (texts: readonly string[], paint: (visible: string, at: number) => string) =>
    texts
      .map((text, at) => {
        const { visible, fill } = cell(text, at);
        const painted = paint(visible, at);
        return columns[at]?.isNumber === true ? fill + painted : painted + fill;
      })
      .join(gap)
      .trimEnd();
  const titles = columns.map(({ title }) => title);
  const lines = rows.map((row, index) =>
    renderLine(cells[index] ?? [], (visible, at) => columns[at]?.paint?.(row, visible) ?? visible),
  );
  return [renderLine(titles, bold), ...lines].map((line) => `${line}\n`).join("");
}

/** Shrinks the widest shrinkable column step by step until the table fits or no column can shrink further. */
function shrink(widths: number[], shrinkable: readonly number[], maxWidth: number): void {
  const widthAt = (at: number) => widths[at] ?? 0;
  let over = widths.reduce((sum, width) => sum + width, 0) - maxWidth;
  while (over > 0) {
    const [widest] = shrinkable.toSorted((one, other) => widthAt(other) - widthAt(one));
    if (widest === undefined || widthAt(widest) <= minColumnWidth) return;
    widths[widest] = widthAt(widest) - 1;
    over -= 1;
  }
}

/** Details of one object: one line per name and value; null values are left out. */
export function renderDetails(entries: readonly (readonly [string, string | null])[]): string {
  const known = entries.filter((entry): entry is readonly [string, string] => entry[1] !== null);
  const width = Math.max(0, ...known.map(([name]) => displayWidth(name)));
  return known
    .map(([name, value]) => `${name.padEnd(width)}  ${escapeUnprintable(value)}\n`)
    .join("");
}
