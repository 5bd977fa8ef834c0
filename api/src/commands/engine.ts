/**
 * Carries out commands step by step. The provider is asked outside of transactions; what it answered
 * is saved together with the step's mark. A process may die between any two lines: the next one
 * repeats the step, which finds what was made, or goes on undoing where the last one stopped.
 */
import type { FastifyBaseLogger } from "fastify";
import { markUnreachable } from "../catalogue/reach.ts";
import type { Clock } from "../core/clock.ts";
import type { Database, Tx } from "../core/db.ts";
import type { TaskHandlers } from "../core/worker.ts";
import { ComputeError } from "../ports/compute.ts";
import type { Regions } from "../ports/regions.ts";
import { type FailureCode, failed, type Outcome, type Step } from "./command.ts";
import { announceInstance, enqueueAdvance } from "./commands.ts";
import { registry } from "./registry.ts";
import * as store from "./store.ts";

export interface EngineParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: Regions;
  readonly logger: FastifyBaseLogger;
}

/** A provider may be away this long before an order is given up. */
const longestOutageMs = 24 * 3_600_000;
const why = "a worker carries out the orders of every tenant";

export const commandJobs = (parts: EngineParts): Pick<TaskHandlers, "commands.advance"> => ({
  "commands.advance": ({ commandId }) => advance(parts, commandId),
});

/** Goes on with a command until it has to wait or has ended. */
export async function advance(parts: EngineParts, commandId: string): Promise<void> {
  for (;;) {
    const turn = await parts.db.asSystem(why, (tx) => beginTurn(tx, commandId, parts.clock.now()));
    if (turn === null) return;
    const result = await work(parts, turn);
    const goesOn = await parts.db.asSystem(why, (tx) => keep(parts, tx, turn, result));
    if (!goesOn) return;
  }
}

interface Turn {
  readonly command: store.CommandRow;
  readonly row: store.StepRow;
  readonly step: Step;
}

type Result =
  | Outcome
  | { readonly kind: "outage"; readonly message: string; readonly retryAfterMs: number | null }
  | { readonly kind: "fault"; readonly error: unknown };

/** Chooses what is to be done next and marks it, or ends a command that is undone. */
async function beginTurn(tx: Tx, commandId: string, now: Date): Promise<Turn | null> {
  const command = await store.lockOpenCommand(tx, commandId);
  if (command === null) return null;
  const { steps } = registry[command.kind];
  if (command.undoing) {
    for (const row of command.steps.toReversed()) {
      const step = steps[row.position];
      if (step?.undo === undefined || row.startedAt === null || row.undoneAt !== null) continue;
      await store.beginUndo(tx, now, row);
      return { command, row: { ...row, undoStartedAt: row.undoStartedAt ?? now }, step };
    }
    await store.endCommand(tx, now, command.id, command.errorCode === "timed_out" ? "timed_out" : "failed");
    await announceInstance(tx, command.instance);
    return null;
  }
  const row = command.steps.find(({ status }) => status !== "complete");
  const step = row === undefined ? undefined : steps[row.position];
  if (row === undefined || step === undefined) {
    await store.endCommand(tx, now, command.id, "succeeded");
    return null;
  }
  const deadlineAt = row.deadlineAt ?? (step.deadlineSeconds === null ? null : new Date(now.getTime() + step.deadlineSeconds * 1000));
  await store.beginStep(tx, now, row, deadlineAt);
  if (command.status === "queued") await store.markCommand(tx, now, command.id, "running");
  if (row.status === "pending") await announceInstance(tx, command.instance);
  return { command, row: { ...row, status: "in_progress", startedAt: row.startedAt ?? now, deadlineAt }, step };
}

/** Asks the provider. Nothing of the database is held meanwhile. */
async function work(parts: EngineParts, { command, row, step }: Turn): Promise<Result> {
  const compute = parts.regions.compute(command.regionHandle);
  if (compute === null) return { kind: "outage", message: "no connection to the region is configured", retryAfterMs: null };
  const now = parts.clock.now();
  const since = command.undoing ? row.undoStartedAt : row.startedAt;
  const context = { instance: command.instance, compute, now, elapsedSeconds: since === null ? 0 : (now.getTime() - since.getTime()) / 1000 };
  try {
    if (!command.undoing) return await step.run(context);
    return (await step.undo?.({ ...context, failure: failureOf(command.errorCode) })) ?? { kind: "done" };
  } catch (error) {
    if (!(error instanceof ComputeError)) return { kind: "fault", error };
    if (error.kind === "unavailable") return { kind: "outage", message: error.message, retryAfterMs: error.retryAfterMs };
    if (command.undoing || step.persists === true) return { kind: "fault", error };
    return failed(codeOf(error), error.message);
  }
}

function codeOf({ code }: ComputeError): FailureCode {
  return code === "quota" || code === "no_capacity" || code === "image_missing" ? code : "provider_error";
}

const failureCodes = ["no_capacity", "quota", "image_missing", "provider_error", "provider_unavailable", "timed_out", "vanished"] as const;
const failureOf = (code: string | null): FailureCode => failureCodes.find((known) => known === code) ?? "internal";

/** Saves what came of the turn. True when the next one can follow at once. */
async function keep(parts: EngineParts, tx: Tx, turn: Turn, result: Result): Promise<boolean> {
  const now = parts.clock.now();
  const command = await store.lockOpenCommand(tx, turn.command.id);
  // Cancelled or taken over meanwhile: what was made is found by its key by whoever cleans up.
  const row = command?.steps.find(({ id }) => id === turn.row.id);
  if (command === null || row === undefined || command.undoing !== turn.command.undoing) return false;
  const { step } = turn;
  const isLate = !command.undoing && row.deadlineAt !== null && now.getTime() >= row.deadlineAt.getTime();
  switch (result.kind) {
    case "done":
      return keepDone(tx, now, command, row, step, result);
    case "failed":
      return fail(tx, now, command, row, step, result);
    case "wait":
      if (isLate && row.outageSince === null) return fail(tx, now, command, row, step, lateness(step));
      return keepWait(tx, now, command, row, result.seconds, result.detail ?? null);
    case "outage":
      return keepOutage(parts, tx, now, command, row, step, result);
    case "fault":
      return keepFault(parts, tx, now, command, row, step, result.error);
  }
}

const lateness = (step: Step) => ({ code: "timed_out" as const, message: `${step.name} took longer than ${step.deadlineSeconds} s` });

async function keepDone(tx: Tx, now: Date, command: store.CommandRow, row: store.StepRow, step: Step, outcome: Outcome & { kind: "done" }) {
  await outcome.save?.(tx, now);
  if (command.undoing) {
    await store.endUndo(tx, now, row);
    await store.writeLog(tx, now, command, "info", `${step.name}: taken back`);
    return true;
  }
  await store.endStep(tx, now, row, "complete", null);
  await store.writeLog(tx, now, command, "info", `${step.name}: complete`);
  const isLast = row.position === registry[command.kind].steps.length - 1;
  if (isLast) await store.endCommand(tx, now, command.id, "succeeded");
  else await store.markCommand(tx, now, command.id, "running");
  await announceInstance(tx, command.instance);
  return !isLast;
}

async function fail(tx: Tx, now: Date, command: store.CommandRow, row: store.StepRow, step: Step, failure: { code: FailureCode; message: string }) {
  await store.writeLog(tx, now, command, "error", `${step.name}: ${failure.code}: ${failure.message}`);
  if (command.undoing) return keepWait(tx, now, command, row, 60, null);
  await store.endStep(tx, now, row, "failed", failure.code);
  await store.forgetPending(tx, command.id);
  await store.beginUndoing(tx, now, command.id, failure.code, failure.message);
  await registry[command.kind].failed?.(tx, command.instance, failure.code, now);
  await announceInstance(tx, command.instance);
  return true;
}

async function keepWait(tx: Tx, now: Date, command: store.CommandRow, row: store.StepRow, seconds: number, detail: string | null) {
  await store.noteWait(tx, now, row, command.undoing ? row.detail : detail);
  if (!command.undoing && row.detail !== detail) await announceInstance(tx, command.instance);
  return again(tx, now, command, seconds, "running");
}

async function again(tx: Tx, now: Date, command: store.CommandRow, seconds: number, status: "running" | "waiting") {
  await store.markCommand(tx, now, command.id, status);
  await enqueueAdvance(tx, now, { id: command.id, instanceId: command.instance.id }, new Date(now.getTime() + seconds * 1000));
  return false;
}

/** The provider does not answer: the order waits, costs no attempt, and its deadline stands still. */
async function keepOutage(
  parts: EngineParts,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  outage: { message: string; retryAfterMs: number | null },
) {
  const awayMs = row.outageSince === null ? 0 : now.getTime() - row.outageSince.getTime();
  parts.logger.warn({ command: command.id, region: command.regionHandle, detail: outage.message }, "a provider is unavailable");
  if (awayMs >= longestOutageMs && !command.undoing && step.deadlineSeconds !== null) {
    return fail(tx, now, command, row, step, { code: "timed_out", message: outage.message });
  }
  await store.noteOutage(tx, now, row);
  if (row.outageSince === null) {
    await store.writeLog(tx, now, command, "warning", `${step.name}: ${outage.message}`);
    await announceInstance(tx, command.instance);
  } else if (outage.retryAfterMs === null) {
    // One lost answer is no outage; two in a row are.
    await markUnreachable(tx, command.regionHandle, now);
  }
  const seconds = Math.max(Math.min(60, Math.max(5, awayMs / 4000)), (outage.retryAfterMs ?? 0) / 1000);
  return again(tx, now, command, seconds, "running");
}

/** A fault of ours, or a refusal where there is no way back: tried again, more and more seldom, until staff look. */
async function keepFault(parts: EngineParts, tx: Tx, now: Date, command: store.CommandRow, row: store.StepRow, step: Step, error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  parts.logger.error({ err: error, command: command.id, step: step.name }, "a step of a command failed");
  if (command.attempt + 1 >= command.maxAttempts && !command.undoing && step.persists !== true) {
    return fail(tx, now, command, row, step, { code: "internal", message });
  }
  await store.countAttempt(tx, command.id);
  await store.writeLog(tx, now, command, "error", `${step.name}: ${message}`);
  const seconds = Math.min(900, 5 * 2 ** Math.min(command.attempt, 10));
  return again(tx, now, command, seconds, step.persists === true ? "waiting" : "running");
}
