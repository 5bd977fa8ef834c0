/** The ledger: balanced, append-only, posted once per cause, with balances and a history that follow it. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseError, sql, type Tx } from "../../core/db/db.ts";
import { asText, expectedOf } from "../../testing/billing-examples.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { insertIssuedInvoice } from "../../testing/billing-rows.ts";
import {
  createNewWorkspace,
  createUser,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { checkLedger } from "./ledger-checks.ts";
import {
  addHistoryEntry,
  addPendingHistoryEntry,
  failHistoryEntry,
  type LedgerEntry,
  lockBillingAccount,
  postTransaction,
  readBalances,
  settleHistoryEntry,
} from "./ledger.ts";
import { addBalance, bookPayment, payFromBalance } from "./pay-invoices.ts";
import { setPaymentInFlight } from "./pay-invoices-store.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@ledger.test");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
const newWorkspace = async () => (await createNewWorkspace(env, owner, "ledger")).workspace;

const post = (workspace: TestWorkspace, idempotencyKey: string, entries: LedgerEntry[]) =>
  asSystem((tx) =>
    postTransaction(
      tx,
      {
        workspaceId: workspace.id,
        kind: "test",
        idempotencyKey,
        reference: {},
        effectiveAt: env.clock.now(),
        entries,
      },
      env.clock.now(),
    ),
  );
const topUp = (cents: number): LedgerEntry[] => [
  { account: "stripe", cents },
  { account: "cash", cents: -cents },
];
const balances = (workspace: TestWorkspace) => asSystem((tx) => readBalances(tx, workspace.id));
const history = (workspace: TestWorkspace) =>
  asSystem((tx) =>
    tx.many(sql`SELECT type, status, amount_cents AS cents, balance_cents AS balance FROM billing_history_entry
      WHERE workspace_id = ${workspace.id} ORDER BY sequence, created_at`),
  );

let invoices = 0;
/** An issued invoice with its ledger entries and history. */
async function issue(workspace: TestWorkspace, cents: number, days = 7): Promise<string> {
  const now = env.clock.now();
  invoices += 1;
  return asSystem(async (tx) => {
    const dueAt = new Date(now.getTime() + days * 86_400_000);
    const workspaceId = workspace.id;
    const id = await insertIssuedInvoice(tx, { workspaceId, cents, number: invoices, dueAt }, now);
    await lockBillingAccount(tx, workspaceId);
    const entries: LedgerEntry[] = [
      { account: "receivable", cents },
      { account: "revenue", cents: -cents },
    ];
    const { id: transactionId } = await postTransaction(
      tx,
      {
        workspaceId,
        kind: "test",
        idempotencyKey: `invoice:${id}`,
        reference: {},
        effectiveAt: now,
        entries,
      },
      now,
    );
    await addHistoryEntry(
      tx,
      { workspaceId, type: "invoice", cents: -cents, transactionId, invoiceId: id },
      now,
    );
    return id;
  });
}
const invoice = (id: string) =>
  asSystem((tx) => tx.one(sql`SELECT status, paid_cents AS paid FROM invoice WHERE id = ${id}`));
/** A payment by card, with its history. */
const pay = (workspace: TestWorkspace, invoiceId: string | null, cents: number, key: string) =>
  asSystem(async (tx) => {
    const now = env.clock.now();
    const workspaceId = workspace.id;
    const booked = await bookPayment(
      tx,
      { workspaceId, invoiceId, cents, from: "stripe", idempotencyKey: key, effectiveAt: now },
      now,
    );
    const type = invoiceId === null ? "top_up" : "invoice_payment";
    if (booked.isNew)
      await addHistoryEntry(
        tx,
        { workspaceId, type, cents, transactionId: booked.transactionId, invoiceId },
        now,
      );
    return booked;
  });

test("a workspace has a billing account with empty balances from the start", async () => {
  expect(await balances(await newWorkspace())).toEqual({
    cash: 0,
    promo: 0,
    outstanding: 0,
    balance: 0,
  });
});

test("PostgreSQL rejects what does not sum to 0, has one entry, or is added later", async () => {
  const workspace = await newWorkspace();
  const rejected = async (entries: LedgerEntry[]) =>
    post(workspace, "wrong", entries).then(
      () => "posted",
      (error: unknown) => isDatabaseError(error, "23514"),
    );
  expect(
    await rejected([
      { account: "stripe", cents: 5 },
      { account: "cash", cents: -4 },
    ]),
  ).toBe(true);
  expect(await rejected([{ account: "stripe", cents: 5 }])).toBe(true);
  // A balance of the customer is never negative.
  expect(
    await rejected([
      { account: "stripe", cents: -5 },
      { account: "cash", cents: 5 },
    ]),
  ).toBe(true);
  const now = env.clock.now();
  const { id } = await asSystem(async (tx) => {
    await lockBillingAccount(tx, workspace.id);
    const posted = await postTransaction(
      tx,
      {
        workspaceId: workspace.id,
        kind: "test",
        idempotencyKey: "right",
        reference: {},
        effectiveAt: now,
        entries: topUp(500),
      },
      now,
    );
    await addHistoryEntry(
      tx,
      { workspaceId: workspace.id, type: "top_up", cents: 500, transactionId: posted.id },
      now,
    );
    return posted;
  });
  const later = asSystem((tx) =>
    tx.execute(sql`INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, cents)
      VALUES (${id}, 3, ${workspace.id}, 'bank', 5), (${id}, 4, ${workspace.id}, 'cash', -5)`),
  );
  await expect(later).rejects.toThrow("must be one statement");
});

test("no role changes or deletes what is posted", async () => {
  const writes = [
    sql`UPDATE ledger_entry SET cents = cents + 1`,
    sql`DELETE FROM ledger_entry`,
    sql`UPDATE ledger_transaction SET kind = 'other'`,
    sql`DELETE FROM ledger_transaction`,
  ];
  for (const write of writes) {
    await expect(asSystem((tx) => tx.execute(write))).rejects.toThrow("permission denied");
    await expect(env.db.owner.query(write.text)).rejects.toThrow("append-only");
  }
});

test("W47: one cause is posted once, also by several workers at once", async () => {
  const workspace = await newWorkspace();
  const id = await issue(workspace, 3630);
  const booked = await Promise.all(
    [1, 2, 3, 4, 5].map(() => pay(workspace, id, 3630, "event evt_1")),
  );
  expect(booked.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(booked.map(({ transactionId }) => transactionId)).size).toBe(1);
  const { outstanding, cash } = await balances(workspace);
  expect(cash).toBe(0);
  expect(await invoice(id)).toEqual({ status: "paid", paid: 3630 });
  const { cents } = await asSystem((tx) =>
    tx.one<{ cents: number }>(
      sql`SELECT sum(cents)::bigint AS cents FROM ledger_entry WHERE workspace_id = ${workspace.id} AND account = 'stripe'`,
    ),
  );
  const isPostedAgain = (await pay(workspace, id, 3630, "event evt_1")).isNew;
  expect([`${isPostedAgain}`, asText(outstanding), asText(cents)]).toEqual(expectedOf("W47"));
});

test("W35: the balance pays first, the card the rest", async () => {
  const workspace = await newWorkspace();
  await pay(workspace, null, 3000, "top-up");
  const id = await issue(workspace, 10_000);
  await asSystem((tx) => payFromBalance(tx, workspace.id, env.clock.now()));
  expect(await invoice(id)).toEqual({ status: "issued", paid: 3000 });
  const { outstanding: charged } = await balances(workspace);
  await pay(workspace, id, charged, "card");
  expect(await invoice(id)).toEqual({ status: "paid", paid: 10_000 });
  const { outstanding, cash } = await balances(workspace);
  const { sum } = await asSystem((tx) =>
    tx.one<{ sum: number }>(
      sql`SELECT sum(cents)::bigint AS sum FROM ledger_entry WHERE workspace_id = ${workspace.id}`,
    ),
  );
  expect([charged, outstanding, cash, sum].map(asText)).toEqual(expectedOf("W35"));
  expect(await history(workspace)).toEqual([
    { type: "top_up", status: "succeeded", cents: 3000, balance: 3000 },
    { type: "invoice", status: "succeeded", cents: -10_000, balance: -7000 },
    { type: "invoice_payment", status: "succeeded", cents: 7000, balance: 0 },
  ]);
});

test("a partial payment leaves the rest open, what is too much goes to the balance", async () => {
  const partial = await newWorkspace();
  const half = await issue(partial, 10_000);
  await pay(partial, half, 5000, "half");
  expect(await balances(partial)).toMatchObject({ outstanding: 5000, balance: -5000 });
  expect(await invoice(half)).toMatchObject({ status: "issued" });
  const over = await newWorkspace();
  await pay(over, await issue(over, 6000), 8000, "over");
  expect(await balances(over)).toMatchObject({ outstanding: 0, cash: 2000 });
});

test("BC-43: credit pays a part without marking the invoice as paid, the oldest due first", async () => {
  const workspace = await newWorkspace();
  const newer = await issue(workspace, 2000, 9);
  const older = await issue(workspace, 5000, 3);
  const credit = {
    workspaceId: workspace.id,
    source: "goodwill",
    reason: "Test",
    by: owner.id,
  } as const;
  const give = (cents: number, idempotencyKey: string) =>
    asSystem((tx) => addBalance(tx, { ...credit, cents, idempotencyKey }, env.clock.now()));
  expect(await give(3000, "first")).toEqual([]);
  expect(await give(3000, "first")).toEqual([]);
  expect([await invoice(older), await invoice(newer)]).toEqual([
    { status: "issued", paid: 3000 },
    { status: "issued", paid: 0 },
  ]);
  expect(await balances(workspace)).toMatchObject({ cash: 0, outstanding: 4000 });
  env.clock.advance(1000);
  expect(await give(4500, "second")).toEqual([older, newer]);
  expect(await balances(workspace)).toMatchObject({ cash: 500, outstanding: 0, balance: 500 });
});

test("the balance does not pay an invoice that waits for the result of a payment", async () => {
  const workspace = await newWorkspace();
  const id = await issue(workspace, 1000);
  const inFlight = (isInFlight: boolean) =>
    asSystem((tx) =>
      setPaymentInFlight(tx, { workspaceId: workspace.id, id, isInFlight }, env.clock.now()),
    );
  expect(await Promise.all([inFlight(true), inFlight(true)])).toContain(false);
  await pay(workspace, null, 1500, "top-up");
  expect(await invoice(id)).toEqual({ status: "issued", paid: 0 });
  await pay(workspace, id, 1000, "card");
  expect(await balances(workspace)).toMatchObject({ cash: 1500, outstanding: 0 });
  expect(await inFlight(true)).toBe(false);
});

test("a pending entry of the history has no balance until it succeeds, and ends once", async () => {
  const workspace = await newWorkspace();
  const workspaceId = workspace.id;
  const now = env.clock.now();
  const add = () =>
    asSystem((tx) => addPendingHistoryEntry(tx, { workspaceId, type: "top_up", cents: 700 }, now));
  const [good, bad] = [await add(), await add()];
  await pay(workspace, null, 100, "other");
  expect(await asSystem((tx) => failHistoryEntry(tx, { workspaceId, id: bad }, now))).toBe(true);
  const settle = () =>
    asSystem(async (tx) => {
      const { transactionId } = await bookPayment(
        tx,
        {
          workspaceId,
          invoiceId: null,
          cents: 700,
          from: "stripe",
          idempotencyKey: "late",
          effectiveAt: now,
        },
        now,
      );
      return settleHistoryEntry(tx, { workspaceId, id: good, transactionId }, now);
    });
  expect((await Promise.all([settle(), settle(), settle()])).filter(Boolean)).toEqual([true]);
  expect(await history(workspace)).toEqual([
    { type: "top_up", status: "succeeded", cents: 100, balance: 100 },
    { type: "top_up", status: "succeeded", cents: 700, balance: 800 },
    { type: "top_up", status: "failed", cents: 700, balance: null },
  ]);
});

test("random top-ups and invoices at once leave balances that are the sum of what was posted", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ isInvoice: fc.boolean(), cents: fc.integer({ min: 1, max: 100_000 }) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      async (steps) => {
        const workspace = await newWorkspace();
        for (const { cents } of steps.filter(({ isInvoice }) => isInvoice))
          await issue(workspace, cents);
        await Promise.all(
          steps.flatMap(({ isInvoice, cents }, step) =>
            isInvoice ? [] : [pay(workspace, null, cents, `step ${step}`)],
          ),
        );
        const expected = steps.reduce(
          (sum, { isInvoice, cents }) => sum + (isInvoice ? -cents : cents),
          0,
        );
        const { balance, cash, outstanding } = await balances(workspace);
        expect(balance).toBe(expected);
        expect(Math.min(cash, outstanding)).toBe(0);
      },
    ),
    { numRuns: 15 },
  );
});

test("the check finds a stored balance that is wrong", async () => {
  const workspace = await newWorkspace();
  const set = (cents: number) =>
    asSystem((tx) =>
      tx.execute(
        sql`UPDATE billing_account SET cash_cents = ${cents} WHERE workspace_id = ${workspace.id}`,
      ),
    );
  await set(1);
  expect((await asSystem(checkLedger)).map(({ kind, reference }) => [kind, reference])).toEqual([
    ["balances", workspace.id],
    ["history", workspace.id],
  ]);
  await set(0);
});
