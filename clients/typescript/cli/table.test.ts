import { expect, test } from "vitest";
import { displayWidth } from "./safe-text.ts";
import { type Column, renderDetails, renderTable } from "./table.ts";

interface Row {
  name: string;
  cost: string;
}
const columns: readonly Column<Row>[] = [
  { title: "NAME", text: ({ name }) => name },
  { title: "COST", text: ({ cost }) => cost, isNumber: true },
];
const plain = { columns: null, bold: (text: string) => text };
const rows = [
  { name: "東京", cost: "US$1.00" },
  { name: "web-1", cost: "US$100.00" },
];

test("aligns columns, numbers to the right, also with wide characters", () => {
  expect(renderTable(columns, rows, plain)).toBe(
    ["NAME        COST", "東京     US$1.00", "web-1  US$100.00", ""].join("\n"),
  );
});

test("shrinks the widest column on a terminal and truncates nothing in files", () => {
  const long = [{ name: "x".repeat(90), cost: "US$1.00" }];
  expect(renderTable(columns, long, plain)).toContain("x".repeat(90));
  for (const width of [20, 40, 80]) {
    const lines = renderTable(columns, long, { ...plain, columns: width }).split("\n");
    expect(Math.max(...lines.map(displayWidth))).toBe(width);
    expect(lines[1]).toContain("…");
    expect(lines[1]).toContain("US$1.00");
  }
});

test("never truncates numbers and columns marked as such", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const address = { title: "IP", text: () => "198.51.100.100", isNeverTruncated: true };
  const text = renderTable([name, address, cost], rows, { ...plain, columns: 10 });
  expect(text).toContain("198.51.100.100  US$100.00");
  const long = [{ name: "a-name-that-is-long", cost: "US$1,234.56" }];
  expect(renderTable([name, address, cost], long, { ...plain, columns: 10 })).toContain(
    "a-nam…  198.51.100.100  US$1,234.56",
  );
});

test("leaves out extra columns before it truncates", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const extra = { title: "PROJECT", text: () => "Rendering", isExtra: true };
  const text = (width: number | null) =>
    renderTable([name, extra, cost], rows, { ...plain, columns: width });
  expect(text(27)).toBe(text(null));
  expect(text(26)).toBe(renderTable(columns, rows, plain));
});

test("ignores color codes in the width", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const painted = [{ ...name, paint: (_: Row, text: string) => `<${text}>` }, cost];
  expect(renderTable(painted, rows, plain)).toContain("<web-1>  US$100.00");
});

test("details leave out null values and escape line breaks", () => {
  const text = renderDetails([
    ["Name", "a\nb"],
    ["Address", null],
    ["Since", "now"],
  ]);
  expect(text).toBe("Name   a\uFFFDb\nSince  now\n");
});
