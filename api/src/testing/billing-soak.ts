/**
 * Months of billing with everything that can go wrong: random usage whose events arrive late and twice, promo codes,
 * top-ups, cards that are declined, refunds, webhooks that are lost, repeated and out of order, and workers that are
 * killed. The same seed gives the same story.
 */
import { randomUUID } from "node:crypto";
import { api } from "#contracts/api.ts";
import { type Database, sql, type Tx } from "../core/db/db.ts";
import { closeDueMonths } from "../modules/billing/close-job.ts";
import { checkLedger } from "../modules/billing/ledger-checks.ts";
import type { LedgerFinding } from "../modules/billing/ledger-checks-store.ts";
import { invoiceCollectionJob } from "../modules/billing/payments/collect-job.ts";
import { paymentReconciliationJob } from "../modules/billing/payments/reconcile-job.ts";
import { rollUpUsage } from "../modules/billing/usage-rollup.ts";
import { setBillingCountry } from "./billing.ts";
import { createPayer, type Payer, paymentsDeps, requireStripe } from "./card-payments.ts";
import { insertInstance } from "./instances.ts";
import { insertPrice, recordEvents, type TestEvent, type TestPrice } from "./metering.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "./users.ts";

const cards = ["4242424242424242", "4000000000000341", "4000002500003155"] as const;
const countries = ["US", "DE", "NL", "FI", "IE"] as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface SoakOptions {
  readonly workspaces: number;
  readonly months: number;
  readonly seed: number;
  readonly onMonth?: (text: string) => void;
}

interface SoakResult {
  readonly findings: readonly LedgerFinding[];
  /** What the provider received and did not give back, and what the ledger says it has, in cents. */
  readonly providerCents: number;
  readonly ledgerCents: number;
  /** How often each thing happened. */
  readonly counts: Readonly<Record<string, number>>;
}

interface Customer {
  readonly payer: Payer;
  readonly instances: { readonly id: string; isRunning: boolean }[];
}

class KilledWorker extends Error {}

/** The database as a worker has it that is killed after some queries: the transaction it is in is rolled back. */
function killedAfter(db: Database, queries: number): Database {
  let left = queries;
  const count = () => {
    left -= 1;
    if (left < 0) throw new KilledWorker("the worker was killed");
  };
  const watch = (tx: Tx): Tx => ({
    many: async (query) => (count(), tx.many(query)),
    tuples: async (query) => (count(), tx.tuples(query)),
    maybeOne: async (query) => (count(), tx.maybeOne(query)),
    one: async (query) => (count(), tx.one(query)),
    execute: async (query) => (count(), tx.execute(query)),
  });
  return {
    owner: db.owner,
    problem: null,
    close: () => Promise.resolve(),
    withTenant: (work, options) => db.withTenant((tx) => work(watch(tx)), options),
    withSystemRole: (reason, work) => db.withSystemRole(reason, (tx) => work(watch(tx))),
  };
}

/** Starts at the clock of the environment, which has payments. */
export async function runBillingSoak(
  env: TestEnvironment,
  { workspaces, months, seed, onMonth }: SoakOptions,
): Promise<SoakResult> {
  const random = randomNumbers(seed);
  const below = (count: number) => Math.floor(random() * count);
  const happens = (probability: number) => random() < probability;
  const pick = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  const counts: Record<string, number> = {};
  const countOf = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const { log } = requireStripe(env);
  const staff = await createUser(env, "staff@soak.test", { staffRole: "BusinessAdmin" });

  const customers: Customer[] = [];
  for (let number = 0; number < workspaces; number += 1) {
    const payer = await createPayer(env, `soak-${number}`);
    await setBillingCountry(env, payer.workspace.id, pick(countries));
    if (happens(0.8)) await payer.saveCard(pick(cards));
    customers.push({ payer, instances: [] });
  }
  const [first] = customers;
  if (first === undefined) throw new Error("a soak needs a workspace");
  await insertInstance(env, first.payer.workspace, first.payer.owner, { hostname: "catalog" });
  const prices: TestPrice[] = [];
  for (const rate of ["0.0105", "0.10", "1.237", "25.00"])
    for (const rules of [{ minimumSeconds: 60 }, { granularitySeconds: 3600, capHours: 700 }])
      prices.push(await insertPrice(env, { rate, ...rules }));

  /** A moment of the month that ends now. */
  const moment = (from: number) =>
    new Date(from + random() * (env.clock.now().getTime() - from)).toISOString();

  async function use(customer: Customer, from: number): Promise<void> {
    const { payer, instances } = customer;
    if (instances.length < 3 || happens(0.4)) {
      const hostname = `soak-${randomUUID()}`;
      const id = await insertInstance(env, payer.workspace, payer.owner, { hostname });
      instances.push({ id, isRunning: false });
    }
    for (const instance of instances) {
      if (happens(0.3)) continue;
      const times = Array.from({ length: 4 }, () => moment(from)).toSorted();
      const [one = "", two = "", three = "", four = ""] = times;
      const events: TestEvent[] = [
        { kind: "start" as const, at: one, price: pick(prices) },
        ...(happens(0.5) ? [{ kind: "resize" as const, at: two, price: pick(prices) }] : []),
        ...(happens(0.3) ? [{ kind: "quantity" as const, at: three, quantity: 1 + below(4) }] : []),
        ...(happens(0.6) ? [{ kind: "stop" as const, at: four }] : []),
      ].map((event) => ({ ...event, id: randomUUID() }));
      // A late event is of the month before, which may be invoiced.
      if (happens(0.15))
        events.push({
          kind: "stop",
          at: new Date(from - 3 * hourMs).toISOString(),
          id: randomUUID(),
        });
      const arriving = [...events, ...(happens(0.3) ? [pick(events)] : [])]
        .map((event) => ({ event, key: random() }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ event }) => event);
      await recordEvents(env, payer.workspace, instance.id, arriving);
      countOf("instance-months");
    }
  }

  async function pay({ payer }: Customer): Promise<void> {
    if (happens(0.3)) {
      const started = await payer.startPayment({ amountCents: 500 + below(20_000) });
      if (started.status < 300 && started.data.cardId != null) {
        countOf("top-ups");
        await payer.browser.confirm(
          started.data.clientSecret,
          started.data.cardId,
          happens(0.2) ? "leave" : undefined,
        );
        if (happens(0.5) && started.data.paymentId != null)
          await payer.check(started.data.paymentId);
      }
    }
    if (happens(0.2)) await redeem(payer, staff);
  }

  async function redeem(payer: Payer, admin: TestUser): Promise<void> {
    const isCredit = happens(0.5);
    const code = `SOAK-${below(1_000_000_000)}`;
    const { status } = await admin.client.call(api.promoCodes.create, {
      body: isCredit
        ? { code, kind: "credit", amountCents: 100 + below(5_000) }
        : { code, kind: "percent", percentPpm: 100_000, months: 2 },
    });
    if (status !== 201) return;
    const { status: redeemed } = await payer.owner.client.call(api.billingPromo.redeemPromoCode, {
      path: payer.path,
      body: { code },
    });
    if (redeemed === 201) countOf("promo codes");
  }

  async function correct({ payer }: Customer): Promise<void> {
    if (!happens(0.15)) return;
    const { data } = await payer.owner.client.call(api.billingInvoices.invoices, {
      path: payer.path,
      query: {},
    });
    const invoices = data.data.filter(
      ({ kind, status }) => kind === "invoice" && status !== "draft",
    );
    if (invoices.length === 0) return;
    const { id } = pick(invoices);
    const body = { reason: "The soak corrects it" };
    const { status } = happens(0.5)
      ? await staff.client.call(api.adminBilling.refund, { path: { historyEntry: id }, body })
      : await staff.client.call(api.adminBilling.reverse, { path: { invoice: id }, body });
    if (status < 300) countOf("credit notes");
  }

  /** Runs a job, killed at random points a few times before it ends. */
  async function survive(name: string, work: (db: Database) => Promise<void>): Promise<void> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (happens(0.4)) continue;
      try {
        await work(killedAfter(env.db, 1 + below(60)));
      } catch (error) {
        if (!(error instanceof KilledWorker)) throw error;
        countOf(`${name}, killed`);
      }
    }
    await work(env.db);
  }

  for (let month = 0; month < months; month += 1) {
    const now = env.clock.now();
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    env.clock.set(new Date(end - hourMs).toISOString());
    log.rules = { copies: 1 + below(3), isHeld: happens(0.5), drops: () => happens(0.25) };
    await reauthenticate(env, staff);
    for (const customer of customers) {
      await use(customer, from);
      await pay(customer);
      await correct(customer);
    }
    log.release((events) => events.toReversed());
    await log.settled();
    await survive("roll-up", (db) => rollUpUsage(db, env.clock.now()));
    // The drafts at the end of the month, and the invoices a day later.
    for (const after of [hourMs, dayMs + hourMs]) {
      env.clock.set(new Date(end + after).toISOString());
      await survive("close", (db) => closeDueMonths(db, env.clock.now()));
    }
    for (let run = 0; run < 2 + workspaces / 50; run += 1) {
      await survive("collection", (db) =>
        invoiceCollectionJob.handle({ ...paymentsDeps(env), db }, {}),
      );
      env.clock.advance(20 * 60_000);
      await survive("reconciliation", (db) =>
        paymentReconciliationJob.handle({ ...paymentsDeps(env), db }, {}),
      );
    }
    await log.settled();
    onMonth?.(`month ${month + 1} of ${months}: ${JSON.stringify(counts)}`);
  }
  // What was lost is found within a day, and abandoned payments end.
  log.rules = { copies: 1, isHeld: false, drops: () => false };
  for (let run = 0; run < 3 + workspaces / 10; run += 1) {
    env.clock.advance(25 * hourMs);
    await paymentReconciliationJob.handle(paymentsDeps(env), {});
    await log.settled();
  }
  const result = await env.db.withSystemRole("the end of a soak", async (tx) => ({
    findings: await checkLedger(tx),
    ledger: await tx.one<{ cents: number; invoices: number }>(sql`
      SELECT (SELECT coalesce(sum(cents), 0)::bigint FROM ledger_entry WHERE account = 'stripe') AS cents,
             (SELECT count(*) FROM invoice WHERE kind = 'invoice' AND series_number IS NOT NULL) AS invoices`),
  }));
  const { account } = requireStripe(env);
  const received = [...account.paymentIntents.values()].reduce(
    (sum, each) => sum + each.received,
    0,
  );
  return {
    findings: result.findings,
    providerCents: received,
    ledgerCents: result.ledger.cents,
    counts: { ...counts, invoices: result.ledger.invoices },
  };
}
