/**
 * Reminds of unpaid invoices, and suspends workspaces whose invoices stay unpaid. Everything stops when nothing is owed: each
 * step looks at what is owed in its own transaction. Charges are made by `billing/payments/collect-job.ts`.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { insertSystemEvent } from "../../core/audit/audit.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { lockBillingAccount } from "../billing/ledger.ts";
import { stopActiveInstances } from "../instances/stop-active-instances.ts";
import { suspendWorkspace } from "../suspension/suspension.ts";
import {
  type AnnouncedSuspension,
  deleteSettledSuspensions,
  insertSuspension,
  listDueSuspensions,
  listSuspensionsToAnnounce,
  lockSuspension,
  markReminded,
  markSuspended,
  type OverdueInvoice,
} from "./dunning-store.ts";
import { remindOfFailedCharges, remindOfOverdueInvoices } from "./invoice-reminders.ts";
import { insertSuspendedInstances } from "./lift-store.ts";
import { sendSuspensionLetter } from "./suspension-letter.ts";
import { announceDays, hourMs, remindHours, suspendDays } from "./terms.ts";

const intervalMs = 10 * 60_000;
const batch = 200;
const systemReason = "invoices of every tenant are collected";

export interface DunningDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
  /** The console's URL; links in emails start with it. */
  readonly publicUrl: URL;
}

export const dunning = defineJob("billing.dunning", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

export const dunningJob = job(dunning, async (deps: DunningDeps) => {
  const { db } = deps;
  const now = deps.clock.now();
  const run = <T>(work: (tx: Tx) => Promise<T>) => db.withSystemRole(systemReason, work);
  await run((tx) => remindOfFailedCharges(tx, deps, now, batch));
  await run((tx) => remindOfOverdueInvoices(tx, deps, now, batch));
  for (const { workspaceId } of await run(deleteSettledSuspensions))
    await run((tx) => publishLiveEvent(tx, workspaceId, { topic: "billing", id: null }));
  const dueBefore = new Date(now.getTime() - (suspendDays - announceDays) * 24 * hourMs);
  for (const invoice of await run((tx) => listSuspensionsToAnnounce(tx, dueBefore, batch)))
    await run((tx) => announce(tx, deps, invoice, now));
  for (const workspaceId of await run((tx) => listDueSuspensions(tx, now, remindHours)))
    await run((tx) => remindOrSuspend(tx, deps, workspaceId, now));
});

/** No workspace is suspended without the days between the announcement and the suspension, however late the job runs. */
async function announce(
  tx: Tx,
  deps: DunningDeps,
  invoice: OverdueInvoice,
  now: Date,
): Promise<void> {
  const { workspaceId, invoiceId, dueAt } = invoice;
  const suspendsAt = new Date(
    Math.max(
      dueAt.getTime() + suspendDays * 24 * hourMs,
      now.getTime() + announceDays * 24 * hourMs,
    ),
  );
  if (!(await insertSuspension(tx, { workspaceId, invoiceId, suspendsAt }, now))) return;
  await sendSuspensionLetter(tx, deps, { ...invoice, suspendsAt, stopped: null }, now);
  await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
}

async function remindOrSuspend(
  tx: Tx,
  deps: DunningDeps,
  workspaceId: string,
  now: Date,
): Promise<void> {
  // A payment that arrives now is booked before, and nothing is suspended, or after, and lifts the suspension.
  await lockBillingAccount(tx, workspaceId);
  const announced = await lockSuspension(tx, workspaceId);
  if (announced === null || announced.suspendedAt !== null) return;
  if (announced.suspendsAt <= now) await suspend(tx, deps, announced, now);
  else if (announced.remindedAt === null) {
    await markReminded(tx, workspaceId, now);
    await sendSuspensionLetter(tx, deps, { ...announced, stopped: null }, now);
  }
}

async function suspend(
  tx: Tx,
  deps: DunningDeps,
  announced: AnnouncedSuspension,
  now: Date,
): Promise<void> {
  const { workspaceId, invoiceId, name, number } = announced;
  const origin = { requester: { type: "system" }, requestId: null } as const;
  const isSuspended = await suspendWorkspace(tx, now, {
    ...origin,
    workspaceId,
    reason: "overdue",
    note: null,
    stopsInstances: false,
  });
  // Staff have suspended it; this suspension waits until that one ends.
  if (!isSuspended) return;
  const stopped = await stopActiveInstances(tx, now, workspaceId, origin);
  await insertSuspendedInstances(
    tx,
    workspaceId,
    stopped.map(({ id }) => id),
    now,
  );
  await markSuspended(tx, workspaceId, now);
  const hostnames = stopped.map(({ hostname }) => hostname);
  await sendSuspensionLetter(tx, deps, { ...announced, stopped: hostnames }, now);
  await insertSystemEvent(tx, {
    at: now,
    action: "billing.suspendOverdue",
    workspaceId,
    target: { type: "workspace", id: workspaceId, name },
    changes: [
      { field: "billing.unpaidInvoice", from: null, to: number },
      { field: "billing.poweredOff", from: null, to: hostnames.join(", ") },
    ].filter(({ to }) => to !== ""),
    requestId: invoiceId,
  });
  deps.logger.info({ workspaceId, invoiceId }, "a workspace is suspended for an overdue invoice");
}
