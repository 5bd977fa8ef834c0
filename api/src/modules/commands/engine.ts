/**
 * Runs commands step by step. Provider calls happen outside transactions; a result is committed together with
 * the status of its step. A process may crash between any two lines: the next one repeats the step, which
 * finds existing resources, or resumes the compensation.
 */
import * as store from "./store.ts";
import type { StepRow } from "./store.ts";
import type { Tx } from "../../core/db/db.ts";
import { job } from "../../core/jobs/jobs.ts";
import { ComputeError } from "../../ports/compute.ts";
import { type FailureCode, failed, findDefinition } from "./command-definition.ts";
import { publishStaffEvent } from "../../core/live/live-events.ts";
import { publishCommandChanged, commandAdvance } from "./create-commands.ts";
import {
  type EngineDeps,
  applyStepResult,
  type StepResult,
  type StepExecution,
} from "./apply-step-result.ts";
import { markReachable, readCircuit } from "../catalogue/region-reachability.ts";
import { endStart } from "./dispatch.ts";
import { isRetriedWhileWaiting } from "./defer-command.ts";

class TurnOver extends Error {
  override readonly name = "TurnOver";
}

const systemReason = "a worker runs commands of every tenant";

export const commandAdvanceJob = job(commandAdvance, (deps: EngineDeps, { commandId }) =>
  advanceCommand(deps, commandId),
);

/** Advances a command until it waits or has ended. */
export async function advanceCommand(deps: EngineDeps, commandId: string): Promise<void> {
  for (;;) {
    const execution = await deps.db.withSystemRole(systemReason, (tx) =>
      selectNextStep(deps, tx, commandId),
    );
    if (execution === null) return;
    const result = await executeStep(deps, execution);
    if (result.kind === "overtaken") {
      deps.logger.warn({ command: commandId }, "a command was taken over from this worker");
      return;
    }
    const canContinue = await deps.db.withSystemRole(systemReason, (tx) =>
      applyStepResult(deps, tx, execution, result),
    );
    if (!canContinue) return;
  }
}

/** Selects and marks the next step, or ends a command whose compensation has finished. */
async function selectNextStep(
  { definitions, clock, logger }: EngineDeps,
  tx: Tx,
  commandId: string,
): Promise<StepExecution | null> {
  const now = clock.now();
  const locked = await store.lockOpenCommand(tx, commandId);
  if (locked === null) return null;
  const definition = findDefinition(definitions, locked);
  if (definition === undefined) {
    // The reconciler queues it again, and a worker of the newer release takes it.
    logger.warn({ command: commandId, kind: locked.kind }, "a command's kind is unknown here");
    return null;
  }
  const command = { ...locked, ...(await store.nextTurn(tx, locked)) };
  const { steps } = definition;
  const circuit = await readCircuit(tx, now, command.regionHandle, definition.provider);
  if (command.undoing) {
    for (const row of command.steps.toReversed()) {
      const step = steps[row.position];
      if (step?.compensate === undefined || row.startedAt === null || row.undoneAt !== null)
        continue;
      if (waitsForStaff(row)) return null;
      await store.startStepCompensation(tx, now, row);
      return {
        command,
        row: { ...row, undoStartedAt: row.undoStartedAt ?? now },
        step,
        definition,
        circuit,
      };
    }
    await store.endCommand(
      tx,
      now,
      command.id,
      command.errorCode === "timed_out" ? "timed_out" : "failed",
    );
    await endStart(tx, now, command);
    await publishCommandChanged(tx, command);
    return null;
  }
  const row = command.steps.find(({ status }) => status !== "complete");
  const step = row === undefined ? undefined : steps[row.position];
  if (row === undefined || step === undefined) {
    await store.endCommand(tx, now, command.id, "succeeded");
    await endStart(tx, now, command);
    await publishStaffEvent(tx, "instances");
    return null;
  }
  if (waitsForStaff(row)) return null;
  const deadlineAt =
    row.deadlineAt ??
    (step.deadlineSeconds === null ? null : new Date(now.getTime() + step.deadlineSeconds * 1000));
  await store.startStep(tx, now, row, deadlineAt);
  if (command.status === "queued") await store.setCommandStatus(tx, now, command.id, "running");
  if (row.status === "pending") await publishCommandChanged(tx, command);
  return {
    command,
    row: { ...row, status: "in_progress", startedAt: row.startedAt ?? now, deadlineAt },
    step,
    definition,
    circuit,
  };
}

/** A resolution by staff queues the command again; until then a queued job has nothing to do. */
const waitsForStaff = ({ waitingReason }: StepRow): boolean =>
  waitingReason !== null && !isRetriedWhileWaiting(waitingReason);

/** Calls the provider, without holding a transaction or lock. */
async function executeStep(
  deps: EngineDeps,
  { command, row, step, definition, circuit }: StepExecution,
): Promise<StepResult | { kind: "overtaken" }> {
  const region = deps.regions.compute(command.regionHandle);
  const metal = deps.regions.bareMetal(command.regionHandle);
  if (region === null || (definition.provider === "bare_metal" && metal === null))
    return {
      kind: "outage",
      message: "No connection to this region is configured",
      retryAfterMs: null,
    };
  if (circuit === "open" && step.isLocal !== true) {
    const message = "The region does not respond";
    return { kind: "outage", message, retryAfterMs: null, isUntried: true };
  }
  // A worker whose command was taken over must not change anything at the provider.
  const check = async () => {
    if (!(await deps.db.withSystemRole(systemReason, (tx) => store.holdsTurn(tx, command))))
      throw new TurnOver();
  };
  const now = deps.clock.now();
  const since = command.undoing ? row.undoStartedAt : row.startedAt;
  const context = {
    instance: command.instance,
    subject: command.subject,
    statusBefore: command.statusBefore,
    item: command.item,
    compute: region.checkedBy(check),
    bareMetal: metal === null ? null : { ...metal, provider: metal.provider.checkedBy(check) },
    now,
    elapsedSeconds: since === null ? 0 : (now.getTime() - since.getTime()) / 1000,
  };
  try {
    if (circuit === "probe" && step.isLocal !== true) {
      await (definition.provider === "bare_metal" ? metal?.provider : region)?.ping();
      await deps.db.withSystemRole(systemReason, (tx) =>
        markReachable(tx, command.regionHandle, definition.provider),
      );
    }
    if (!command.undoing) return await step.run(context);
    return (await step.compensate?.(context)) ?? { kind: "done" };
  } catch (error) {
    if (error instanceof TurnOver) return { kind: "overtaken" };
    if (!(error instanceof ComputeError)) return { kind: "fault", error };
    if (error.kind === "unavailable")
      return { kind: "outage", message: error.message, retryAfterMs: error.retryAfterMs };
    if (command.undoing || step.retriesForever === true) return { kind: "fault", error };
    return failed(toFailureCode(error), error.message);
  }
}

function toFailureCode({ code }: ComputeError): FailureCode {
  const publicCodes: readonly FailureCode[] = [
    "quota",
    "no_capacity",
    "image_missing",
    "flavor_missing",
  ];
  return publicCodes.find((known) => known === code) ?? "provider_error";
}
