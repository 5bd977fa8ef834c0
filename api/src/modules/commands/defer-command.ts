/** Defers a command: to a time, or until staff resolve the step. */
import * as store from "./store.ts";
import type { WaitingReason } from "#contracts/commands.ts";
import type { Tx } from "../../core/db/db.ts";
import type { Step } from "./command-definition.ts";
import { enqueueAdvance, publishCommandChanged } from "./create-commands.ts";
import { endStart } from "./dispatch.ts";

/** Whether the engine still retries a step that waits for staff. */
export const isRetriedWhileWaiting = (reason: WaitingReason): boolean =>
  reason === "provider_rejected" || reason === "provider_unavailable";

export async function deferStep(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  seconds: number,
  detail: string | null,
) {
  await store.recordWait(tx, now, row, command.undoing ? row.detail : detail);
  if (!command.undoing && row.detail !== detail) await publishCommandChanged(tx, command);
  return rescheduleCommand(tx, now, command, seconds, "running");
}

export async function rescheduleCommand(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  seconds: number,
  status: "running" | "waiting",
) {
  await store.setCommandStatus(tx, now, command.id, status);
  await endStart(tx, now, command);
  await enqueueAdvance(
    tx,
    now,
    { id: command.id, instanceId: command.instance?.id ?? null, subject: command.subject },
    new Date(now.getTime() + seconds * 1000),
  );
  return false;
}

/** Stops at a step until staff resolve it, or until a retry succeeds. `retrySeconds` is null without retries. */
export async function waitForStaff(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  { reason, message }: { reason: WaitingReason; message: string },
  retrySeconds: number | null,
) {
  await store.setStepWaiting(tx, now, row, reason);
  if (row.waitingReason !== reason) {
    const text = `${step.name}: waits for staff (${reason}): ${message}`;
    await store.insertCommandLog(tx, now, command, "warning", text);
    await publishCommandChanged(tx, command);
  }
  if (retrySeconds !== null) return rescheduleCommand(tx, now, command, retrySeconds, "waiting");
  await store.setCommandStatus(tx, now, command.id, "waiting");
  await endStart(tx, now, command);
  return false;
}
