/** Every public failure and every worked example of billing has a test, and every test of money ends with true books. */
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

/** Tests of access have an object in every state, not what led to it. The soak ends with the checks, over all months. */
const exceptions =
  /\/(?:authorization-matrix|offered-actions|billing-soak|case-coverage)\.test\.ts$/;
/** Folders whose code moves, shows or depends on money. */
const foldersOfMoney = /\/modules\/(?:billing|dunning|spending-alerts|suspension|reports)\//;
const fixturesOfMoney =
  /\/testing\/(?:billing(?:-\w+)*|card-payments|issued-invoices|metering|month-close|open-billing)\.ts"/;
const writesOfMoney =
  /(?:INSERT INTO|UPDATE|DELETE FROM) (?:billing_account|billing_history_entry|dispute|invoice\w*|ledger_\w+|number_series|payment|promo_\w+|refund|usage_interval)\b/;

test("every test of money with a database checks the ledger after each test", () => {
  const ofMoney = sources.filter(
    ({ path, text }) =>
      text.includes("await startTestEnvironment(") &&
      !exceptions.test(path) &&
      (foldersOfMoney.test(path) || fixturesOfMoney.test(text) || writesOfMoney.test(text)),
  );
  expect(ofMoney.length).toBeGreaterThan(40);
  // One file runs the checks in a hook of its own, before it removes the cards.
  const without = ofMoney.filter(
    ({ text }) => !/checkLedgerAfterEach\(|checkLedger\)\)\.toEqual\(\[\]\);/.test(text),
  );
  expect(without.map(({ path }) => path)).toEqual([]);
});
