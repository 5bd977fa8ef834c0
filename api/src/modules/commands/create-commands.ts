/** Orders sent to a provider: written down with their steps in the transaction that asks for them. */
import { z } from "zod";
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { defineJob, enqueue } from "../../core/jobs/jobs.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import type { CommandKind } from "./command-definition.ts";
import { commandDefinitions } from "./registry.ts";

export interface NewCommands {
  readonly kind: CommandKind;
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
  const definition = commandDefinitions[order.kind];
  const commands = order.instanceIds.map((instanceId) => ({ id: uuidv7(now), instanceId }));
  await tx.execute(sql`
    INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, max_attempts, requested_by, requested_by_role, request_id, created_at, updated_at)
    SELECT made.id, ${order.workspaceId}, made.instance_id, ${order.kind}, ${order.variant}, ${order.regionHandle},
           ${definition.maxAttempts}, ${order.requestedBy}, ${order.requestedByRole ?? null}, ${order.requestId}, ${now}, ${now}
      FROM unnest(${commands.map(({ id }) => id)}::uuid[], ${commands.map(({ instanceId }) => instanceId)}::uuid[]) AS made (id, instance_id)`);
  const steps = commands.flatMap((command) =>
    definition.steps.map((step, position) => ({
      // Ids follow the position, so that steps of one moment sort in their order.
      id: uuidv7(new Date(now.getTime() + position)),
      command,
      position,
      step,
    })),
  );
  await tx.execute(sql`
    INSERT INTO instance_log (id, workspace_id, instance_id, command_id, position, step, typical_seconds, created_at)
    SELECT made.id, ${order.workspaceId}, made.instance_id, made.command_id, made.position, made.step, made.typical_seconds, ${now}
      FROM unnest(${steps.map(({ id }) => id)}::uuid[], ${steps.map(({ command }) => command.instanceId)}::uuid[],
        ${steps.map(({ command }) => command.id)}::uuid[], ${steps.map(({ position }) => position)}::integer[],
        ${steps.map(({ step }) => step.name)}::text[], ${steps.map(({ step }) => step.typicalSeconds)}::integer[])
        AS made (id, instance_id, command_id, position, step, typical_seconds)`);
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

const isOpen = sql`status IN ('queued', 'running', 'waiting')`;

/** Ends what runs for an instance, whose row the caller has locked. A worker in the midst of a step saves nothing of it. */
export async function cancelOpenCommands(
  tx: Tx,
  now: Date,
  instance: { id: string; workspaceId: string },
  kinds?: readonly CommandKind[],
): Promise<number> {
  const onlyKinds = kinds === undefined ? sql`kind <> 'terminate'` : sql`kind = ANY(${[...kinds]})`;
  const cancelled = await tx.many<{ id: string }>(sql`
    UPDATE command SET status = 'cancelled', finished_at = ${now}, updated_at = ${now}
     WHERE instance_id = ${instance.id} AND workspace_id = ${instance.workspaceId} AND ${isOpen} AND ${onlyKinds} RETURNING id`);
  const ids = cancelled.map(({ id }) => id);
  await tx.execute(sql`UPDATE instance_log SET status = 'failed', detail = 'cancelled', finished_at = ${now}
    WHERE command_id = ANY(${ids}) AND workspace_id = ${instance.workspaceId} AND status = 'in_progress'`);
  await tx.execute(
    sql`DELETE FROM instance_log WHERE command_id = ANY(${ids}) AND workspace_id = ${instance.workspaceId} AND status = 'pending'`,
  );
  return ids.length;
}

export const isCommandOpen = async (
  tx: Tx,
  instance: { id: string; workspaceId: string },
): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM command WHERE instance_id = ${instance.id} AND workspace_id = ${instance.workspaceId} AND ${isOpen} LIMIT 1`,
  )) !== null;

/** A line for staff in the log of an instance's latest command. */
export async function appendCommandLog(
  tx: Tx,
  now: Date,
  instance: { id: string; workspaceId: string },
  message: string,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO command_log (workspace_id, command_id, at, level, message)
    SELECT workspace_id, id, ${now}, 'warning', ${message} FROM command
     WHERE instance_id = ${instance.id} AND workspace_id = ${instance.workspaceId} ORDER BY created_at DESC, id DESC LIMIT 1`);
}

/** Commands of a region that no job has touched for `idleMs`: whatever carried them is lost. */
export async function requeueStalledCommands(
  tx: Tx,
  now: Date,
  regionHandle: string,
  idleMs: number,
): Promise<number> {
  const idle = await tx.many<{ id: string; instanceId: string }>(sql`
    SELECT id, instance_id AS "instanceId" FROM command
     WHERE region_handle = ${regionHandle} AND ${isOpen} AND updated_at < ${new Date(now.getTime() - idleMs)} LIMIT 100`);
  for (const command of idle) await enqueueAdvance(tx, now, command);
  return idle.length;
}

export const publishInstanceChanged = (tx: Tx, instance: { id: string; workspaceId: string }) =>
  publishLiveEvent(tx, instance.workspaceId, { topic: "instances", id: instance.id });
