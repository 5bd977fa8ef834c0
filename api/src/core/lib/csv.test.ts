import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, toCsv } from "./csv.ts";

test.each(['=HYPERLINK("http://e")', " +1", "-2", "@SUM(1)", "\t=1", "＝1", "\r=1", "\u00a0＠x"])(
  "C70: %j is no formula in a spreadsheet",
  (text) => expect(csvCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`),
);

test("what is no formula stays as it is: a number is a number, a word a word, nothing is empty", () => {
  expect([csvCell(-5), csvCell("Ana-María"), csvCell(true), csvCell(null), csvCell("a=b")]).toEqual(
    ['"-5"', '"Ana-María"', '"true"', '""', '"a=b"'],
  );
});

/** A reader of what RFC 4180 says a table is. */
const cellsOf = (table: string) =>
  [...table.slice(1).matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)].map(([, cell = "", end = ""]) => [
    cell.replaceAll('""', '"'),
    end,
  ]);

test("whatever is in a cell, the table has as many cells as it was given", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ a: fc.string(), b: fc.string({ unit: "binary" }) })),
      (rows) => {
        const cells = cellsOf(toCsv(["a", "b"], rows));
        expect(cells.map(([, end]) => end)).toEqual(
          Array.from({ length: rows.length + 1 }, () => [",", "\r\n"]).flat(),
        );
        const texts = cells.slice(2).map(([cell = ""]) => cell.replace(/^'/, ""));
        expect(texts).toEqual(
          rows.flatMap(({ a, b }) => [a, b].map((one) => one.replace(/^'/, ""))),
        );
      },
    ),
  );
});
