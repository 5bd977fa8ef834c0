/** Every public failure and every worked example of billing has a test, and every test of billing ends with true books. */
import { expect, test } from "vitest";
import {
  billingCases,
  casesInTitles,
  comparedExamples,
  readTestSources,
} from "../../testing/billing-cases.ts";
import { billingExamples, cardExamples, databaseExamples } from "../../testing/billing-examples.ts";

const sources = readTestSources();

test("every case is in the title of a test", () => {
  const covered = casesInTitles(sources);
  expect(billingCases.filter((id) => !covered.has(id))).toEqual([]);
});

test("every example that needs a database is compared with its expectation by a test", () => {
  const compared = comparedExamples(sources);
  const needed = [...databaseExamples, ...cardExamples];
  expect(needed.filter((id) => !billingExamples.some((example) => example.id === id))).toEqual([]);
  expect(needed.filter((id) => !compared.has(id))).toEqual([]);
});

test("there are 54 examples with numbers of their own", () => {
  expect(new Set(billingExamples.map(({ id }) => id)).size).toBe(54);
});

test("every test of billing with a database checks the ledger after each test", () => {
  const withDatabase = sources.filter(
    ({ path, text }) =>
      path.includes("/modules/billing/") && text.includes("await startTestEnvironment("),
  );
  expect(withDatabase.length).toBeGreaterThan(10);
  const without = withDatabase.filter(({ text }) => !text.includes("checkLedgerAfterEach("));
  expect(without.map(({ path }) => path)).toEqual([]);
});
