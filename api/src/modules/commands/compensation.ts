/** Starts the compensation of a command that failed, and limits how often and how long it is tried. */
import * as store from "./store.ts";
import type { Tx } from "../../core/db/db.ts";
import type { CommandDefinition, FailureCode, Step } from "./command-definition.ts";
import { publishCommandChanged } from "./create-commands.ts";
import { rescheduleCommand, waitForStaff } from "./defer-command.ts";

/** A compensation that takes longer waits for staff. */
const maxCompensationMs = 2 * 3_600_000;

export const compensationTimeout = {
  reason: "compensation_failed",
  message: `the compensation took longer than ${maxCompensationMs / 1000} s`,
} as const;

export const isCompensationLate = (
  command: store.CommandRow,
  row: store.StepRow,
  now: Date,
): boolean =>
  command.undoing &&
  row.undoStartedAt !== null &&
  row.outageSince === null &&
  now.getTime() - row.undoStartedAt.getTime() >= maxCompensationMs;

/** Fails the step and the instance; the engine then compensates the started steps. */
export async function startCompensation(
  definition: CommandDefinition,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  failure: { code: FailureCode; message: string },
): Promise<void> {
  await store.endStep(tx, now, row, "failed", failure.code);
  await store.deletePendingSteps(tx, command.id);
  await store.startCompensation(tx, now, command.id, failure.code, failure.message);
  await definition.onFailure?.(tx, command, failure.code, now, failure);
  await publishCommandChanged(tx, command);
}

/** Retries the compensation of a step a few times; then it waits for staff, because it will not succeed by itself. */
export async function retryCompensation(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  message: string,
) {
  await store.incrementAttempts(tx, command.id);
  if (command.attempt + 1 < maxCompensationAttempts)
    return rescheduleCommand(tx, now, command, backoffSeconds(command), "running");
  const waiting = { reason: "compensation_failed", message } as const;
  return waitForStaff(tx, now, command, row, step, waiting, null);
}

const maxCompensationAttempts = 8;
export const backoffSeconds = ({ attempt }: store.CommandRow): number =>
  Math.min(900, 5 * 2 ** Math.min(attempt, 10));
