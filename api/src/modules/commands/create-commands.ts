/** Orders sent to a provider: written down with their steps in the transaction that asks for them. */
import type { StaffRoleId } from "#contracts/roles.ts";
import type { Tx } from "../../core/db/db.ts";
import { enqueue, defineJob } from "../../core/jobs/jobs.ts";
import { z } from "zod";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import type { CommandDefinition, CommandKind } from "./command-definition.ts";
import {
  insertCommands,
  insertSteps,
  cancelCommandRows,
  listIdleCommands,
} from "./create-store.ts";

export { isCommandOpen, appendCommandLog } from "./create-store.ts";

export interface NewCommands {
  readonly kind: CommandKind;
  readonly definition: CommandDefinition;
  readonly workspaceId: string;
  readonly instanceIds: readonly string[];
  readonly variant: string;
  readonly regionHandle: string;
  readonly requestedBy: string | null;
  /** Of staff who impersonate `requestedBy`. */
  readonly requestedByRole?: StaffRoleId | null | undefined;
  readonly requestId: string | null;
}

/** One command for each instance; each is worked on by one job at a time, instance by instance. */
export async function createCommands(tx: Tx, now: Date, order: NewCommands): Promise<void> {
  const { definition } = order;
  const commands = order.instanceIds.map((instanceId) => ({ id: uuidv7(now), instanceId }));
  await insertCommands(tx, now, order, commands);
  const steps = commands.flatMap((command) =>
    definition.steps.map((step, position) => ({
      // Ids follow the position, so that steps of one moment sort in their order.
      id: uuidv7(new Date(now.getTime() + position)),
      command,
      position,
      step,
    })),
  );
  await insertSteps(tx, now, order.workspaceId, steps);
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

/** Ends what runs for an instance, whose row the caller has locked. A worker in the midst of a step saves nothing of it. */
export async function cancelOpenCommands(
  tx: Tx,
  now: Date,
  instance: { id: string; workspaceId: string },
  kinds?: readonly CommandKind[],
): Promise<number> {
  const ids = await cancelCommandRows(tx, now, instance, kinds);
  return ids.length;
}

/** Commands of a region that no job has touched for `idleMs`: whatever carried them is lost. */
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
