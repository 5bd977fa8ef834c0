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

test("columns stand below each other, numbers by their last digit, also of wide letters", () => {
  expect(renderTable(columns, rows, plain)).toBe(
    ["NAME        COST", "東京     US$1.00", "web-1  US$100.00", ""].join("\n"),
  );
});

test("on a terminal the widest column gives way; into a file nothing is cut", () => {
  const long = [{ name: "x".repeat(90), cost: "US$1.00" }];
  expect(renderTable(columns, long, plain)).toContain("x".repeat(90));
  for (const room of [20, 40, 80]) {
    const lines = renderTable(columns, long, { ...plain, columns: room }).split("\n");
    expect(Math.max(...lines.map(displayWidth))).toBe(room);
    expect(lines[1]).toContain("…");
    expect(lines[1]).toContain("US$1.00");
  }
});

test("an amount, and what is of no use when cut, is never cut, however narrow it is", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const address = { title: "IP", text: () => "198.51.100.100", staysWhole: true };
  const text = renderTable([name, address, cost], rows, { ...plain, columns: 10 });
  expect(text).toContain("198.51.100.100  US$100.00");
  const long = [{ name: "a-name-that-is-long", cost: "US$1,234.56" }];
  expect(renderTable([name, address, cost], long, { ...plain, columns: 10 })).toContain(
    "a-nam…  198.51.100.100  US$1,234.56",
  );
});

test("what is least needed is left out before anything is cut", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const extra = { title: "PROJECT", text: () => "Rendering", isExtra: true };
  const text = (room: number | null) =>
    renderTable([name, extra, cost], rows, { ...plain, columns: room });
  expect(text(27)).toBe(text(null));
  expect(text(26)).toBe(renderTable(columns, rows, plain));
});

test("a colour takes no room", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const painted = [{ ...name, paint: (_: Row, shown: string) => `<${shown}>` }, cost];
  expect(renderTable(painted, rows, plain)).toContain("<web-1>  US$100.00");
});

test("facts leave out what is not known, and keep to their lines", () => {
  const text = renderDetails([
    ["Name", "a\nb"],
    ["Address", null],
    ["Since", "now"],
  ]);
  expect(text).toBe("Name   a\uFFFDb\nSince  now\n");
});
