import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, toCsv } from "./csv.ts";

test.each(['=HYPERLINK("http://e")', " +1", "-2", "@SUM(1)", "\t=1", "＝1", "\r=1", "\u00a0＠x"])(
  "C70: %j is not a formula in a spreadsheet",
  (text) => expect(csvCell(text)).toBe(`"'${text.replaceAll('"', '""')}"`),
);

test("values that are not formulas are unchanged: numbers, words and empty cells", () => {
  expect([csvCell(-5), csvCell("Ana-María"), csvCell(true), csvCell(null), csvCell("a=b")]).toEqual(
    ['"-5"', '"Ana-María"', '"true"', '""', '"a=b"'],
  );
});

/** A CSV reader according to RFC 4180. */
const cellsOf = (table: string) =>
  [...table.slice(1).matchAll(/"((?:[^"]|"")*)"(,|\r\n)/g)].map(([, cell = "", end = ""]) => [
    cell.replaceAll('""', '"'),
    end,
  ]);

test("a table has the same cells as its input, whatever they contain", () => {
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
