/** Applies the result of a step: completes, defers, retries or fails it. */
import * as store from "./store.ts";
import { type Circuit, markUnreachable } from "../catalogue/region-reachability.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import type {
  CommandDefinition,
  CommandDefinitions,
  FailureCode,
  StepOutcome,
  Step,
} from "./command-definition.ts";
import {
  backoffSeconds,
  compensationTimeout,
  isCompensationLate,
  retryCompensation,
  startCompensation,
} from "./compensation.ts";
import { publishCommandChanged } from "./create-commands.ts";
import { deferStep, rescheduleCommand, waitForStaff } from "./defer-command.ts";
import { endStart } from "./dispatch.ts";
import { recordActivity } from "./record-activity.ts";

export interface EngineDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: ProviderRegions;
  readonly definitions: CommandDefinitions;
  readonly logger: FastifyBaseLogger;
}

export interface StepExecution {
  readonly command: store.CommandRow;
  readonly row: store.StepRow;
  readonly step: Step;
  readonly definition: CommandDefinition;
  /** Whether the step may call its region. While the region does not respond, only a `probe` does. */
  readonly circuit: Circuit;
}

/** Result of a step: its own outcome, an unavailable provider, or an internal error. */
export type StepResult =
  | StepOutcome
  | {
      readonly kind: "outage";
      readonly message: string;
      readonly retryAfterMs: number | null;
      /** The region was not called. */
      readonly isUntried?: true;
    }
  | { readonly kind: "fault"; readonly error: unknown };

/** After this downtime of the provider a command fails; one that cannot fail waits for staff. */
const maxProviderDowntimeMs = 24 * 3_600_000;

/** Saves the result of the step. Returns true when the next step can follow at once. */
export async function applyStepResult(
  deps: EngineDeps,
  tx: Tx,
  execution: StepExecution,
  result: StepResult,
): Promise<boolean> {
  const now = deps.clock.now();
  const command = await store.lockOpenCommand(tx, execution.command.id);
  // The command was canceled or taken over meanwhile. Resources it created are found by their key
  // when the command continues or is compensated.
  const row = command?.steps.find(({ id }) => id === execution.row.id);
  if (command === null || row === undefined || command.turn !== execution.command.turn)
    return false;
  const { step, definition } = execution;
  const isLate =
    !command.undoing && row.deadlineAt !== null && now.getTime() >= row.deadlineAt.getTime();
  switch (result.kind) {
    case "done":
      return completeStep(definition, tx, now, command, row, step, result);
    case "failed":
      return failCommand(definition, tx, now, command, row, step, result);
    case "needs_staff":
      return waitForStaff(tx, now, command, row, step, result, null);
    case "wait":
      if (isCompensationLate(command, row, now))
        return waitForStaff(tx, now, command, row, step, compensationTimeout, null);
      if (isLate && row.outageSince === null)
        return failCommand(definition, tx, now, command, row, step, timeoutFailure(step));
      await result.save?.(tx, now);
      return deferStep(tx, now, command, row, result.seconds, result.detail ?? null);
    case "outage":
      return handleProviderUnavailable(deps, tx, now, command, row, execution, result);
    case "fault":
      return handleInternalError(deps, tx, now, command, row, execution, result.error);
  }
}

const timeoutFailure = (step: Step) => ({
  code: "timed_out" as const,
  message: `${step.name} took longer than ${step.deadlineSeconds} s`,
});

async function completeStep(
  definition: CommandDefinition,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  outcome: StepOutcome & { kind: "done" },
) {
  await outcome.save?.(tx, now);
  if (outcome.providerRef !== undefined)
    await store.setProviderRef(tx, command.id, outcome.providerRef);
  if (command.undoing) {
    await store.endStepCompensation(tx, now, row);
    await store.insertCommandLog(tx, now, command, "info", `${step.name}: compensated`);
    await store.setCommandStatus(tx, now, command.id, "running");
    return true;
  }
  await store.endStep(tx, now, row, "complete", null);
  await store.insertCommandLog(tx, now, command, "info", `${step.name}: complete`);
  const isLast = row.position === definition.steps.length - 1;
  if (isLast) {
    await store.endCommand(tx, now, command.id, "succeeded");
    await endStart(tx, now, command);
  } else await store.setCommandStatus(tx, now, command.id, "running");
  // The order is already in the activity; record only that the instance is ready.
  if (isLast && command.kind === "create")
    await recordActivity(tx, now, command, "instances.ready");
  await publishCommandChanged(tx, command);
  return !isLast;
}

async function failCommand(
  definition: CommandDefinition,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  failure: { code: FailureCode; message: string },
) {
  await store.insertCommandLog(
    tx,
    now,
    command,
    "error",
    `${step.name}: ${failure.code}: ${failure.message}`,
  );
  if (command.undoing) return retryCompensation(tx, now, command, row, step, failure.message);
  await startCompensation(definition, tx, now, command, row, failure);
  await recordActivity(tx, now, command, "instances.failed", [
    { field: command.kind, from: null, to: failure.code },
  ]);
  return true;
}

/** Waits for an unavailable provider: no attempt is counted, and the deadline moves by the wait. */
async function handleProviderUnavailable(
  deps: EngineDeps,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  { step, definition }: StepExecution,
  outage: StepResult & { kind: "outage" },
) {
  const downtimeMs = row.outageSince === null ? 0 : now.getTime() - row.outageSince.getTime();
  if (outage.isUntried !== true)
    deps.logger.warn(
      { command: command.id, region: command.regionHandle, detail: outage.message },
      "a provider is unavailable",
    );
  if (downtimeMs >= maxProviderDowntimeMs && !command.undoing && step.deadlineSeconds !== null) {
    return failCommand(definition, tx, now, command, row, step, {
      code: "timed_out",
      message: outage.message,
    });
  }
  await store.recordProviderUnavailable(tx, now, row);
  if (row.outageSince === null) {
    await store.insertCommandLog(tx, now, command, "warning", `${step.name}: ${outage.message}`);
    await publishCommandChanged(tx, command);
  } else if (outage.retryAfterMs === null && outage.isUntried !== true) {
    // A single lost response is no outage; two in a row are.
    await markUnreachable(tx, command.regionHandle, now, definition.provider);
  }
  const seconds = Math.max(
    Math.min(60, Math.max(5, downtimeMs / 4000)),
    (outage.retryAfterMs ?? 0) / 1000,
  );
  if (downtimeMs >= maxProviderDowntimeMs) {
    const waiting = { reason: "provider_unavailable", message: outage.message } as const;
    return waitForStaff(tx, now, command, row, step, waiting, seconds);
  }
  return rescheduleCommand(tx, now, command, seconds, "running");
}

/**
 * Handles an internal error, or a rejection in a step that cannot be compensated: retries with exponential
 * backoff. A step with `retriesForever` never fails; it waits for staff.
 */
async function handleInternalError(
  deps: EngineDeps,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  { step, definition }: StepExecution,
  error: unknown,
) {
  const message = error instanceof Error ? error.message : String(error);
  deps.logger.error(
    { err: error, command: command.id, step: step.name },
    "a step of a command failed",
  );
  if (command.undoing) {
    await store.insertCommandLog(tx, now, command, "error", `${step.name}: ${message}`);
    return retryCompensation(tx, now, command, row, step, message);
  }
  if (step.retriesForever !== true && command.attempt + 1 >= command.maxAttempts)
    return failCommand(definition, tx, now, command, row, step, { code: "internal", message });
  await store.incrementAttempts(tx, command.id);
  await store.insertCommandLog(tx, now, command, "error", `${step.name}: ${message}`);
  if (step.retriesForever !== true)
    return rescheduleCommand(tx, now, command, backoffSeconds(command), "running");
  const waiting = { reason: "provider_rejected", message } as const;
  return waitForStaff(tx, now, command, row, step, waiting, backoffSeconds(command));
}
