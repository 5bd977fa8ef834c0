/** Creates and cancels commands. A command and its steps are inserted in the transaction of the request. */
import type { StaffRoleId } from "#contracts/roles.ts";
import type { Tx } from "../../core/db/db.ts";
import { enqueue, defineJob } from "../../core/jobs/jobs.ts";
import { z } from "zod";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import type { CommandDefinition, CommandKind } from "./command-definition.ts";
import { insertCommands, insertSteps, listIdleCommands } from "./create-store.ts";

export { cancelOpenCommands, isCommandOpen, appendCommandLog } from "./create-store.ts";

export interface NewCommands {
  readonly kind: CommandKind;
  readonly definition: CommandDefinition;
  readonly workspaceId: string;
  readonly instanceIds: readonly string[];
  readonly variant: string;
  readonly regionHandle: string;
  readonly requestedBy: string | null;
  /** Role of the staff member who impersonates `requestedBy`. */
  readonly requestedByRole?: StaffRoleId | null | undefined;
  readonly requestId: string | null;
}

/** Creates one command per instance. The job queue runs one job per instance at a time. */
export async function createCommands(tx: Tx, now: Date, requested: NewCommands): Promise<void> {
  const { definition } = requested;
  const commands = requested.instanceIds.map((instanceId) => ({ id: uuidv7(now), instanceId }));
  await insertCommands(tx, now, requested, commands);
  const steps = commands.flatMap((command) =>
    definition.steps.map((step, position) => ({
      // Ids follow the position, so that steps of the same millisecond sort in order.
      id: uuidv7(new Date(now.getTime() + position)),
      command,
      position,
      step,
    })),
  );
  await insertSteps(tx, now, requested.workspaceId, steps);
  for (const command of commands) await enqueueAdvance(tx, now, command);
}

export const commandAdvance = defineJob("commands.advance", z.object({ commandId: z.uuid() }));

export const enqueueAdvance = (
  tx: Tx,
  now: Date,
  command: { id: string; instanceId: string },
  at?: Date,
) =>
  enqueue(
    tx,
    now,
    commandAdvance,
    { commandId: command.id },
    {
      queue: command.instanceId,
      key: `commands.advance ${command.id}`,
      ...(at === undefined ? {} : { at }),
    },
  );

/** Requeues commands of a region that no job has touched for `idleMs`: their job is lost. */
export async function requeueStalledCommands(
  tx: Tx,
  now: Date,
  regionHandle: string,
  idleMs: number,
): Promise<number> {
  const idle = await listIdleCommands(tx, regionHandle, new Date(now.getTime() - idleMs));
  for (const command of idle) await enqueueAdvance(tx, now, command);
  return idle.length;
}

export const publishInstanceChanged = (tx: Tx, instance: { id: string; workspaceId: string }) =>
  publishLiveEvent(tx, instance.workspaceId, { topic: "instances", id: instance.id });
