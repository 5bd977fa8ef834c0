/** SQL of commands outside the engine: creation, cancellation, lookup. */
import type { CommandKind } from "#contracts/commands.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import type { CommandDefinition, Step } from "./command-definition.ts";
import { type Requester, requesterColumns } from "./requester.ts";

const isOpen = sql`status IN ('queued', 'running', 'waiting')`;

/**
 * Cancels open commands of an instance whose row the caller has locked: all kinds except `terminate`, unless
 * `kinds` names some. A worker in the middle of a step saves nothing of it.
 */
export async function cancelOpenCommands(
  tx: Tx,
  now: Date,
  instance: { id: string; workspaceId: string },
  kinds?: readonly CommandKind[],
): Promise<void> {
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
}

export const isCommandOpen = async (
  tx: Tx,
  instance: { id: string; workspaceId: string },
): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM command WHERE instance_id = ${instance.id} AND workspace_id = ${instance.workspaceId} AND ${isOpen} LIMIT 1`,
  )) !== null;

/** Adds a line for staff to the log of the instance's latest command. */
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

/** Exactly one of instance and subject is null. */
export interface NewCommand {
  readonly id: string;
  readonly instanceId: string | null;
  readonly subject: string | null;
}

/** Status of the instance when a command was requested. */
export interface StatusBefore {
  readonly status: InstanceStatus;
  readonly reason: string | null;
}

interface CommandRequest {
  readonly kind: string;
  readonly definition: CommandDefinition;
  readonly workspaceId: string | null;
  readonly variant: string | null;
  readonly regionHandle: string;
  readonly requester: Requester;
  readonly requestId: string | null;
  readonly before?: StatusBefore | undefined;
}

/** Returns the number of inserted commands: a subject that has an open command gets no other. */
export const insertCommands = (
  tx: Tx,
  now: Date,
  requested: CommandRequest,
  commands: readonly NewCommand[],
): Promise<number> => {
  const { type, userId, role, tokenId } = requesterColumns(requested.requester);
  return tx.execute(sql`
    INSERT INTO command (id, workspace_id, instance_id, subject, kind, variant, region_handle, max_attempts,
      requested_by_type, requested_by, requested_by_role, requested_by_token_id, request_id, status_before, status_reason_before,
      created_at, updated_at)
    SELECT made.id, ${requested.workspaceId}, made.instance_id, made.subject, ${requested.kind}, ${requested.variant}, ${requested.regionHandle},
           ${requested.definition.maxAttempts}, ${type}, ${userId}, ${role}, ${tokenId}, ${requested.requestId},
           ${requested.before?.status ?? null}, ${requested.before?.reason ?? null}, ${now}, ${now}
      FROM unnest(${commands.map(({ id }) => id)}::uuid[], ${commands.map(({ instanceId }) => instanceId)}::uuid[],
        ${commands.map(({ subject }) => subject)}::text[]) AS made (id, instance_id, subject)
    ON CONFLICT (workspace_id, subject) WHERE status IN ('queued', 'running', 'waiting') AND subject IS NOT NULL DO NOTHING`);
};

interface NewStep {
  readonly id: string;
  readonly command: NewCommand;
  readonly position: number;
  readonly step: Step;
}

export const insertSteps = (
  tx: Tx,
  now: Date,
  workspaceId: string | null,
  steps: readonly NewStep[],
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO instance_log (id, workspace_id, instance_id, command_id, position, step, typical_seconds, created_at)
    SELECT made.id, ${workspaceId}, made.instance_id, made.command_id, made.position, made.step, made.typical_seconds, ${now}
      FROM unnest(${steps.map(({ id }) => id)}::uuid[], ${steps.map(({ command }) => command.instanceId)}::uuid[],
        ${steps.map(({ command }) => command.id)}::uuid[], ${steps.map(({ position }) => position)}::integer[],
        ${steps.map(({ step }) => step.name)}::text[], ${steps.map(({ step }) => step.typicalSeconds)}::integer[])
        AS made (id, instance_id, command_id, position, step, typical_seconds)`);

/** Returns at most 100 open commands that have been started and were last changed before `before`. */
export const listIdleCommands = (
  tx: Tx,
  regionHandle: string,
  before: Date,
): Promise<NewCommand[]> =>
  tx.many(sql`
    SELECT id, instance_id AS "instanceId", subject FROM command
     WHERE region_handle = ${regionHandle} AND ${isOpen} AND (holds_slot OR status <> 'queued') AND updated_at < ${before} LIMIT 100`);
