/** A short soak of billing. The long one is `node bench/billing-soak.ts`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBillingSoak } from "../testing/billing-soak.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true, start: "2026-01-05T00:00:00Z" });
});
afterAll(() => env.stop());

test("two months of five workspaces, with lost webhooks and killed workers, end with a ledger that agrees with the provider", async () => {
  const { findings, providerCents, ledgerCents, rows } = await runBillingSoak(env, {
    workspaces: 5,
    months: 2,
    seed: 5,
  });
  expect(findings).toEqual([]);
  expect(ledgerCents).toBe(providerCents);
  expect(providerCents).toBeGreaterThan(0);
  expect(rows["invoices"]).toBeGreaterThan(2);
  expect(rows["disputes"]).toBeGreaterThan(0);
}, 120_000);
