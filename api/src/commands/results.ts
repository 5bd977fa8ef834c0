/** What comes of a step: saved, waited for, tried again or taken back. */
import type { FastifyBaseLogger } from "fastify";
import { markUnreachable } from "../catalogue/reach.ts";
import { type Change, writeAudit } from "../core/audit.ts";
import type { Clock } from "../core/clock.ts";
import type { Database, Tx } from "../core/db.ts";
import type { Regions } from "../ports/regions.ts";
import type { FailureCode, Outcome, Step } from "./command.ts";
import { announceInstance, enqueueAdvance } from "./commands.ts";
import { registry } from "./registry.ts";
import * as store from "./store.ts";

export interface EngineParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: Regions;
  readonly logger: FastifyBaseLogger;
}

export interface Turn {
  readonly command: store.CommandRow;
  readonly row: store.StepRow;
  readonly step: Step;
}

/** What came of a step: its own outcome, a provider that does not answer, or a mistake of ours. */
export type Result =
  | Outcome
  | { readonly kind: "outage"; readonly message: string; readonly retryAfterMs: number | null }
  | { readonly kind: "fault"; readonly error: unknown };

/** A provider may be away this long before an order is given up. */
const longestOutageMs = 24 * 3_600_000;
/** Saves what came of the turn. True when the next one can follow at once. */
export async function keepResult(
  parts: EngineParts,
  tx: Tx,
  turn: Turn,
  result: Result,
): Promise<boolean> {
  const now = parts.clock.now();
  const command = await store.lockOpenCommand(tx, turn.command.id);
  // Canceled or taken over meanwhile: what was made is found by its key when the command goes on or is undone.
  const row = command?.steps.find(({ id }) => id === turn.row.id);
  if (command === null || row === undefined || command.turn !== turn.command.turn) return false;
  const { step } = turn;
  const isLate =
    !command.undoing && row.deadlineAt !== null && now.getTime() >= row.deadlineAt.getTime();
  switch (result.kind) {
    case "done":
      return keepDone(tx, now, command, row, step, result);
    case "failed":
      return fail(tx, now, command, row, step, result);
    case "wait":
      if (isLate && row.outageSince === null)
        return fail(tx, now, command, row, step, lateness(step));
      return keepWait(tx, now, command, row, result.seconds, result.detail ?? null);
    case "outage":
      return keepOutage(parts, tx, now, command, row, step, result);
    case "fault":
      return keepFault(parts, tx, now, command, row, step, result.error);
  }
}

const lateness = (step: Step) => ({
  code: "timed_out" as const,
  message: `${step.name} took longer than ${step.deadlineSeconds} s`,
});

async function keepDone(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  outcome: Outcome & { kind: "done" },
) {
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
  // What people ask for is in the activity already; that a machine is there is news.
  if (isLast && command.kind === "create") await tellActivity(tx, now, command, "instances.ready");
  await announceInstance(tx, command.instance);
  return !isLast;
}

async function fail(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  failure: { code: FailureCode; message: string },
) {
  await store.writeLog(
    tx,
    now,
    command,
    "error",
    `${step.name}: ${failure.code}: ${failure.message}`,
  );
  if (command.undoing) return keepWait(tx, now, command, row, 60, null);
  await store.endStep(tx, now, row, "failed", failure.code);
  await store.forgetPending(tx, command.id);
  await store.beginUndoing(tx, now, command.id, failure.code, failure.message);
  await registry[command.kind].failed?.(tx, command.instance, failure.code, now);
  await tellActivity(tx, now, command, "instances.failed", [
    { field: command.kind, from: null, to: failure.code },
  ]);
  await announceInstance(tx, command.instance);
  return true;
}

async function tellActivity(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  action: "instances.ready" | "instances.failed",
  changes: Change[] = [],
) {
  const { id, workspaceId, hostname } = command.instance;
  await writeAudit(tx, {
    at: now,
    action,
    actorType: "system",
    actorRole: null,
    onBehalfOf: null,
    workspaceId,
    target: { type: "instance", id, name: hostname },
    changes,
    sessionId: null,
    tokenId: null,
    ip: null,
    userAgent: null,
    requestId: command.id,
  });
}

async function keepWait(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  seconds: number,
  detail: string | null,
) {
  await store.noteWait(tx, now, row, command.undoing ? row.detail : detail);
  if (!command.undoing && row.detail !== detail) await announceInstance(tx, command.instance);
  return again(tx, now, command, seconds, "running");
}

async function again(
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  seconds: number,
  status: "running" | "waiting",
) {
  await store.markCommand(tx, now, command.id, status);
  await enqueueAdvance(
    tx,
    now,
    { id: command.id, instanceId: command.instance.id },
    new Date(now.getTime() + seconds * 1000),
  );
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
  parts.logger.warn(
    { command: command.id, region: command.regionHandle, detail: outage.message },
    "a provider is unavailable",
  );
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
  const seconds = Math.max(
    Math.min(60, Math.max(5, awayMs / 4000)),
    (outage.retryAfterMs ?? 0) / 1000,
  );
  return again(tx, now, command, seconds, "running");
}

/** A fault of ours, or a refusal where there is no way back: tried again, more and more seldom, until staff look. */
async function keepFault(
  parts: EngineParts,
  tx: Tx,
  now: Date,
  command: store.CommandRow,
  row: store.StepRow,
  step: Step,
  error: unknown,
) {
  const message = error instanceof Error ? error.message : String(error);
  parts.logger.error(
    { err: error, command: command.id, step: step.name },
    "a step of a command failed",
  );
  if (command.attempt + 1 >= command.maxAttempts && !command.undoing && step.persists !== true) {
    return fail(tx, now, command, row, step, { code: "internal", message });
  }
  await store.countAttempt(tx, command.id);
  await store.writeLog(tx, now, command, "error", `${step.name}: ${message}`);
  const seconds = Math.min(900, 5 * 2 ** Math.min(command.attempt, 10));
  return again(tx, now, command, seconds, step.persists === true ? "waiting" : "running");
}
