/** Jobs of billing as the soak runs them: killed at random points, and by two workers at once. */
import { type Database, sql, type Tx } from "../core/db/db.ts";
import { ledgerCheckJob, monthCloseJob } from "../modules/billing/close-job.ts";
import { automaticTopUpJob } from "../modules/billing/payments/automatic-top-up.ts";
import { providerCheckJob } from "../modules/billing/payments/check-provider-job.ts";
import { invoiceCollectionJob } from "../modules/billing/payments/collect-job.ts";
import { paymentReconciliationJob } from "../modules/billing/payments/reconcile-job.ts";
import { refundReconciliationJob } from "../modules/billing/payments/reconcile-refunds-job.ts";
import { reversalReconciliationJob } from "../modules/billing/payments/reconcile-reversals-job.ts";
import { usageRollupJob } from "../modules/billing/usage-rollup.ts";
import { dunningJob } from "../modules/dunning/dunning-job.ts";
import { suspensionLiftJob } from "../modules/dunning/lift-job.ts";
import type { Chance } from "./billing-soak-random.ts";
import { paymentsDeps, requireStripe } from "./card-payments.ts";
import type { TestEnvironment } from "./test-environment.ts";

const jobs = {
  close: monthCloseJob,
  "roll-up": usageRollupJob,
  "automatic top-up": automaticTopUpJob,
  collection: invoiceCollectionJob,
  reconciliation: paymentReconciliationJob,
  "refund reconciliation": refundReconciliationJob,
  "reversal reconciliation": reversalReconciliationJob,
  dunning: dunningJob,
  lift: suspensionLiftJob,
  "ledger check": ledgerCheckJob,
  "provider check": providerCheckJob,
} as const;
export type SoakJob = keyof typeof jobs;

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

/** Payments and refunds without a result, which a run of a job takes in batches. */
const countOpen = (env: TestEnvironment) =>
  env.db.withSystemRole("a soak", (tx) =>
    tx.one<{ payments: number; refunds: number }>(sql`
      SELECT (SELECT count(*) FROM payment WHERE status NOT IN ('succeeded', 'failed')) AS payments,
             (SELECT count(*) FROM refund WHERE status IN ('created', 'pending')) AS refunds`),
  );

export function soakJobs(
  env: TestEnvironment,
  { below, happens, random }: Chance,
  countOf: (name: string) => void,
) {
  const { log } = requireStripe(env);
  const run = (name: SoakJob, db: Database = env.db) =>
    jobs[name].handle({ ...paymentsDeps(env), db }, {});

  /** Runs a job that may be killed twice before it ends, once by two workers at the same time. */
  async function survive(name: SoakJob): Promise<void> {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (happens(0.7)) continue;
      try {
        await run(name, killedAfter(env.db, 1 + below(Math.round(10 ** (0.5 + 2 * random())))));
      } catch (error) {
        if (!(error instanceof KilledWorker)) throw error;
        countOf(`killed: ${name}`);
      }
    }
    if (happens(0.2)) {
      await Promise.all([run(name), run(name)]);
      countOf(`by two workers: ${name}`);
    } else await run(name);
  }

  return {
    survive,
    /** Ends payments whose events were lost: each run of the jobs asks the provider for a part of them. */
    async reconcile(): Promise<void> {
      await log.settled();
      const { payments, refunds } = await countOpen(env);
      for (let done = 0; done <= payments; done += 50) {
        await survive("reconciliation");
        env.clock.advance(3 * 60_000);
      }
      for (let done = 0; done <= refunds; done += 50) {
        await survive("refund reconciliation");
        env.clock.advance(3 * 60_000);
      }
      await log.settled();
    },
  };
}
