/** SQL of workspaces. */
import { type AccessLevel, type WorkspaceRoleId, workspaceRoles } from "#contracts/roles.ts";
import { accessLevel } from "#contracts/permissions.ts";
import type { SuspensionReason } from "#contracts/suspension-reasons.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import { moneyOrNull } from "../billing/billing-sql.ts";
import type { UpdatableFields } from "./update-workspace.ts";

/** Statuses in which an instance is billed. */
export const billedStatuses = raw("('active', 'rebooting', 'stopped', 'suspended')");

const rolesWithBilling: WorkspaceRoleId[] = workspaceRoles.filter(
  (role) => accessLevel(role, "billing.view") !== null,
);

const rolesWithAccessLevel = (requested: AccessLevel): WorkspaceRoleId[] =>
  workspaceRoles.filter((role) => accessLevel(role, "instance.view") === requested);

/** Instance counts visible to the role, from the counter table. */
const instanceCountsJoin = (userId: string): Sql => sql`LEFT JOIN LATERAL (
      SELECT json_build_object('total', coalesce(sum(c.instance_count) FILTER (WHERE c.status <> 'terminated'), 0)::bigint,
               'running', coalesce(sum(c.instance_count) FILTER (WHERE c.status IN ('active', 'rebooting')), 0)::bigint,
               'billedRateMicrosPerHour', coalesce(sum(c.rate_micros) FILTER (WHERE c.status IN ${billedStatuses}), 0)::bigint) AS seen
        FROM instance_counter c
       WHERE c.workspace_id = w.id AND (role.id = ANY(${rolesWithAccessLevel("all")}) OR c.project_id IN (
             SELECT g.project_id FROM project_grant g WHERE g.workspace_id = w.id AND g.user_id = ${userId}))
    ) instance_totals ON role.id = ANY(${[...rolesWithAccessLevel("all"), ...rolesWithAccessLevel("granted")]})`;

interface WorkspaceListOptions {
  readonly userId: string;
  /** False when an impersonating staff member may not view instances. */
  readonly seesInstances: boolean;
  /** False when an impersonating staff member may not view billing. */
  readonly seesBalances: boolean;
}

/**
 * Runs as boreal_system, because row-level security shows one workspace at a time; every part of the query
 * filters by user.
 */
export const listWorkspaces = (
  page: ListQuery["page"],
  { userId, seesInstances, seesBalances }: WorkspaceListOptions,
): ListQuery => ({
  from: sql`workspace w`,
  alias: "w",
  where: [
    sql`w.status <> 'deactivated'`,
    sql`w.id IN (SELECT r.workspace_id FROM user_workspace_role r WHERE r.user_id = ${userId} AND r.expired_at IS NULL)`,
  ],
  sort: { column: sql`w.name`, type: "text" },
  descending: false,
  joins: sql`JOIN LATERAL (
      SELECT r.workspace_role_id AS id, r.is_default FROM user_workspace_role r
       WHERE r.workspace_id = w.id AND r.user_id = ${userId} AND r.expired_at IS NULL
    ) role ON true
    ${seesInstances ? instanceCountsJoin(userId) : sql`LEFT JOIN (SELECT NULL::json AS seen) instance_totals ON true`}
    LEFT JOIN billing_account account ON account.workspace_id = w.id AND ${seesBalances} AND role.id = ANY(${rolesWithBilling})`,
  rowJson: sql`json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'colour', w.colour, 'status', w.status, 'role', role.id,
    'isDefault', role.is_default, 'instances', instance_totals.seen,
    'balance', ${moneyOrNull(sql`account.cash_cents - account.receivable_cents`)},
    'createdAt', ${isoTimestamp("w.created_at")}, 'updatedAt', ${isoTimestamp("w.updated_at")})`,
  page,
});

interface NewWorkspace {
  id: string;
  handle: string;
  name: string;
  colour: string;
  at: Date;
}

/** Returns false when the handle is taken. */
export async function insertWorkspace(tx: Tx, workspace: NewWorkspace): Promise<boolean> {
  const created = await tx.execute(sql`
    INSERT INTO workspace (id, handle, name, colour, created_at, updated_at)
    VALUES (${workspace.id}, ${workspace.handle}, ${workspace.name}, ${workspace.colour}, ${workspace.at}, ${workspace.at})
    ON CONFLICT (handle) DO NOTHING`);
  return created === 1;
}

export async function insertDefaultProject(
  tx: Tx,
  project: { id: string; workspaceId: string; colour: string; createdBy: string; at: Date },
) {
  await tx.execute(sql`
    INSERT INTO project (id, workspace_id, name, colour, is_default, created_by, created_at, updated_at)
    VALUES (${project.id}, ${project.workspaceId}, 'Default', ${project.colour}, true, ${project.createdBy}, ${project.at}, ${project.at})`);
}

/** Returns whether a workspace has the handle, or had it recently. The workspace `exceptId` may take it back. */
export async function isHandleTaken(
  tx: Tx,
  handle: string,
  now: Date,
  exceptId: string | null = null,
): Promise<boolean> {
  const match = await tx.maybeOne(sql`
    SELECT FROM workspace WHERE handle = ${handle} AND id IS DISTINCT FROM ${exceptId}::uuid
    UNION ALL
    SELECT FROM workspace_former_handle WHERE handle = ${handle} AND expires_at > ${now} AND workspace_id IS DISTINCT FROM ${exceptId}::uuid`);
  return match !== null;
}

export const setHandle = (tx: Tx, id: string, handle: string): Promise<number> =>
  tx.execute(sql`UPDATE workspace SET handle = ${handle} WHERE id = ${id}`);

/** Makes `from` a former handle of the workspace until `expiresAt`; `to` is no longer one. */
export async function replaceFormerHandle(
  tx: Tx,
  rename: { id: string; from: string; to: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { id, from, to, now, expiresAt } = rename;
  await tx.execute(
    sql`DELETE FROM workspace_former_handle WHERE workspace_id = ${id} AND handle = ${to}`,
  );
  await tx.execute(sql`
    INSERT INTO workspace_former_handle (workspace_id, handle, released_at, expires_at)
    VALUES (${id}, ${from}, ${now}, ${expiresAt})
    ON CONFLICT (workspace_id, handle) DO UPDATE SET released_at = excluded.released_at, expires_at = excluded.expires_at`);
}

export const readUpdatableFields = (tx: Tx, id: string): Promise<UpdatableFields> =>
  tx.one<UpdatableFields>(sql`SELECT name, handle, colour FROM workspace WHERE id = ${id}`);

export const countInstances = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM instance WHERE workspace_id = ${workspaceId} AND status <> 'terminated'`,
    )
  ).n;

export const setNameAndColour = (
  tx: Tx,
  id: string,
  { name, colour }: Pick<UpdatableFields, "name" | "colour">,
  updatedAt: Date,
): Promise<number> =>
  tx.execute(
    sql`UPDATE workspace SET name = ${name}, colour = ${colour}, updated_at = ${updatedAt} WHERE id = ${id}`,
  );

/** Null unless the workspace is suspended. */
export async function findSuspension(
  tx: Tx,
  workspaceId: string,
): Promise<{ reason: SuspensionReason; note: string | null; since: string } | null> {
  return tx.maybeOne(sql`SELECT suspension_reason AS reason, suspension_note AS note, ${isoTimestamp("suspended_at")} AS since
    FROM workspace WHERE id = ${workspaceId} AND status = 'suspended'`);
}
