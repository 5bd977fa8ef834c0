/** The end of suspensions for overdue invoices: by each way of paying, and what the time off costs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { FaultRule } from "#emulators/lib/faults.ts";
import { sql } from "../../core/db/db.ts";
import { setBillingCountry } from "../../testing/billing.ts";
import { type Payer, paymentsDeps, requireStripe } from "../../testing/card-payments.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { createDebtor, type Debtor } from "../../testing/debtor.ts";
import { findProduct } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember, createUser } from "../../testing/users.ts";
import { suspensionLiftJob } from "./lift-job.ts";

const visa = "4242424242424242";

let env: TestEnvironment;
let debtors = 0;
let debtor: Debtor;
let payer: Payer;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true, start: "2025-12-20T00:00:00Z" });
});
beforeEach(async () => {
  debtors += 1;
  debtor = await createDebtor(env, `lift-${debtors}`);
  ({ payer } = debtor);
  // Without tax.
  await setBillingCountry(env, payer.workspace.id, "US");
});
afterEach(async () => {
  env.emulator.faults.clear();
  await requireStripe(env).log.settled();
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

async function suspendForInvoice(hostname: string) {
  const id = await debtor.startInstance(hostname);
  debtor.countFromNow();
  const invoice = await debtor.createInvoice(4_000);
  for (const day of [7, 18, 20, 21]) await debtor.on(day);
  await env.advanceTime(60);
  expect(await state(id)).toEqual(["suspended", "stopped"]);
  return { id, invoice };
}
const state = async (instance: string) => [
  (await debtor.workspace()).status,
  await debtor.statusOf(instance),
];
/** A minute, as the worker runs it. */
async function passMinute(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await suspensionLiftJob.handle(paymentsDeps(env), {});
    await env.advanceTime(20);
  }
}
const paidBy = async () => {
  const { data } = await payer.owner.client.call(api.activity.ofWorkspace, {
    path: payer.path,
    query: { activityType: "billing" },
  });
  return data.data.find(({ action }) => action === "billing.liftOverdue")?.changes[0]?.to;
};
async function payByCard(body: { amountCents: number } | { invoiceId: string }): Promise<void> {
  await payer.saveCard(visa);
  const started = (await payer.startPayment(body)).data;
  await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
  await payer.check(started.paymentId ?? "");
}
const reason = "Insolvent";

/** First, because it starts on the day on which the environment does. */
test("N44: from 10 January to 10 March, page, estimate and invoices say the same for stopped instances, with no lump at the end", async () => {
  const { client } = payer.owner;
  const { path } = payer;
  const estimate = async () => {
    const { id: product } = await findProduct(client, "4 vCPU");
    const { data } = await client.call(api.billing.estimatedCost, { path, query: { product } });
    return [data.hourlyRate, data.monthly.cents];
  };
  const [hourlyRate = 0] = await estimate();
  const centsOf = (hours: number) => Math.round((hourlyRate * hours) / 10_000);
  const figures = async () => {
    const { data } = await client.call(api.billing.currentExpenditure, { path });
    return [data.hourlyRate, data.projected.cents, data.total.cents];
  };
  const [january, february, march] = [744, 672, 744];

  const { id } = await suspendForInvoice("off-for-months");
  await debtor.at("2026-01-10T12:00:00Z");
  expect(await figures()).toEqual([hourlyRate, centsOf(january), centsOf(228)]);
  await debtor.at("2026-01-31T12:00:00Z");
  expect(await figures()).toEqual([hourlyRate, centsOf(january), centsOf(732)]);
  await debtor.at("2026-02-02T00:00:00Z");
  await debtor.at("2026-02-20T12:00:00Z");
  expect(await figures()).toEqual([hourlyRate, centsOf(february), centsOf(468)]);
  expect(await estimate()).toEqual([hourlyRate, centsOf(730)]);
  await debtor.at("2026-03-02T00:00:00Z");
  await debtor.at("2026-03-10T00:00:00Z");
  expect(await state(id)).toEqual(["suspended", "stopped"]);

  await debtor.addBalance("bank", (await payer.balances()).outstanding);
  await passMinute();
  expect(await state(id)).toEqual(["active", "active"]);
  await debtor.at("2026-03-10T12:00:00Z");
  expect(await figures()).toEqual([hourlyRate, centsOf(march), centsOf(228)]);
  expect(await estimate()).toEqual([hourlyRate, centsOf(730)]);
  await debtor.at("2026-04-02T00:00:00Z");

  const { data } = await client.call(api.billingInvoices.invoices, {
    path,
    query: { orderBy: "createdAt" },
  });
  const months = await Promise.all(
    data.data
      .filter(({ periodStart }) => String(periodStart) >= "2026" && periodStart !== null)
      .map(async ({ id: invoice }) => {
        const { data: shown } = await client.call(api.billingInvoices.invoice, {
          path: { ...path, invoice },
        });
        const lines = shown.lines.map(({ kind, seconds, amount }) => [kind, seconds, amount.cents]);
        return [shown.periodStart, shown.total.cents, ...lines];
      }),
  );
  expect(months.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual(
    [
      ["2026-01-01T00:00:00.000Z", january],
      ["2026-02-01T00:00:00.000Z", february],
      ["2026-03-01T00:00:00.000Z", march],
    ].map(([start, hours]) => [
      start,
      centsOf(Number(hours)),
      ["usage", Number(hours) * 3_600, centsOf(Number(hours))],
    ]),
  );
});

test.each([
  ["bank", "bank_transfer", () => debtor.addBalance("bank")],
  ["goodwill", "manual_credit", () => debtor.addBalance("goodwill")],
  ["card", "invoice_payment", (invoiceId: string) => payByCard({ invoiceId })],
  ["top-up", "top_up", () => payByCard({ amountCents: 4_000 })],
  [
    "credit note",
    "invoice_reversed",
    async (invoice: string) => {
      const { client } = await debtor.staff();
      const { data } = await client.call(api.adminBilling.reverse, {
        path: { invoice },
        body: { reason },
      });
      expect(data.status).toBe("reversed");
    },
  ],
  [
    "write-off",
    "write_off",
    async (invoice: string) => {
      const { client } = await debtor.staff();
      const { data } = await client.call(api.adminBilling.writeOff, {
        path: { invoice },
        body: { reason },
      });
      expect(data.status).toBe("uncollectible");
    },
  ],
] as const)(
  "N43: settled by %s, instances run again within a minute",
  async (name, kind, settle) => {
    const { id, invoice } = await suspendForInvoice(`by-${name.replace(" ", "-")}`);
    const path = { ...payer.path, instance: id };
    const denied = await payer.owner.client.call(api.instances.reset, {
      path,
      body: { action: "power_on" },
    });
    expect(denied.code).toBe("workspace_suspended");
    await settle(invoice);
    await passMinute();
    expect(await state(id)).toEqual(["active", "active"]);
    expect(await paidBy()).toBe(kind);
    await env.runDueJobs();
    expect(debtor.subjects()).toContain(
      `Your workspace is active again: ${payer.workspace.handle}`,
    );
    // The customer powers it off, and it stays off.
    await payer.owner.client.call(api.instances.reset, { path, body: { action: "power_off" } });
    await env.advanceTime(30);
    await passMinute();
    expect(await debtor.statusOf(id)).toBe("stopped");
  },
);

test("N43: promo credit reduces invoices to come and settles none: the workspace stays suspended", async () => {
  const { id, invoice } = await suspendForInvoice("by-promo-credit");
  const { client } = await debtor.staff();
  const { data } = await client.call(api.promoCodes.create, {
    body: { code: "N43-PROMO", kind: "credit", amountCents: 10_000 },
  });
  const redeemed = await payer.owner.client.call(api.billingPromo.redeemPromoCode, {
    path: payer.path,
    body: { code: data.code },
  });
  expect(redeemed.status).toBe(201);
  await passMinute();
  expect(await state(id)).toEqual(["suspended", "stopped"]);
  expect(await payer.invoiceStatus(invoice)).toBe("overdue");
  expect(await payer.balances()).toMatchObject({ promo: 10_000, outstanding: 4_000 });
});

test("N43: with the region down at the payment, instances run again as soon as it responds", async () => {
  const { id } = await suspendForInvoice("region-down");
  env.emulator.faults.add(FaultRule.parse({ kind: "down" }));
  await debtor.addBalance("bank");
  await passMinute();
  expect(await state(id)).toEqual(["active", "stopped"]);
  await env.advanceTime(1_200, 60);
  env.emulator.faults.clear();
  await env.advanceTime(300, 10);
  await passMinute();
  expect(await debtor.statusOf(id)).toBe("active");
});

test("the mail about the end says which instances start again, in the language of its reader", async () => {
  const billing = await createMember(env, payer.workspace, "billing_administrator");
  await env.db.withSystemRole("a test sets a language", (tx) =>
    tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE id = ${billing.id}`),
  );
  await suspendForInvoice("starts-again");
  await debtor.addBalance("bank");
  await passMinute();
  const english = debtor.mails().at(-1);
  expect(english?.subject).toMatch(/^Your workspace is active again/);
  expect(english?.text).toContain(
    "The instances that the suspension powered off start again by themselves: starts-again.",
  );
  expect(english?.text).not.toContain("stay off");
  const german = debtor.mails(billing.email).at(-1);
  expect(german?.subject).toMatch(/^Ihr Workspace ist wieder aktiv/);
  expect(german?.text).toContain(
    "Die durch die Sperrung ausgeschalteten Instanzen starten wieder von selbst: starts-again.",
  );
  expect(german?.text).not.toContain("bleiben aus");
});

test("staff lift a suspension: what it powered off stays off, the mail says so, and the same invoice does not suspend again", async () => {
  const { id } = await suspendForInvoice("lifted-by-staff");
  const admin = await createUser(env, "admin@dunning.test", { staffRole: "Admin" });
  await admin.client.call(api.workspaceSuspension.lift, {
    path: { adminWorkspace: payer.workspace.id },
  });
  await env.runDueJobs();
  expect(debtor.mails().at(-1)?.text).toContain(
    "Instances that were powered off stay off until you power them on.",
  );
  await debtor.on(22);
  await debtor.on(24);
  await passMinute();
  expect(await state(id)).toEqual(["active", "stopped"]);
});
