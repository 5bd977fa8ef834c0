/** The nightly checks of the ledger after every test of a file, so that no test leaves contradicting books. */
import { afterEach, expect } from "vitest";
import { checkLedger } from "../modules/billing/ledger-checks.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Call it once in a test file, outside of tests. */
export function checkLedgerAfterEach(environment: () => Pick<TestEnvironment, "db">): void {
  afterEach(async () => {
    const found = await environment().db.withSystemRole("a test", checkLedger);
    expect(found).toEqual([]);
  });
}
