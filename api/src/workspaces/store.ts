/** SQL of workspaces. */
import type { Happening } from "#contracts/activity.ts";
import { actorName, peopleOfEntry, shownChanges, targetName } from "../activity/entry.ts";
import { raw, type Sql, sql, type Tx } from "../core/db.ts";
import { isoTime, type ListQuery } from "../core/list.ts";

/** The caller's own: the wall shows no others, and the role says so once more. */
export const listWorkspaces = (page: ListQuery["page"]): ListQuery => ({
  from: sql`workspace w`,
  alias: "w",
  where: [
    sql`w.status <> 'deactivated'`,
    sql`w.id IN (SELECT r.workspace_id FROM user_workspace_role r WHERE r.user_id = app_user() AND r.expired_at IS NULL)`,
  ],
  sort: { column: sql`w.name`, type: "text" },
  descending: false,
  extras: sql`JOIN LATERAL (
      SELECT r.workspace_role_id AS id FROM user_workspace_role r
       WHERE r.workspace_id = w.id AND r.user_id = app_user() AND r.expired_at IS NULL
    ) role ON true`,
  row: sql`json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'colour', w.colour, 'status', w.status, 'role', role.id,
    'createdAt', ${isoTime("w.created_at")}, 'updatedAt', ${isoTime("w.updated_at")})`,
  page,
});

interface NewWorkspace {
  id: string;
  handle: string;
  name: string;
  colour: string;
  at: Date;
}

/** False where the handle is taken. */
export async function insertWorkspace(tx: Tx, workspace: NewWorkspace): Promise<boolean> {
  const made = await tx.run(sql`
    INSERT INTO workspace (id, handle, name, colour, created_at, updated_at)
    VALUES (${workspace.id}, ${workspace.handle}, ${workspace.name}, ${workspace.colour}, ${workspace.at}, ${workspace.at})
    ON CONFLICT (handle) DO NOTHING`);
  return made === 1;
}

/** The person's first role is their default; their row is held, so that two workspaces made at once do not both become it. */
export async function insertOwner(
  tx: Tx,
  role: { id: string; workspaceId: string; userId: string; at: Date },
): Promise<void> {
  await tx.run(sql`SELECT FROM user_account WHERE id = ${role.userId} FOR NO KEY UPDATE`);
  await tx.run(sql`
    INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
    VALUES (${role.id}, ${role.workspaceId}, ${role.userId}, 'owner',
      NOT EXISTS (SELECT FROM user_workspace_role WHERE user_id = ${role.userId} AND is_default AND expired_at IS NULL), ${role.userId}, ${role.at})`);
}

export async function insertDefaultProject(
  tx: Tx,
  project: { id: string; workspaceId: string; colour: string; createdBy: string; at: Date },
) {
  await tx.run(sql`
    INSERT INTO project (id, workspace_id, name, colour, is_default, created_by, created_at, updated_at)
    VALUES (${project.id}, ${project.workspaceId}, 'Default', ${project.colour}, true, ${project.createdBy}, ${project.at}, ${project.at})`);
}

export const findHandle = (tx: Tx, handle: string): Promise<{ id: string } | null> =>
  tx.maybe<{ id: string }>(sql`SELECT id FROM workspace WHERE handle = ${handle}`);

interface Figures {
  /** Machines by status; null where there is none. */
  by_status: Record<string, number> | null;
  billed_rate_micros: number;
  projects: number;
  credentials: number;
  members: number;
}

/** States in which a machine earns. */
const billed = raw("('active', 'rebooting', 'stopped', 'suspended')");

export const readFigures = (tx: Tx, workspaceId: string): Promise<Figures> =>
  tx.one<Figures>(sql`
    WITH counted AS (
      SELECT status, sum(n)::bigint AS n, sum(rate_micros)::bigint AS rate_micros
        FROM instance_count WHERE workspace_id = ${workspaceId} GROUP BY status HAVING sum(n) <> 0
    )
    SELECT (SELECT jsonb_object_agg(status, n) FROM counted) AS by_status,
           (SELECT coalesce(sum(rate_micros), 0)::bigint FROM counted WHERE status IN ${billed}) AS billed_rate_micros,
           (SELECT count(*) FROM project WHERE workspace_id = ${workspaceId}) AS projects,
           (SELECT count(*) FROM credential WHERE workspace_id = ${workspaceId}) AS credentials,
           (SELECT count(*) FROM user_workspace_role WHERE workspace_id = ${workspaceId} AND expired_at IS NULL) AS members`);

export interface HappeningRow {
  id: string;
  at: Date;
  action: string;
  actor_name: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  changes: Happening["changes"];
}

const shownHappenings = 8;

export const readHappenings = (
  tx: Tx,
  workspaceId: string,
  onlyOf: string | null,
): Promise<HappeningRow[]> => {
  const whose: Sql = onlyOf === null ? sql`true` : sql`e.actor_user_id = ${onlyOf}`;
  return tx.many<HappeningRow>(sql`
    SELECT e.id, e.at, e.action, ${actorName} AS actor_name, e.target_type, e.target_id, ${targetName} AS target_name, ${shownChanges} AS changes
      FROM audit_event e ${peopleOfEntry}
     WHERE e.workspace_id = ${workspaceId} AND e.result = 'ok' AND ${whose} ORDER BY e.at DESC, e.id DESC LIMIT ${shownHappenings}`);
};
