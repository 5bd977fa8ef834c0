/** Staff complete, fail or retry a step that waits for them. */
import * as store from "./store.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { startCompensation } from "./compensation.ts";
import { type CommandDefinitions, findDefinition } from "./command-definition.ts";
import { enqueueAdvance, publishCommandChanged } from "./create-commands.ts";

export interface Resolution {
  readonly outcome: "complete" | "fail" | "retry";
  /** The customer reads the note too. */
  readonly note: string;
  readonly staffId: string;
  readonly role: StaffRoleId;
}

interface ResolvedStep {
  readonly step: string;
  readonly kind: string;
}

/**
 * Resolves the step, and queues its command again. `complete`: the step counts as done, and the command continues
 * with the next one. `fail`: the started steps are compensated. A compensation that waits counts as done either way;
 * `fail` means that nothing was released by hand. `retry`: the step, or its compensation, runs again. Throws a problem
 * if the step does not wait for staff.
 */
export async function resolveStep(
  definitions: CommandDefinitions,
  tx: Tx,
  now: Date,
  { commandId, logId }: { commandId: string; logId: string },
  resolution: Resolution,
): Promise<ResolvedStep> {
  const command = await store.lockOpenCommand(tx, commandId);
  const row = command?.steps.find(({ id }) => id === logId);
  const definition = command === null ? undefined : findDefinition(definitions, command);
  if (
    command === null ||
    definition === undefined ||
    row === undefined ||
    row.waitingReason === null
  )
    throw new ProblemError("action_not_possible", { reason: createReason("step_not_waiting") });
  const { outcome, note } = resolution;
  if (outcome === "retry") await store.restartStep(tx, row);
  else if (command.undoing) await store.endStepCompensation(tx, now, row);
  else if (outcome === "complete") await store.endStep(tx, now, row, "complete", null);
  else {
    const failure = { code: "failed_by_support", message: note } as const;
    await startCompensation(definition, tx, now, command, row, failure);
  }
  // The step is not resolved by a retry: the note stays in the activity and the log of the command.
  if (outcome !== "retry") await store.setStepResolution(tx, row, resolution);
  const text = `${row.step}: resolved by staff (${outcome}): ${note}`;
  await store.insertCommandLog(tx, now, command, "info", text);
  // A retry that is under way meanwhile must not save its result.
  await store.nextTurn(tx, command);
  await store.resetAttempts(tx, command.id);
  await store.setCommandStatus(tx, now, command.id, "running");
  const { id, instance, subject } = command;
  await enqueueAdvance(tx, now, { id, instanceId: instance?.id ?? null, subject });
  await publishCommandChanged(tx, command);
  return { step: row.step, kind: command.kind };
}
