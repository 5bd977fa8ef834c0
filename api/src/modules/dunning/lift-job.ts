/**
 * Lifts suspensions whose invoices are settled, by whatever way the money came, and starts the instances that they stopped.
 * It asks what is owed instead of listening to payments, so that no way of paying can be forgotten.
 */
import { insertSystemEvent } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { lockBillingAccount } from "../billing/ledger.ts";
import { startStoppedInstance } from "../instances/start-stopped-instance.ts";
import { findWorkspaceNames, listBillingRecipients } from "../mail/member-recipients.ts";
import { toNameList } from "../mail/name-list.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import { liftSuspension } from "../suspension/suspension.ts";
import type { DunningDeps } from "./dunning-job.ts";
import {
  deleteSuspendedInstance,
  deleteSuspension,
  findLastPayment,
  forgetOfLiftedByStaff,
  type InstanceToStart,
  listInstancesToStart,
  listPaidSuspensions,
  startSuspendedInstances,
} from "./lift-store.ts";
import { hourMs, suspendDays } from "./terms.ts";

const intervalMs = 30_000;
/** An instance that does not start for so long is left to its customer. */
const startsForMs = 7 * 24 * hourMs;
const systemReason = "suspensions of every tenant are lifted";

export const suspensionLift = defineJob("billing.lift_suspensions", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

export const suspensionLiftJob = job(suspensionLift, async (deps: DunningDeps) => {
  const { db, clock } = deps;
  const now = clock.now();
  const run = <T>(work: (tx: Tx) => Promise<T>) => db.withSystemRole(systemReason, work);
  const dueBefore = new Date(now.getTime() - suspendDays * 24 * hourMs);
  for (const workspaceId of await run((tx) => listPaidSuspensions(tx, dueBefore)))
    await run((tx) => lift(tx, deps, workspaceId, now));
  await run(forgetOfLiftedByStaff);
  for (const instance of await run(listInstancesToStart))
    await run((tx) => start(tx, instance, now));
});

async function lift(tx: Tx, deps: DunningDeps, workspaceId: string, now: Date): Promise<void> {
  await lockBillingAccount(tx, workspaceId);
  if (!(await liftSuspension(tx, now, workspaceId))) return;
  await deleteSuspension(tx, workspaceId);
  const starting = await startSuspendedInstances(tx, workspaceId, now);
  const { name, handle } = await findWorkspaceNames(tx, workspaceId);
  const payment = await findLastPayment(tx, workspaceId);
  await insertSystemEvent(tx, {
    at: now,
    action: "billing.liftOverdue",
    workspaceId,
    target: { type: "workspace", id: workspaceId, name },
    changes: [{ field: "billing.paidBy", from: null, to: payment?.kind ?? null }],
    requestId: payment?.id ?? workspaceId,
  });
  deps.logger.info(
    { workspaceId, transactionId: payment?.id, kind: payment?.kind },
    "a payment lifted the suspension of a workspace",
  );
  for (const recipient of await listBillingRecipients(tx, workspaceId))
    await sendMail(mailsOf(tx, now), recipient, "overdue-suspension-lifted", {
      firstName: recipient.firstName,
      workspace: name,
      ...(starting.length > 0 && { instances: toNameList(starting, recipient.locale) }),
      link: new URL(`/${handle}`, deps.publicUrl).href,
    });
  await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
}

/** While its region does not respond, the instance is asked for again by each run. */
async function start(tx: Tx, instance: InstanceToStart, now: Date): Promise<void> {
  const isOver = now.getTime() - instance.startsSince.getTime() > startsForMs;
  if (isOver || (await startStoppedInstance(tx, now, instance)) === "runs")
    await deleteSuspendedInstance(tx, instance);
}
