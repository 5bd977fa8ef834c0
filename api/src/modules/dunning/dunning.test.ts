/** Charges of unpaid invoices, reminders, and the suspension of workspaces that do not pay. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { asText, expectedOf } from "../../testing/billing-examples.ts";
import { type Payer, paymentsDeps, requireStripe } from "../../testing/card-payments.ts";
import { createDebtor, type Debtor } from "../../testing/debtor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember } from "../../testing/users.ts";
import { ledgerCheckJob } from "../billing/close-job.ts";
import { checkLedger } from "../billing/ledger-checks.ts";

const visa = "4242424242424242";
const declinedLater = "4000000000000341";
const authenticatedAlways = "4000002760003184";
const processedThenTaken = "4000000000007106";
const processedThenDeclined = "4000000000007205";

let env: TestEnvironment;
let payers = 0;
let debtor: Debtor;
let payer: Payer;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true });
});
beforeEach(async () => {
  payers += 1;
  debtor = await createDebtor(env, `dunning-${payers}`);
  ({ payer } = debtor);
});
afterEach(async () => {
  env.emulator.faults.clear();
  await requireStripe(env).log.settled();
  expect(await env.db.withSystemRole("a test", checkLedger)).toEqual([]);
  // What a test leaves unpaid must not occupy the jobs of the next one.
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`DELETE FROM payment_method WHERE workspace_id = ${payer.workspace.id}`),
  );
});
afterAll(() => env.stop());

const on = (days: number) => debtor.on(days);
const subjects = () => debtor.subjects();
const workspace = () => debtor.workspace();
const attempts = () =>
  env.db.withSystemRole("a test", (tx) =>
    tx.many<{ status: string; is_off_session: boolean }>(
      sql`SELECT status, is_off_session FROM payment WHERE workspace_id = ${payer.workspace.id} ORDER BY created_at, id`,
    ),
  );
const scheduled = async () => (await attempts()).filter(({ is_off_session: is }) => is).length;

test("BC-73: attempts of the customer leave the scheduled ones as they are; overdue on day 7, not earlier", async () => {
  await payer.saveCard(declinedLater);
  const invoice = await payer.issueInvoice(4_000, 7);
  await on(0);
  expect(await scheduled()).toBe(1);
  for (let count = 0; count < 2; count += 1) {
    const started = (await payer.startPayment({ invoiceId: invoice })).data;
    await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
    env.clock.advance(30_000);
  }
  const counts: number[] = [];
  for (const day of [0.9, 1.2, 2, 3, 4, 5, 6, 6.9]) {
    await on(day);
    counts.push(await scheduled());
    expect(await payer.invoiceStatus(invoice)).toBe("issued");
  }
  expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 4]);
  await on(7);
  expect(await payer.invoiceStatus(invoice)).toBe("overdue");
  await on(9);
  expect(await scheduled()).toBe(5);
  expect(subjects().filter((subject) => subject.startsWith("Payment failed"))).toHaveLength(5);
  expect(subjects().filter((subject) => subject.startsWith("Payment reminder"))).toHaveLength(1);
});

test("BC-74: after a payment there is no attempt and no email", async () => {
  await payer.saveCard(declinedLater);
  const invoice = await payer.issueInvoice(4_000, 7);
  await on(0);
  await on(1);
  await on(2);
  await debtor.addBalance("bank");
  const [before, mails] = [await scheduled(), subjects().length];
  for (const day of [3, 5, 7, 18, 21]) await on(day);
  expect(await payer.invoiceStatus(invoice)).toBe("paid");
  expect(await payer.balances()).toMatchObject({ outstanding: 0 });
  expect([await scheduled(), subjects().length]).toEqual([before, mails]);
  expect((await workspace()).status).toBe("active");
});

test("a card that is saved after failed attempts is charged at once", async () => {
  await payer.saveCard(declinedLater);
  const invoice = await payer.issueInvoice(4_000, 7);
  await on(0);
  await on(1);
  env.clock.advance(60_000);
  await payer.saveCard(visa);
  await on(1.1);
  expect(await payer.invoiceStatus(invoice)).toBe("paid");
  expect(payer.received()).toEqual([4_000]);
});

test("BC-55: an amount below the minimum is not charged and not overdue, and is paid with the next invoice", async () => {
  await payer.saveCard(visa);
  const small = await payer.issueInvoice(37, 7);
  await on(0);
  await on(30);
  expect(await payer.invoiceStatus(small)).toBe("issued");
  const isChargedAlone = (await attempts()).length > 0;
  const next = await payer.issueInvoice(120, 7);
  await on(31);
  expect([String(isChargedAlone), ...payer.received().map(asText)]).toEqual(expectedOf("W48"));
  expect([await payer.invoiceStatus(small), await payer.invoiceStatus(next)]).toEqual([
    "paid",
    "paid",
  ]);
  expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
  expect(subjects()).toEqual([]);
});

test("amounts below the minimum are charged when they reach it together", async () => {
  await payer.saveCard(visa);
  await payer.issueInvoice(30, 7);
  await on(0);
  await payer.issueInvoice(30, 7);
  await on(1);
  expect(payer.received()).toEqual([60]);
  expect(await payer.balances()).toMatchObject({ cash: 0, outstanding: 0 });
});

test("the suspension is announced 3 days and 1 day before with all instances, and powers them off on day 14 after the due date", async () => {
  const ids = [await debtor.startInstance("one"), await debtor.startInstance("two")];
  debtor.countFromNow();
  const invoice = await payer.issueInvoice(4_000, 7);
  const letters = () => subjects().filter((subject) => subject.startsWith("Pay now"));
  await on(7);
  await on(17.9);
  expect(letters()).toEqual([]);
  await on(18);
  await on(18.5);
  expect(letters()).toHaveLength(1);
  const { data } = await payer.owner.client.call(api.billingHistory.summary, { path: payer.path });
  expect(data.suspendsAt).toBe(
    new Date(debtor.issuedAt().getTime() + 21 * 86_400_000).toISOString(),
  );
  await on(20);
  await on(20.9);
  expect(letters()).toHaveLength(2);
  const letter = env.mail.messages().findLast(({ to }) => to.includes(payer.owner.email));
  expect(letter?.text).toContain("one, two");
  expect(letter?.text).toContain("US$40.00");
  expect((await workspace()).status).toBe("active");
  await on(21);
  await on(21.1);
  await env.advanceTime(60);
  expect(await workspace()).toMatchObject({
    status: "suspended",
    suspension: { reason: "overdue" },
  });
  for (const id of ids) expect(await debtor.statusOf(id)).toBe("stopped");
  expect(subjects().filter((subject) => subject.includes("is suspended"))).toHaveLength(1);
  // Terminations and write-offs are proposed to staff after 30 days, and not carried out.
  await on(37.1);
  await ledgerCheckJob.handle(paymentsDeps(env), {});
  const [finding] = await env.db.withSystemRole("a test", (tx) =>
    tx.many<{ detail: object }>(
      sql`SELECT detail FROM ledger_finding WHERE reference = ${payer.workspace.id} AND resolved_at IS NULL`,
    ),
  );
  expect(finding?.detail).toMatchObject({ invoices: 1, cents: 4_000 });
  expect(await payer.invoiceStatus(invoice)).toBe("overdue");
  for (const id of ids) expect(await debtor.statusOf(id)).toBe("stopped");
});

test("the balance names the instance that the suspension powers off first, also to a billing administrator", async () => {
  await debtor.startInstance("cheap");
  const dear = await debtor.startInstance("dear");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE instance SET rate_micros_per_hour = rate_micros_per_hour * 2 WHERE id = ${dear}`,
    ),
  );
  const billing = await createMember(env, payer.workspace, "billing_administrator");
  const forecast = async ({ client } = payer.owner) =>
    (await client.call(api.payments.accountBalance, { path: payer.path })).data;
  const expected = { id: dear, hostname: "dear" };
  expect((await forecast()).stopsFirst).toEqual(expected);
  expect((await forecast(billing)).stopsFirst).toEqual(expected);
  debtor.countFromNow();
  await payer.issueInvoice(4_000, 7);
  await on(18);
  await on(21);
  const letter = env.mail.messages().findLast(({ to }) => to.includes(payer.owner.email));
  expect(letter?.subject).toContain("is suspended");
  expect(letter?.text).toContain("dear, cheap");
  expect((await forecast()).stopsFirst).toBeNull();
});

test("a late run of the job still leaves 3 days between the first letter and the suspension", async () => {
  await payer.issueInvoice(4_000, 7);
  await on(40);
  expect((await workspace()).status).toBe("active");
  await on(42.9);
  expect((await workspace()).status).toBe("active");
  await on(43);
  expect((await workspace()).status).toBe("suspended");
});

test("an amount below the minimum suspends nobody", async () => {
  const invoice = await payer.issueInvoice(37, 0);
  for (const day of [7, 18, 21, 25]) await on(day);
  expect(await payer.invoiceStatus(invoice)).toBe("issued");
  expect([(await workspace()).status, subjects()]).toEqual(["active", []]);
});

test.each([
  ["taken", processedThenTaken, "paid", "active"],
  ["declined", processedThenDeclined, "overdue", "suspended"],
] as const)(
  "while a bank processes a payment nobody is reminded and nothing is suspended, until it is %s",
  async (_, card, status, then) => {
    await payer.saveCard(declinedLater);
    const invoice = await payer.issueInvoice(4_000, 7);
    for (const day of [0, 1, 3, 5, 7, 18]) await on(day);
    const started = (await payer.startPayment({ invoiceId: invoice })).data;
    await payer.browser.confirm(started.clientSecret, card);
    await requireStripe(env).log.settled();
    const mails = subjects().length;
    for (const day of [20, 21, 22.9]) await on(day);
    expect([(await workspace()).status, subjects().length]).toEqual(["active", mails]);
    await on(23);
    expect(await payer.invoiceStatus(invoice)).toBe(status);
    expect((await workspace()).status).toBe(then);
  },
);

test("while a bank processes a charge its invoice does not become overdue", async () => {
  await payer.saveCard(declinedLater);
  const invoice = await payer.issueInvoice(4_000, 7);
  for (const day of [0, 1, 3]) await on(day);
  env.clock.advance(60_000);
  await payer.saveCard(processedThenTaken);
  await on(3.1);
  await on(8);
  expect(await payer.invoiceStatus(invoice)).toBe("issued");
  await on(8.2);
  expect(await payer.invoiceStatus(invoice)).toBe("paid");
  expect(subjects().filter((subject) => subject.startsWith("Payment reminder"))).toEqual([]);
});

test.each([
  ["once", [6.9, 20.9]],
  ["every day", Array.from({ length: 21 }, (_, day) => day + 0.9)],
])(
  "a payment that its customer starts %s and leaves stops neither the reminders nor the suspension",
  async (_, starts) => {
    await payer.saveCard(authenticatedAlways);
    const invoice = await payer.issueInvoice(4_000, 7);
    await on(0);
    const startAndLeave = async () => {
      const started = (await payer.startPayment({ invoiceId: invoice })).data;
      await payer.browser.confirm(started.clientSecret, started.cardId ?? "", "leave");
      await payer.check(started.paymentId ?? "");
    };
    const statuses: string[] = [];
    for (let day = 0; day <= 21; day += 1) {
      await on(day);
      statuses.push(`${await payer.invoiceStatus(invoice)} ${(await workspace()).status}`);
      if (!starts.includes(day + 0.9)) continue;
      await on(day + 0.9);
      await startAndLeave();
    }
    expect(statuses).toEqual([
      ...Array.from({ length: 7 }, () => "issued active"),
      ...Array.from({ length: 14 }, () => "overdue active"),
      "overdue suspended",
    ]);
    expect(subjects().filter((subject) => subject.startsWith("Payment reminder"))).toHaveLength(1);
    expect(subjects().filter((subject) => subject.startsWith("Pay now"))).toHaveLength(2);
    expect(await scheduled()).toBe(5);
    await debtor.addBalance("bank");
    expect(await payer.invoiceStatus(invoice)).toBe("paid");
    await on(21.1);
    expect((await workspace()).status).toBe("active");
    expect(payer.received()).toEqual([]);
  },
);
