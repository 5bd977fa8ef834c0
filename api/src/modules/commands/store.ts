import { z } from "zod";
import { waitingReasons, type WaitingReason } from "#contracts/commands.ts";
import { InstanceStatus } from "#contracts/instance-states.ts";
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql, type Tx } from "../../core/db/db.ts";

const NullableDate = z.coerce.date().nullable();

const StepRow = z.object({
  id: z.string(),
  position: z.int(),
  step: z.string(),
  status: z.enum(["pending", "in_progress", "complete", "failed"]),
  detail: z.string().nullable(),
  startedAt: NullableDate,
  deadlineAt: NullableDate,
  outageSince: NullableDate,
  /** Why the step waits for staff; null while it does not. */
  waitingReason: z.enum(waitingReasons).nullable(),
  undoStartedAt: NullableDate,
  undoneAt: NullableDate,
});
export type StepRow = z.infer<typeof StepRow>;

const CommandRow = z.object({
  id: z.string(),
  kind: z.string(),
  /** Null without an instance. */
  variant: z.string().nullable(),
  status: z.string(),
  undoing: z.boolean(),
  attempt: z.int(),
  /** Incremented each time a worker takes the next step. */
  turn: z.int(),
  maxAttempts: z.int(),
  errorCode: z.string().nullable(),
  /** Status of the instance when the command was requested; null when it does not matter. */
  statusBefore: InstanceStatus.nullable(),
  regionHandle: z.string(),
  subject: z.string().nullable(),
  instance: z
    .object({
      id: z.string(),
      workspaceId: z.string(),
      hostname: z.string(),
      status: InstanceStatus,
      productId: z.string(),
      flavor: z.string().nullable(),
      bootDiskGb: z.int(),
      regionHandle: z.string(),
      providerImageId: z.string().nullable(),
      installHostGroup: z.string().nullable(),
      sshKeys: z.array(z.string()),
      /** User data of the order line; null without any. */
      userData: z.string().nullable(),
      keptDisks: z.array(z.string()),
      serverId: z.string().nullable(),
      portId: z.string().nullable(),
      addressId: z.string().nullable(),
    })
    .nullable(),
  /** The item of the instance, or the subject. */
  item: z
    .object({
      id: z.string(),
      host: z.string(),
      hostGroup: z.string(),
      diskCount: z.int(),
      state: z.string(),
      installationRequestedAt: NullableDate,
      failedInstallations: z.int(),
    })
    .nullable(),
  steps: z.array(StepRow),
});
export type CommandRow = z.infer<typeof CommandRow>;

/**
 * Returns an open command with its instance (null without one) and steps; null when it has ended. Locks the instance
 * before the command, as all code that locks both does.
 */
export async function lockOpenCommand(tx: Tx, commandId: string): Promise<CommandRow | null> {
  await tx.execute(
    sql`SELECT FROM instance WHERE id = (SELECT instance_id FROM command WHERE id = ${commandId}) FOR UPDATE`,
  );
  const row = await tx.maybeOne<{ command: unknown }>(sql`
    SELECT json_build_object(
      'id', c.id, 'kind', c.kind, 'variant', c.variant, 'status', c.status, 'undoing', c.is_compensating, 'attempt', c.attempt_count, 'turn', c.fencing_token, 'maxAttempts', c.max_attempts,
      'errorCode', c.error_code, 'statusBefore', c.status_before, 'regionHandle', c.region_handle, 'subject', c.subject,
      'instance', CASE WHEN i.id IS NOT NULL THEN json_build_object('id', i.id, 'workspaceId', i.workspace_id, 'hostname', i.hostname, 'status', i.status, 'productId', i.product_id, 'flavor', p.flavor, 'bootDiskGb', p.disk_gb, 'regionHandle', i.region_handle,
        'providerImageId', (SELECT provider_image_id FROM image_region g WHERE g.image_id = i.image_id AND g.region_handle = i.region_handle),
        'installHostGroup', (SELECT host_group FROM bare_metal_image m WHERE m.image_id = i.image_id AND m.region_handle = i.region_handle),
        'sshKeys', i.ssh_keys, 'keptDisks', i.kept_disks,
        'userData', (SELECT user_data FROM purchase_order_line o WHERE o.workspace_id = i.workspace_id AND o.order_id = i.order_id AND o.line_number = i.order_line),
        'serverId', i.provider_server_id, 'portId', i.provider_port_id, 'addressId', i.provider_floating_ip_id) END,
      'item', (SELECT json_build_object('id', b.id, 'host', b.foreman_host, 'hostGroup', b.host_group, 'diskCount', b.disk_count, 'state', b.state,
          'installationRequestedAt', b.installation_requested_at, 'failedInstallations', b.failed_installations)
        FROM bare_metal_item b WHERE b.instance_id = c.instance_id OR b.id = substring(c.subject FROM '^bare_metal_item (.+)$')::uuid),
      'steps', (SELECT json_agg(json_build_object('id', l.id, 'position', l.position, 'step', l.step, 'status', l.status, 'detail', l.detail,
          'startedAt', l.started_at, 'deadlineAt', l.deadline_at, 'outageSince', l.provider_unavailable_since,
          'waitingReason', l.waiting_reason, 'undoStartedAt', l.compensation_started_at, 'undoneAt', l.compensated_at) ORDER BY l.position)
        FROM instance_log l WHERE l.command_id = c.id)) AS command
      FROM command c LEFT JOIN instance i ON i.id = c.instance_id LEFT JOIN product p ON p.id = i.product_id
     WHERE c.id = ${commandId} AND c.status IN ('queued', 'running', 'waiting')
       FOR UPDATE OF c`);
  return row === null ? null : CommandRow.parse(row.command);
}

/** Starts the next turn, which invalidates the turn of any other worker. Returns the new turn. */
export const nextTurn = (tx: Tx, command: CommandRow): Promise<{ turn: number }> =>
  tx.one(
    sql`UPDATE command SET fencing_token = fencing_token + 1 WHERE id = ${command.id} RETURNING fencing_token AS turn`,
  );

/** Returns false when another worker has taken the command over, or it was canceled. */
export const holdsTurn = async (tx: Tx, command: CommandRow): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM command WHERE id = ${command.id} AND fencing_token = ${command.turn}
    AND is_compensating = ${command.undoing} AND status IN ('queued', 'running', 'waiting')`)) !==
  null;

export const startStep = (tx: Tx, now: Date, step: StepRow, deadlineAt: Date | null) =>
  tx.execute(sql`UPDATE instance_log SET status = 'in_progress', attempt = attempt + 1, started_at = coalesce(started_at, ${now}),
    deadline_at = coalesce(deadline_at, ${deadlineAt}) WHERE id = ${step.id}`);

/** The columns of a step that no longer waits for staff. */
const isNotWaiting = sql`waiting_reason = NULL, waiting_for_staff_since = NULL`;

/** The step starts again as if it had not waited: with a deadline from then on. */
export const restartStep = (tx: Tx, step: StepRow) =>
  tx.execute(sql`UPDATE instance_log SET deadline_at = NULL, compensation_started_at = NULL, provider_unavailable_since = NULL, ${isNotWaiting}
    WHERE id = ${step.id}`);

export const startStepCompensation = (tx: Tx, now: Date, step: StepRow) =>
  tx.execute(
    sql`UPDATE instance_log SET compensation_started_at = coalesce(compensation_started_at, ${now}) WHERE id = ${step.id}`,
  );

export const endStepCompensation = (tx: Tx, now: Date, step: StepRow) =>
  tx.execute(
    sql`UPDATE instance_log SET compensated_at = ${now}, provider_unavailable_since = NULL, ${isNotWaiting} WHERE id = ${step.id}`,
  );

export const endStep = (
  tx: Tx,
  now: Date,
  step: StepRow,
  status: "complete" | "failed",
  detail: string | null,
) =>
  tx.execute(
    sql`UPDATE instance_log SET status = ${status}, detail = ${detail}, finished_at = ${now}, provider_unavailable_since = NULL, ${isNotWaiting} WHERE id = ${step.id}`,
  );

/** Records a wait. The deadline moves by the time the provider was unavailable. */
export const recordWait = (tx: Tx, now: Date, step: StepRow, detail: string | null) =>
  tx.execute(sql`UPDATE instance_log SET detail = ${detail}, provider_unavailable_since = NULL, ${isNotWaiting},
    deadline_at = deadline_at + coalesce(${now}::timestamptz - provider_unavailable_since, interval '0') WHERE id = ${step.id}`);

export const recordProviderUnavailable = (tx: Tx, now: Date, step: StepRow) =>
  tx.execute(sql`UPDATE instance_log SET detail = CASE status WHEN 'in_progress' THEN 'provider_unavailable' ELSE detail END,
    provider_unavailable_since = coalesce(provider_unavailable_since, ${now}) WHERE id = ${step.id}`);

export const setStepWaiting = (tx: Tx, now: Date, step: StepRow, reason: WaitingReason) =>
  tx.execute(sql`UPDATE instance_log SET waiting_reason = ${reason}, waiting_for_staff_since = coalesce(waiting_for_staff_since, ${now})
    WHERE id = ${step.id}`);

export const setStepResolution = (
  tx: Tx,
  step: StepRow,
  resolution: { staffId: string; role: StaffRoleId; note: string },
) =>
  tx.execute(sql`UPDATE instance_log SET resolved_by = ${resolution.staffId}, resolved_by_role = ${resolution.role}, note = ${resolution.note}
    WHERE id = ${step.id}`);

export const deletePendingSteps = (tx: Tx, commandId: string) =>
  tx.execute(sql`DELETE FROM instance_log WHERE command_id = ${commandId} AND status = 'pending'`);

export const setCommandStatus = (
  tx: Tx,
  now: Date,
  commandId: string,
  status: "running" | "waiting",
) =>
  tx.execute(
    sql`UPDATE command SET status = ${status}, started_at = coalesce(started_at, ${now}), updated_at = ${now} WHERE id = ${commandId}`,
  );

export const setProviderRef = (tx: Tx, commandId: string, providerRef: string) =>
  tx.execute(
    sql`UPDATE command SET provider_ref = ${providerRef.slice(0, 255)} WHERE id = ${commandId}`,
  );

export const incrementAttempts = (tx: Tx, commandId: string) =>
  tx.execute(sql`UPDATE command SET attempt_count = attempt_count + 1 WHERE id = ${commandId}`);

/** The next step has all attempts again. */
export const resetAttempts = (tx: Tx, commandId: string) =>
  tx.execute(sql`UPDATE command SET attempt_count = 0 WHERE id = ${commandId}`);

export const startCompensation = (
  tx: Tx,
  now: Date,
  commandId: string,
  code: string,
  message: string,
) =>
  tx.execute(
    sql`UPDATE command SET is_compensating = true, attempt_count = 0, error_code = ${code}, error_message = ${message.slice(0, 1000)}, updated_at = ${now} WHERE id = ${commandId}`,
  );

export const endCommand = (
  tx: Tx,
  now: Date,
  commandId: string,
  status: "succeeded" | "failed" | "timed_out",
) =>
  tx.execute(
    sql`UPDATE command SET status = ${status}, finished_at = ${now}, updated_at = ${now} WHERE id = ${commandId}`,
  );

export const insertCommandLog = (
  tx: Tx,
  now: Date,
  command: CommandRow,
  level: "info" | "warning" | "error",
  message: string,
) =>
  tx.execute(sql`INSERT INTO command_log (workspace_id, command_id, at, level, message)
    VALUES (${command.instance?.workspaceId ?? null}, ${command.id}, ${now}, ${level}, ${message.slice(0, 2000)})`);
