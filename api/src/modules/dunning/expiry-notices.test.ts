/** Emails about cards and promo credit that expire. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { createPayer, type Payer, paymentsDeps } from "../../testing/card-payments.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember, createUser } from "../../testing/users.ts";
import { lockBillingAccount, postTransaction } from "../billing/ledger.ts";
import { expiryNoticesJob } from "./expiry-notices.ts";

const visa = "4242424242424242";
const start = "2026-01-15T12:00:00Z";

let env: TestEnvironment;
let payer: Payer;
let payers = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ payments: true, start });
});
beforeEach(async () => {
  env.clock.set(start);
  await asSystem((tx) => tx.execute(sql`DELETE FROM payment_method`));
  payers += 1;
  payer = await createPayer(env, `expiry-${payers}`);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
async function on(time: string): Promise<void> {
  env.clock.set(time);
  await expiryNoticesJob.handle(paymentsDeps(env), {});
  await env.runDueJobs();
}
const mailsTo = (email: string) =>
  env.mail
    .messages()
    .filter(
      ({ to, subject }) => to.includes(email) && /Card|card|Karte|redit|uthaben/.test(subject),
    );
const subjects = (email = payer.owner.email) => mailsTo(email).map(({ subject }) => subject);
/** Saves a card that expires at the end of January 2026. */
async function saveExpiringCard(): Promise<string> {
  const { id } = await payer.saveCard(visa);
  await setExpiry(id, 2026);
  return id;
}
const setExpiry = (id: string, year: number) =>
  asSystem((tx) =>
    tx.execute(sql`UPDATE payment_method SET exp_year = ${year}, exp_month = 1 WHERE id = ${id}`),
  );
let codes = 0;
/** Redeems US$20.00 that expire `days` after now. */
async function redeem(days: number): Promise<void> {
  codes += 1;
  const staff = await createUser(env, `staff-${codes}@expiry.test`, {
    staffRole: "BusinessAdmin",
  });
  const body = {
    code: `EXPIRY-${codes}`,
    kind: "credit" as const,
    amountCents: 2_000,
    grantDays: days,
  };
  expect((await staff.client.call(api.promoCodes.create, { body })).status).toBe(201);
  const { client } = payer.owner;
  const answer = await client.call(api.billingPromo.redeemPromoCode, {
    path: payer.path,
    body: { code: body.code },
  });
  expect(answer.status).toBe(201);
}

/** Uses all credit of the workspace. */
const useCredit = () =>
  asSystem(async (tx) => {
    const [workspaceId, now] = [payer.workspace.id, env.clock.now()];
    await lockBillingAccount(tx, workspaceId);
    const { id } = await tx.one<{ id: string }>(
      sql`SELECT id FROM promo_grant WHERE workspace_id = ${workspaceId}`,
    );
    await postTransaction(
      tx,
      {
        workspaceId,
        kind: "promo_used",
        idempotencyKey: `promo_used:${id}`,
        reference: {},
        effectiveAt: now,
        entries: [
          { account: "promo", cents: 2_000, promoGrantId: id },
          { account: "promo_grant", cents: -2_000 },
        ],
      },
      now,
    );
  });

test("the default card is announced 30 and 7 days before its month ends, and when it has ended, once each", async () => {
  await saveExpiringCard();
  await on("2026-01-20T12:00:00Z");
  await on("2026-01-20T13:00:00Z");
  expect(subjects()).toEqual([`A card expires soon: ${payer.workspace.handle}`]);
  expect(mailsTo(payer.owner.email)[0]?.text).toContain("01/2026");
  await on("2026-01-24T23:59:00Z");
  expect(subjects()).toHaveLength(1);
  await on("2026-01-25T00:00:00Z");
  await on("2026-01-31T23:59:59Z");
  expect(subjects()).toHaveLength(2);
  await on("2026-02-01T00:00:00Z");
  await on("2026-02-02T00:00:00Z");
  expect(subjects()).toEqual([
    `A card expires soon: ${payer.workspace.handle}`,
    `A card expires soon: ${payer.workspace.handle}`,
    `A card has expired: ${payer.workspace.handle}`,
  ]);
});

test("a late run sends one email, and none about what expired long ago", async () => {
  await saveExpiringCard();
  await on("2026-02-02T00:00:00Z");
  expect(subjects()).toEqual([`A card has expired: ${payer.workspace.handle}`]);
  const later = await createPayer(env, "expiry-later");
  const { id } = await later.saveCard(visa);
  await setExpiry(id, 2026);
  await on("2026-02-09T00:00:00Z");
  expect(subjects(later.owner.email)).toEqual([]);
});

test("a card that is not the default, and one that was renewed, is not announced until its new expiry", async () => {
  const first = await saveExpiringCard();
  await payer.saveCard("5555555555554444");
  await on("2026-01-28T00:00:00Z");
  expect(subjects()).toEqual([]);
  const path = { ...payer.path, paymentMethod: first };
  await payer.owner.client.call(api.payments.setDefaultPaymentMethod, { path });
  await on("2026-01-28T01:00:00Z");
  expect(subjects()).toHaveLength(1);
  await setExpiry(first, 2027);
  await on("2026-02-01T00:00:00Z");
  expect(subjects()).toHaveLength(1);
  await on("2027-01-10T00:00:00Z");
  expect(subjects()).toHaveLength(2);
});

test("the owner and the billing administrators get it in their languages, other members do not", async () => {
  const billing = await createMember(env, payer.workspace, "billing_administrator");
  const member = await createMember(env, payer.workspace, "team_member");
  await asSystem((tx) =>
    tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE email = ${billing.email}`),
  );
  await saveExpiringCard();
  await on("2026-01-20T12:00:00Z");
  expect(subjects()).toEqual([`A card expires soon: ${payer.workspace.handle}`]);
  expect(subjects(billing.email)).toEqual([`Eine Karte läuft bald ab: ${payer.workspace.handle}`]);
  expect(subjects(member.email)).toEqual([]);
});

test("two workers send one email", async () => {
  await saveExpiringCard();
  env.clock.set("2026-01-20T12:00:00Z");
  const run = () => expiryNoticesJob.handle(paymentsDeps(env), {});
  await Promise.all([run(), run(), run()]);
  await env.runDueJobs();
  expect(subjects()).toHaveLength(1);
});

test("promo credit is announced 7 days before it expires, once", async () => {
  await redeem(30);
  await on("2026-02-06T12:00:00Z");
  expect(subjects()).toEqual([]);
  await on("2026-02-08T12:00:00Z");
  await on("2026-02-09T12:00:00Z");
  await on("2026-02-20T12:00:00Z");
  expect(subjects()).toEqual([`Promo credit expires soon: ${payer.workspace.handle}`]);
  expect(mailsTo(payer.owner.email)[0]?.text).toContain("US$20.00");
});

test("promo credit that is used up, or valid for a few days only, is not announced", async () => {
  await redeem(30);
  await useCredit();
  await on("2026-02-09T12:00:00Z");
  expect(subjects()).toEqual([]);
  await redeem(5);
  await on("2026-02-10T12:00:00Z");
  expect(subjects()).toEqual([]);
});
