/** Rows in columns, as wide as the terminal is. */
import { displayWidth, fitted, printable } from "./printable.ts";

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly isNumber?: boolean;
  /** Of a cell as it is shown, when colours are on. */
  readonly paint?: (row: Row, shown: string) => string;
}

const gap = "  ";
/** A column that has to give way keeps at least this. */
const narrowest = 8;

export interface TableLooks {
  /** Null where nobody looks: then nothing is cut. */
  readonly columns: number | null;
  readonly bold: (text: string) => string;
}

export function tableText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { columns: room, bold }: TableLooks,
): string {
  const cells = rows.map((row) => columns.map(({ text }) => printable(text(row))));
  const widths = columns.map(({ title }, at) =>
    Math.max(displayWidth(title), ...cells.map((line) => displayWidth(line[at] ?? ""))),
  );
  if (room !== null) shrink(widths, room - gap.length * (columns.length - 1));
  const cell = (text: string, at: number) => {
    const shown = fitted(text, widths[at] ?? 0);
    const fill = " ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(shown)));
    return { shown, fill };
  };
  const lineOf = (texts: readonly string[], paint: (shown: string, at: number) => string) =>
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
    lineOf(cells[index] ?? [], (shown, at) => columns[at]?.paint?.(row, shown) ?? shown),
  );
  return [lineOf(titles, bold), ...lines].map((line) => `${line}\n`).join("");
}

/** Takes from the widest, one by one, until all have room or none can give more. */
function shrink(widths: number[], room: number): void {
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= narrowest) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
}

/** One thing: its names and values, one below the other. */
export function factsText(facts: readonly (readonly [string, string | null])[]): string {
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  const width = Math.max(0, ...known.map(([name]) => displayWidth(name)));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`).join("");
}
