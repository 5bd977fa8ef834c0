/** SQL of instances that move between projects. Each statement runs under row-level security. */
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { splitUsageByProject } from "../billing/metering.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export interface TargetProject {
  id: string;
  name: string;
  isDefault: boolean;
  createdBy: { id: string };
}

const targetColumns = sql`id, name, is_default AS "isDefault", json_build_object('id', created_by) AS "createdBy"`;

/** Locks a project FOR KEY SHARE, so it is not deleted until the transaction ends. */
export const lockProjectShared = (tx: Tx, id: string): Promise<TargetProject | null> =>
  tx.maybeOne(sql`SELECT ${targetColumns} FROM project WHERE id = ${id} FOR KEY SHARE`);

export const lockDefaultProjectShared = (tx: Tx): Promise<TargetProject | null> =>
  tx.maybeOne(sql`SELECT ${targetColumns} FROM project WHERE is_default FOR KEY SHARE`);

/** Locks projects FOR UPDATE, so that no instance is added to them. The fixed order prevents deadlocks. */
export const lockProjects = (tx: Tx, ids: readonly string[]): Promise<TargetProject[]> =>
  tx.many(
    sql`SELECT ${targetColumns} FROM project WHERE id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`,
  );

export interface MovableInstance {
  id: string;
  hostname: string;
  status: InstanceStatus;
  projectId: string | null;
  /** Creator of its project; of the instance itself when it is in the default project. */
  owner: { id: string };
}

const columns = sql`i.id, i.hostname, i.status, i.project_id AS "projectId", json_build_object('id', coalesce(p.created_by, i.created_by)) AS owner`;
const ownerProjectJoin = sql`LEFT JOIN project p ON p.workspace_id = i.workspace_id AND p.id = i.project_id AND NOT p.is_default`;

/** Locks the requested instances that exist. */
export const lockInstances = (tx: Tx, ids: readonly string[]): Promise<MovableInstance[]> =>
  tx.many(sql`SELECT ${columns} FROM instance i ${ownerProjectJoin}
    WHERE i.id = ANY(${[...ids]}) ORDER BY i.id FOR UPDATE OF i`);

/** Locks the instances of a project that are not terminated. */
export const lockInstancesOfProject = (tx: Tx, projectId: string): Promise<MovableInstance[]> =>
  tx.many(sql`SELECT ${columns} FROM instance i ${ownerProjectJoin}
    WHERE i.project_id = ${projectId} AND i.status <> 'terminated' ORDER BY i.id FOR UPDATE OF i`);

/** Moves instances, and splits their usage so that later cost belongs to the new project. */
export async function moveInstances(
  tx: Tx,
  workspaceId: string,
  instances: readonly MovableInstance[],
  projectId: string,
  now: Date,
): Promise<void> {
  const ids = instances.map(({ id }) => id);
  await tx.execute(sql`UPDATE instance SET project_id = ${projectId}, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ANY(${ids})`);
  await splitUsageByProject(tx, workspaceId, ids, now);
}
