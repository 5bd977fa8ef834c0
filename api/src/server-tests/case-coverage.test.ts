/** Every public failure of another product that was listed for this one has a test. */
import { expect, test } from "vitest";
import { readTestSources } from "../testing/billing-cases.ts";
import { reportedCases, reportedCasesInTitles } from "../testing/reported-cases.ts";

test("every reported case is at the start of a title", () => {
  const covered = reportedCasesInTitles(readTestSources());
  expect(reportedCases.filter((id) => !covered.has(id))).toEqual([]);
});

test("only the start of a text counts as a title with its cases", () => {
  const text = `test("C019, C022: names", …); test.each([…])("N27: %s", …); // as in C037: ids\nexpect("sees C038: it")`;
  expect([...reportedCasesInTitles([{ path: "", text }])]).toEqual(["C019", "C022", "N27"]);
});
