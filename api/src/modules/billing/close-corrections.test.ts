/** Corrections of a month that has no invoice of its own, or whose correction staff reversed. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { february } from "../../testing/billing.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { type MonthClose, monthClose } from "../../testing/month-close.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";

const march = { start: february.end, end: new Date("2026-04-01T00:00:00Z") };
let env: TestEnvironment;
let staff: TestUser;
let month: MonthClose;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-02-02T00:00:00Z" });
  staff = await createUser(env, "staff@corrections.test", { staffRole: "BusinessAdmin" });
  month = monthClose(env, await createUser(env, "owner@corrections.test"));
});
beforeEach(() => env.clock.set("2026-02-02T00:00:00Z"));
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

/** Three hours of January, which become known after January was invoiced, on the invoice of February. */
async function openWithCorrection() {
  const opened = await month.open();
  await month.close();
  const { workspace } = opened;
  const instance = await month.usage(
    workspace,
    "2026-01-30T00:00:00Z",
    "2026-01-30T03:00:00Z",
    "1.00",
  );
  env.clock.set("2026-03-02T00:00:00Z");
  await month.close(february);
  const invoice = await month.onlyInvoice(opened.path);
  expect(invoice.lines).toMatchObject([{ kind: "adjustment", amount: { cents: 300 } }]);
  await reauthenticate(env, staff);
  return { ...opened, instance, invoice };
}

async function closeMarch(): Promise<void> {
  env.clock.set("2026-04-02T00:00:00Z");
  await month.close(march);
}

test("a month that only a later invoice corrected is corrected back by a credit note of that one", async () => {
  const { path, instance, invoice } = await openWithCorrection();
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE usage_interval SET end_second = ${Date.parse("2026-01-30T01:00:00Z") / 1000} WHERE instance_id = ${instance}`,
    ),
  );
  await closeMarch();
  const [kept, note] = await month.list(path);
  expect(kept).toMatchObject({ id: invoice.id, outstanding: { cents: 100 } });
  expect(note).toMatchObject({ kind: "credit_note", total: { cents: 200 } });
});

test("usage that was never there is credited, also from an invoice with more than usage", async () => {
  const { workspace, path } = await month.open();
  await month.close();
  await month.usage(workspace, "2026-01-30T00:00:00Z", "2026-01-30T03:00:00Z", "1.00");
  const instance = await month.usage(
    workspace,
    "2026-02-10T00:00:00Z",
    "2026-02-10T02:00:00Z",
    "1.00",
  );
  env.clock.set("2026-03-02T00:00:00Z");
  await month.close(february);
  const invoice = await month.onlyInvoice(path);
  expect(invoice.lines.map(({ kind, amount }) => [kind, amount.cents])).toEqual([
    ["usage", 200],
    ["adjustment", 300],
  ]);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`DELETE FROM usage_interval WHERE instance_id = ${instance}`),
  );
  await closeMarch();
  const [kept, note] = await month.list(path);
  expect(kept).toMatchObject({ id: invoice.id, outstanding: { cents: 300 } });
  expect(note).toMatchObject({ kind: "credit_note", total: { cents: 200 } });
});

test("a correction on an invoice that staff reversed is not invoiced again", async () => {
  const reversed = await openWithCorrection();
  const body = { reason: "Wrong" };
  await staff.client.call(api.adminBilling.reverse, {
    path: { invoice: reversed.invoice.id },
    body,
  });
  await closeMarch();
  const kinds = (await month.list(reversed.path)).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["credit_note", "invoice"]);
});

test("a correction on an invoice that staff replaced is not invoiced again", async () => {
  const { path, invoice } = await openWithCorrection();
  await staff.client.call(api.adminBilling.reverseAndCreateNew, {
    path: { invoice: invoice.id },
    body: {
      reason: "Wrong",
      modifiedRecords: [{ new: true, description: "Help", amountCents: 50 }],
    },
  });
  await closeMarch();
  const open = (await month.list(path)).filter(({ kind }) => kind === "invoice");
  const issued = open.filter(({ status }) => status === "issued");
  expect(issued.map(({ total }) => total.cents)).toEqual([350]);
});
