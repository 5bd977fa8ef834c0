/** Recurring jobs of billing: the month's close, overdue invoices, expired promo credit, and the check of the ledger. */
import type { FastifyBaseLogger } from "fastify";
import { minimumChargeCents } from "#contracts/payments.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { job, defineJob } from "../../core/jobs/jobs.ts";
import { NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { createDrafts, issueMonth, type Month, monthBefore } from "./close-month.ts";
import {
  findFirstMonth,
  insertMonth,
  listClosedMonths,
  markMonthClosed,
  markOverdue,
} from "./close-store.ts";
import { calendarMonth } from "./expenditure.ts";
import { checkLedger } from "./ledger-checks.ts";
import { listOpenDisputes } from "./payments/disputes-store.ts";
import { listWriteOffProposals, saveLedgerFindings } from "./ledger-findings-store.ts";
import { expirePromoCredit } from "./promo-expiry.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** So long after its end a month waits for late usage before it is invoiced. */
export const graceMs = dayMs;
/** So long after an invoice was due, staff are asked to decide about it. */
const proposalMs = 30 * dayMs;
const systemReason = "billing jobs work for every tenant";

interface BillingJobDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** Months from the first one with billing that have ended and are not closed, oldest first. */
async function listOpenMonths(db: Database, now: Date): Promise<Month[]> {
  const current = calendarMonth(now);
  return db.withSystemRole(systemReason, async (tx) => {
    const first = await findFirstMonth(tx);
    if (first === null) {
      await insertMonth(tx, current.start);
      return [];
    }
    const closed = await listClosedMonths(tx);
    const months: Month[] = [];
    for (let month = monthBefore(current); month.start >= first; month = monthBefore(month))
      if (!closed.has(month.start.getTime())) months.unshift(month);
    return months;
  });
}

/** Closes what is due at `now`. */
export async function closeDueMonths(db: Database, now: Date): Promise<void> {
  for (const month of await listOpenMonths(db, now)) {
    await createDrafts(db, month, now);
    if (now.getTime() < month.end.getTime() + graceMs) continue;
    await issueMonth(db, month, now);
    await db.withSystemRole(systemReason, (tx) => markMonthClosed(tx, month.start, now));
  }
}

export const monthCloseJob = job(
  defineJob("billing.close_months", NoPayload, {
    each: "platform",
    next: ({ startedAt }) => new Date(startedAt.getTime() + hourMs),
  }),
  async ({ db, clock }: BillingJobDeps) => {
    const now = clock.now();
    await closeDueMonths(db, now);
    await db.withSystemRole(systemReason, async (tx) => {
      // Less than that waits for the next invoice and does not become overdue.
      for (const { workspaceId } of await markOverdue(tx, now, minimumChargeCents))
        await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
      await expirePromoCredit(tx, now);
    });
  },
);

/** Every night. What it finds is logged, and kept for staff until it is gone. */
export const ledgerCheckJob = job(
  defineJob("billing.check_ledger", NoPayload, {
    each: "platform",
    next: ({ startedAt }) => new Date(startedAt.getTime() + dayMs),
  }),
  async ({ db, clock, logger }: BillingJobDeps) => {
    const now = clock.now();
    const { findings, proposals } = await db.withSystemRole(systemReason, async (tx) => {
      const found = {
        findings: await checkLedger(tx),
        proposals: await listWriteOffProposals(tx, new Date(now.getTime() - proposalMs)),
      };
      // An open dispute is no contradiction, but it waits for the answer of staff.
      const disputes = await listOpenDisputes(tx);
      await saveLedgerFindings(tx, [...found.findings, ...found.proposals, ...disputes], now);
      return found;
    });
    for (const { kind, reference } of proposals)
      logger.warn({ kind, reference }, "staff decide about termination and write-off");
    for (const { kind, reference } of findings)
      logger.error({ kind, reference }, "the ledger contradicts itself");
  },
);
