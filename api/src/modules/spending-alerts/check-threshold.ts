/**
 * Compares the month's cost with the alert threshold: sends the alert of the highest level that is reached, once per
 * version of the threshold and month, and carries out its action at 100 %. It runs as boreal_system.
 */
import { formatMoney, usd } from "#contracts/money.ts";
import { keptDaysAfterTermination, terminationGraceHours } from "#contracts/spending-alerts.ts";
import { insertSystemEvent } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import {
  lockThreshold,
  reachedLevel,
  readMonthCost,
  saveThresholdState,
  thisMonth,
  type ThresholdRow,
} from "../billing/alert-threshold.ts";
import { lockLimits } from "../billing/limits.ts";
import { endLiveInstances } from "../instances/end-live-instances.ts";
import { stopActiveInstances } from "../instances/stop-active-instances.ts";
import { findWorkspaceNames, listBillingRecipients } from "../mail/member-recipients.ts";
import { toNameList } from "../mail/name-list.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";

export interface AlertDeps {
  /** The console's URL; links in emails start with it. */
  readonly publicUrl: URL;
}

const hourMs = 3_600_000;
const origin = { requester: { type: "system" }, requestId: null } as const;

/** Any number of workers may check at once: the lock of the threshold lets one of them send an alert. */
export async function checkThreshold(
  tx: Tx,
  deps: AlertDeps,
  workspaceId: string,
  now: Date,
): Promise<void> {
  // As an order does, so that no order is accepted between the check and its effect.
  await lockLimits(tx, workspaceId);
  const stored = await lockThreshold(tx, workspaceId);
  if (stored === null) return;
  const threshold = thisMonth(stored, now);
  const spent = await readMonthCost(tx, workspaceId, now);
  const level = reachedLevel(spent, threshold.amount);
  if (level > threshold.level)
    await raiseLevel(tx, deps, { workspaceId, threshold, level, spent }, now);
  else if (threshold.terminateAt !== null && threshold.terminateAt <= now)
    await endGrace(tx, deps, { workspaceId, threshold }, now);
  else if (threshold !== stored) await saveThresholdState(tx, workspaceId, threshold, now);
  else return;
  await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
}

interface Reached {
  readonly workspaceId: string;
  readonly threshold: ThresholdRow;
  readonly level: number;
  readonly spent: number;
}

async function raiseLevel(
  tx: Tx,
  deps: AlertDeps,
  { workspaceId, threshold, level, spent }: Reached,
  now: Date,
): Promise<void> {
  const { action, amount, month } = threshold;
  const isPassed = level === 100;
  const terminateAt =
    isPassed && action === "terminate_after_grace"
      ? new Date(now.getTime() + terminationGraceHours * hourMs)
      : null;
  const state = { month, level, passedAt: isPassed ? now : null, terminateAt };
  await saveThresholdState(tx, workspaceId, state, now);
  const stopped =
    isPassed && action === "stop" ? await stopActiveInstances(tx, now, workspaceId, origin) : [];
  const workspace = await findWorkspaceNames(tx, workspaceId);
  for (const recipient of await listBillingRecipients(tx, workspaceId))
    await sendMail(mailsOf(tx, now), recipient, "spending-alert", {
      firstName: recipient.firstName,
      workspace: workspace.name,
      percent: String(level),
      amount: formatMoney(usd(amount), recipient.locale),
      spent: formatMoney(usd(spent), recipient.locale),
      alertAction: isPassed ? action : "notify",
      ...(terminateAt !== null && { at: terminateAt.toISOString() }),
      ...(stopped.length > 0 && {
        instances: toNameList(
          stopped.map(({ hostname }) => hostname),
          recipient.locale,
        ),
      }),
      link: linkTo(deps, workspace.handle),
    });
  await insertSystemEvent(tx, {
    at: now,
    action: "billing.alertLevelReached",
    workspaceId,
    target: { type: "workspace", id: workspaceId, name: workspace.name },
    changes: [
      { field: "billing.alertLevel", from: threshold.level, to: level },
      { field: "billing.amount", from: null, to: spent },
    ],
    requestId: workspaceId,
  });
}

async function endGrace(
  tx: Tx,
  deps: AlertDeps,
  { workspaceId, threshold }: Pick<Reached, "workspaceId" | "threshold">,
  now: Date,
): Promise<void> {
  await saveThresholdState(tx, workspaceId, { ...threshold, terminateAt: null }, now);
  const keptHours = keptDaysAfterTermination * 24;
  const ended = await endLiveInstances(tx, now, workspaceId, { ...origin, keptHours });
  if (ended.terminated.length + ended.stopped.length === 0) return;
  const workspace = await findWorkspaceNames(tx, workspaceId);
  for (const recipient of await listBillingRecipients(tx, workspaceId))
    await sendMail(mailsOf(tx, now), recipient, "threshold-ended-instances", {
      firstName: recipient.firstName,
      workspace: workspace.name,
      amount: formatMoney(usd(threshold.amount), recipient.locale),
      ...(ended.terminated.length > 0 && {
        terminated: toNameList(ended.terminated, recipient.locale),
      }),
      ...(ended.stopped.length > 0 && { stopped: toNameList(ended.stopped, recipient.locale) }),
      at: new Date(now.getTime() + keptHours * hourMs).toISOString(),
      link: new URL(`/${workspace.handle}/instances?status=terminated`, deps.publicUrl).href,
    });
  await insertSystemEvent(tx, {
    at: now,
    action: "billing.graceEnded",
    workspaceId,
    target: { type: "workspace", id: workspaceId, name: workspace.name },
    changes: [
      { field: "billing.terminated", from: null, to: ended.terminated.join(", ") },
      { field: "billing.poweredOff", from: null, to: ended.stopped.join(", ") },
    ].filter(({ to }) => to !== ""),
    requestId: workspaceId,
  });
}

const linkTo = ({ publicUrl }: AlertDeps, handle: string): string =>
  new URL(`/${handle}/billing/balance-payments`, publicUrl).href;
