/**
 * Months of billing with everything that can go wrong: random usage with resizes whose events arrive late and twice, promo
 * codes, top-ups, cards that are declined or challenged, refunds and reversals, disputes, debts with suspension, webhooks
 * that are lost, repeated and out of order, responses of the provider that are lost, and workers that are killed. The same
 * seed gives the same story.
 */
import { sql } from "../core/db/db.ts";
import { setBillingCountry } from "./billing.ts";
import { readSoakEnd, type SoakEnd } from "./billing-soak-checks.ts";
import { type SoakCustomer, soakCustomers } from "./billing-soak-customer.ts";
import { soakJobs } from "./billing-soak-jobs.ts";
import { createChance } from "./billing-soak-random.ts";
import { createPayer, requireStripe } from "./card-payments.ts";
import { insertInstance } from "./instances.ts";
import { insertPrice, type TestPrice } from "./metering.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createUser, reauthenticate } from "./users.ts";

/** Most are paid without trouble; the others are declined, challenged, disputed, or send refunds late or back. */
const cards = [
  "4242424242424242",
  "5555555555554444",
  "4000002500003155",
  "4000002760003184",
  "4000000000000341",
  "4000000000000259",
  "4000000000005126",
  "4000000000007726",
] as const;
const countries = ["US", "DE", "NL", "FI", "IE"] as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days of a month on which the jobs run and customers pay: the first have the close, others reminders and suspensions. */
const days = [1, 2, 5, 9, 12, 16, 20, 22, 24, 26] as const;

interface SoakOptions {
  readonly workspaces: number;
  readonly months: number;
  readonly seed: number;
  readonly onMonth?: (text: string) => void;
}

interface SoakResult extends SoakEnd {
  /** How often each thing happened. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Starts at the clock of the environment, which has payments. */
export async function runBillingSoak(
  env: TestEnvironment,
  { workspaces, months, seed, onMonth }: SoakOptions,
): Promise<SoakResult> {
  const chance = createChance(seed);
  const { below, happens, pick } = chance;
  const counts: Record<string, number> = {};
  const countOf = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const { log, faults } = requireStripe(env);
  const staff = await createUser(env, "staff@soak.test", { staffRole: "BusinessAdmin" });
  const prices: TestPrice[] = [];
  const acts = soakCustomers({ env, chance, staff, prices, countOf });
  const { survive, reconcile } = soakJobs(env, chance, countOf);

  const customers: SoakCustomer[] = [];
  for (let number = 0; number < workspaces; number += 1) {
    const payer = await createPayer(env, `soak-${number}`);
    const customer = { payer, instances: [] };
    await setBillingCountry(env, payer.workspace.id, pick(countries));
    if (happens(0.85)) {
      await payer.saveCard(happens(0.5) ? cards[0] : pick(cards));
      if (happens(0.2)) await acts.enableTopUps(customer);
    }
    customers.push(customer);
  }
  // Sessions of tests end after a year, which is when the last month is issued.
  await env.db.withSystemRole("a soak", (tx) =>
    tx.execute(
      sql`UPDATE session SET expires_at = expires_at + interval '5 years', absolute_expires_at = absolute_expires_at + interval '5 years'`,
    ),
  );
  const [first] = customers;
  if (first === undefined) throw new Error("a soak needs a workspace");
  await insertInstance(env, first.payer.workspace, first.payer.owner, { hostname: "catalog" });
  for (const rate of ["0.0105", "0.10", "1.237", "25.00"])
    for (const rules of [{ minimumSeconds: 60 }, { granularitySeconds: 3600, capHours: 700 }])
      prices.push(await insertPrice(env, { rate, ...rules }));

  /** Some requests to the provider fail, and of some only the response is lost. */
  function breakProvider(): void {
    faults.clear();
    for (const kind of ["lost-answer", "down", "status"] as const)
      if (happens(0.3)) {
        faults.add({ match: { pathPattern: "^/v1/" }, kind, times: 1 + below(4) });
        countOf(`provider: ${kind}`);
      }
  }

  /** One day of a month: jobs, banks, and customers who pay what they owe. */
  async function live(at: number): Promise<void> {
    env.clock.set(new Date(Math.max(at, env.clock.now().getTime())).toISOString());
    await reauthenticate(env, staff);
    await survive("close");
    breakProvider();
    for (let done = 0; done <= workspaces; done += 50) await survive("collection");
    await survive("automatic top-up");
    await reconcile();
    faults.clear();
    acts.actAsBanks();
    await log.settled();
    await survive("dunning");
    for (const customer of customers) if (happens(0.15)) await acts.settleDebts(customer);
    await log.settled();
    if (happens(0.5)) await survive("reversal reconciliation");
    await survive("lift");
    await survive("roll-up");
  }

  const countSuspended = () =>
    env.db.withSystemRole("a soak", (tx) =>
      tx.one<{ suspended: number }>(
        sql`SELECT count(*) AS suspended FROM workspace WHERE suspension_reason = 'overdue'`,
      ),
    );

  for (let month = 0; month < months; month += 1) {
    const now = env.clock.now();
    const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    log.rules = { copies: 1 + below(3), isHeld: false, drops: () => happens(0.25) };
    if (month > 0) for (const day of days) await live(from + day * dayMs + hourMs);
    counts["suspended"] = (counts["suspended"] ?? 0) + (await countSuspended()).suspended;
    env.clock.set(new Date(end - hourMs).toISOString());
    await reauthenticate(env, staff);
    log.rules = { ...log.rules, isHeld: happens(0.5) };
    breakProvider();
    for (const customer of customers) {
      if (happens(0.1)) await acts.stopLate(customer, from);
      else await acts.use(customer, from);
      if (happens(0.3)) await acts.topUp(customer);
      if (happens(0.2)) await acts.redeem(customer);
      if (happens(0.2)) await acts.correct(customer);
    }
    log.release((events) => events.toReversed());
    await log.settled();
    env.clock.set(new Date(end + hourMs).toISOString());
    // The drafts; a day later they are issued.
    await survive("close");
    await survive("ledger check");
    await survive("provider check");
    onMonth?.(`month ${month + 1} of ${months}: ${JSON.stringify(counts)}`);
  }
  // The last month is issued, and what was lost is found.
  faults.clear();
  const end = env.clock.now().getTime();
  for (let day = 1; day <= 4; day += 1) {
    await live(end + day * (dayMs + hourMs));
    faults.clear();
  }
  log.rules = { copies: 1, isHeld: false, drops: () => false };
  for (let run = 0; run < 3; run += 1) {
    env.clock.advance(25 * hourMs);
    await reconcile();
    await survive("reversal reconciliation");
    await survive("close");
    await survive("lift");
    await survive("roll-up");
  }
  return { ...(await readSoakEnd(env)), counts };
}
