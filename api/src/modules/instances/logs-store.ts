/** SQL of the timeline of an instance: its steps, as customers and as staff see them. */
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import type { AdminInstanceLog } from "#contracts/admin-instances.ts";

interface LogFilter {
  page: number;
  perPage: number;
  after?: string | undefined;
  before?: string | undefined;
  status?: readonly string[] | undefined;
}

/** A server of the release before migration 017 sets only the role. */
const isByStaff = sql`(command.requested_by_type = 'staff' OR command.requested_by_role IS NOT NULL)`;
/** A canceled command may leave the reason of a step. */
const isWaiting = sql`command.status = 'waiting'`;

const sharedFields = sql`
    'id', l.id, 'commandId', l.command_id, 'commandKind', command.kind, 'commandStatus', command.status, 'step', l.step, 'status', l.status,
    'detail', l.detail, 'startedAt', ${isoTimestamp("l.started_at")}, 'finishedAt', ${isoTimestamp("l.finished_at")},
    'typicalSeconds', l.typical_seconds, 'waitingSince', ${isoTimestamp("l.provider_unavailable_since")},
    'requestedByType', CASE WHEN ${isByStaff} THEN 'staff' ELSE command.requested_by_type END,
    'requestedAt', ${isoTimestamp("command.created_at")},
    'waitingReason', CASE WHEN ${isWaiting} THEN l.waiting_reason END,
    'waitingForStaffSince', CASE WHEN ${isWaiting} THEN ${isoTimestamp("l.waiting_for_staff_since")} END, 'note', l.note`;

const requesterName = sql`requester.first_name || ' ' || requester.last_name`;

const joins = sql`
    JOIN command ON command.id = l.command_id
    LEFT JOIN user_account requester ON requester.id = command.requested_by`;

const listQuery = (
  instanceId: string,
  { status = [], ...page }: LogFilter,
): Omit<ListQuery, "rowJson" | "joins"> => ({
  from: sql`instance_log l`,
  alias: "l",
  where: [
    isUuid(instanceId) ? sql`l.instance_id = ${instanceId}` : sql`false`,
    ...(status.length === 0 ? [] : [sql`l.status = ANY(${[...status]})`]),
  ],
  sort: { column: sql`l.created_at`, type: "timestamptz" },
  descending: false,
  page,
});

/** Names no staff: customers see the role only. */
export const instanceLogsQuery = (instanceId: string, filter: LogFilter): ListQuery => ({
  ...listQuery(instanceId, filter),
  rowJson: sql`json_build_object(${sharedFields},
    'requestedBy', CASE WHEN ${isByStaff} THEN 'Support' ELSE coalesce(${requesterName}, '') END,
    'resolvedBy', CASE WHEN l.resolved_by IS NOT NULL THEN 'Support' END)`,
  joins,
});

const adminJson = sql`json_build_object(${sharedFields}, 'providerRef', command.provider_ref,
    'requestedBy', CASE WHEN requester.id IS NOT NULL THEN json_build_object('id', requester.id, 'name', ${requesterName},
      'role', command.requested_by_role, 'tokenId', command.requested_by_token_id) END,
    'resolvedBy', CASE WHEN resolver.id IS NOT NULL THEN json_build_object('id', resolver.id,
      'name', resolver.first_name || ' ' || resolver.last_name, 'role', l.resolved_by_role) END)`;
const adminJoins: Sql = sql`${joins} LEFT JOIN user_account resolver ON resolver.id = l.resolved_by`;

export const adminInstanceLogsQuery = (instanceId: string, filter: LogFilter): ListQuery => ({
  ...listQuery(instanceId, filter),
  rowJson: adminJson,
  joins: adminJoins,
});

/** Returns the step of the instance; null if the instance has no such step. */
export async function findAdminInstanceLog(
  tx: Tx,
  instanceId: string,
  logId: string,
): Promise<AdminInstanceLog | null> {
  if (!isUuid(instanceId) || !isUuid(logId)) return null;
  const row = await tx.maybeOne<{ log: AdminInstanceLog }>(sql`
    SELECT ${adminJson} AS log FROM instance_log l ${adminJoins} WHERE l.id = ${logId} AND l.instance_id = ${instanceId}`);
  return row?.log ?? null;
}

/** Names and workspace of an instance of any tenant, for the record of what staff do with it. */
export const findInstanceOfAnyTenant = async (
  tx: Tx,
  instanceId: string,
): Promise<{ id: string; workspaceId: string; hostname: string } | null> =>
  isUuid(instanceId)
    ? tx.maybeOne(
        sql`SELECT id, workspace_id AS "workspaceId", hostname FROM instance WHERE id = ${instanceId}`,
      )
    : null;

/** Whether nothing may be powered on in the workspace. */
export const isWorkspaceSuspended = async (tx: Tx, workspaceId: string): Promise<boolean> =>
  (await tx.maybeOne(
    sql`SELECT FROM workspace WHERE id = ${workspaceId} AND status = 'suspended'`,
  )) !== null;
