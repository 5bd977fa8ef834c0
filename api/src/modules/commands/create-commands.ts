/** Creates and cancels commands. A command and its steps are inserted in the transaction of the request. */
import type { Variant } from "#contracts/catalogue.ts";
import type { Tx } from "../../core/db/db.ts";
import { enqueue, defineJob } from "../../core/jobs/jobs.ts";
import { z } from "zod";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { publishLiveEvent, publishStaffEvent } from "../../core/live/live-events.ts";
import type { CommandDefinition } from "./command-definition.ts";
import {
  insertCommands,
  insertSteps,
  listIdleCommands,
  type NewCommand,
  type StatusBefore,
} from "./create-store.ts";
import { enqueueDispatch } from "./enqueue-dispatch.ts";
import type { Requester } from "./requester.ts";

export { cancelOpenCommands, isCommandOpen, appendCommandLog } from "./create-store.ts";

interface Request {
  readonly kind: string;
  readonly definition: CommandDefinition;
  readonly regionHandle: string;
  readonly requester: Requester;
  readonly requestId: string | null;
  /** Status of the instance, to which a canceled command returns. */
  readonly before?: StatusBefore;
}

export interface NewInstanceCommands extends Request {
  readonly workspaceId: string;
  readonly instanceIds: readonly string[];
  readonly variant: string;
}

/** Creates one queued command per instance. The job queue runs one job per instance at a time. */
export async function createCommands(
  tx: Tx,
  now: Date,
  { workspaceId, instanceIds, variant, ...request }: NewInstanceCommands,
): Promise<void> {
  const commands = instanceIds.map((instanceId) => ({
    id: uuidv7(now),
    instanceId,
    subject: null,
  }));
  await insertCommandsWithSteps(tx, now, { ...request, workspaceId, variant }, commands);
}

export interface NewSubjectCommand extends Request {
  /** Type and id of what the command works on, such as `region lulea`. */
  readonly subject: string;
  /** Selects the definition; left out for a kind that has only one. */
  readonly variant?: Variant;
}

/**
 * Creates a command without an instance and a workspace. Returns its id, or null when another command of the subject
 * is open. The transaction needs the system role.
 */
export async function createSubjectCommand(
  tx: Tx,
  now: Date,
  { subject, variant, ...request }: NewSubjectCommand,
): Promise<string | null> {
  const command = { id: uuidv7(now), instanceId: null, subject };
  const target = { ...request, workspaceId: null, variant: variant ?? null };
  const inserted = await insertCommandsWithSteps(tx, now, target, [command]);
  return inserted === 0 ? null : command.id;
}

async function insertCommandsWithSteps(
  tx: Tx,
  now: Date,
  request: Request & { workspaceId: string | null; variant: string | null },
  commands: readonly NewCommand[],
): Promise<number> {
  const inserted = await insertCommands(tx, now, request, commands);
  if (inserted === 0) return 0;
  const steps = commands.flatMap((command) =>
    request.definition.steps.map((step, position) => ({
      // Ids follow the position, so that steps of the same millisecond sort in order.
      id: uuidv7(new Date(now.getTime() + position)),
      command,
      position,
      step,
    })),
  );
  await insertSteps(tx, now, request.workspaceId, steps);
  await enqueueDispatch(tx, now, request.regionHandle);
  return inserted;
}

export const commandAdvance = defineJob("commands.advance", z.object({ commandId: z.uuid() }));

export const enqueueAdvance = (
  tx: Tx,
  now: Date,
  command: { id: string; instanceId: string | null; subject: string | null },
  at?: Date,
) =>
  enqueue(
    tx,
    now,
    commandAdvance,
    { commandId: command.id },
    {
      queue: command.instanceId ?? command.subject ?? command.id,
      key: `commands.advance ${command.id}`,
      ...(at === undefined ? {} : { at }),
    },
  );

/** Requeues started commands of a region that no job has touched for `idleMs`: their job is lost. */
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

/** Tells open pages that a command changed. Only pages of staff show one without an instance. */
export const publishCommandChanged = async (
  tx: Tx,
  { instance }: { instance: { id: string; workspaceId: string } | null },
): Promise<void> => {
  if (instance === null) await publishStaffEvent(tx, "instances");
  else await publishInstanceChanged(tx, instance);
};
