import { expect, test } from "vitest";
import { displayWidth } from "./printable.ts";
import { type Column, factsText, tableText } from "./table.ts";

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
  expect(tableText(columns, rows, plain)).toBe(
    ["NAME        COST", "東京     US$1.00", "web-1  US$100.00", ""].join("\n"),
  );
});

test("on a terminal the widest column gives way; into a file nothing is cut", () => {
  const long = [{ name: "x".repeat(90), cost: "US$1.00" }];
  expect(tableText(columns, long, plain)).toContain("x".repeat(90));
  for (const room of [20, 40, 80]) {
    const lines = tableText(columns, long, { ...plain, columns: room }).split("\n");
    expect(Math.max(...lines.map(displayWidth))).toBe(room);
    expect(lines[1]).toContain("…");
    expect(lines[1]).toContain("US$1.00");
  }
});

test("a colour takes no room", () => {
  const [name, cost] = columns;
  if (name === undefined || cost === undefined) throw new Error("There are two");
  const painted = [{ ...name, paint: (_: Row, shown: string) => `<${shown}>` }, cost];
  expect(tableText(painted, rows, plain)).toContain("<web-1>  US$100.00");
});

test("facts leave out what is not known, and keep to their lines", () => {
  const text = factsText([
    ["Name", "a\nb"],
    ["Address", null],
    ["Since", "now"],
  ]);
  expect(text).toBe("Name   a\uFFFDb\nSince  now\n");
});
