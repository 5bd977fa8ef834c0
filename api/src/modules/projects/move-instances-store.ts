/** SQL of machines that move between projects. Each statement runs behind the wall. */
import type { InstanceStatus } from "#contracts/instances.ts";
import { splitUsageByProject } from "../billing/metering.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export interface TargetProject {
  id: string;
  name: string;
  isDefault: boolean;
  createdBy: { id: string };
}

const targetColumns = sql`id, name, is_default AS "isDefault", json_build_object('id', created_by) AS "createdBy"`;

/** A project that nobody deletes until the transaction ends. */
export const lockProjectShared = (tx: Tx, id: string): Promise<TargetProject | null> =>
  tx.maybeOne(sql`SELECT ${targetColumns} FROM project WHERE id = ${id} FOR KEY SHARE`);

export const lockDefaultProjectShared = (tx: Tx): Promise<TargetProject | null> =>
  tx.maybeOne(sql`SELECT ${targetColumns} FROM project WHERE is_default FOR KEY SHARE`);

/** Projects that nobody puts anything into either; always in one order, so that two who want the same do not wait for each other. */
export const lockProjects = (tx: Tx, ids: readonly string[]): Promise<TargetProject[]> =>
  tx.many(
    sql`SELECT ${targetColumns} FROM project WHERE id = ANY(${[...ids]}) ORDER BY id FOR UPDATE`,
  );

export interface MovableInstance {
  id: string;
  hostname: string;
  status: InstanceStatus;
  projectId: string | null;
  /** Creator of its project, or of the instance while it is in the default project. */
  owner: { id: string };
}

const columns = sql`i.id, i.hostname, i.status, i.project_id AS "projectId", json_build_object('id', coalesce(p.created_by, i.created_by)) AS owner`;
const ownerProjectJoin = sql`LEFT JOIN project p ON p.workspace_id = i.workspace_id AND p.id = i.project_id AND NOT p.is_default`;

/** Of those asked for the ones there are, nobody else's to change. */
export const lockInstances = (tx: Tx, ids: readonly string[]): Promise<MovableInstance[]> =>
  tx.many(sql`SELECT ${columns} FROM instance i ${ownerProjectJoin}
    WHERE i.id = ANY(${[...ids]}) ORDER BY i.id FOR UPDATE OF i`);

/** What is in a project and has not been given back. */
export const lockInstancesOfProject = (tx: Tx, projectId: string): Promise<MovableInstance[]> =>
  tx.many(sql`SELECT ${columns} FROM instance i ${ownerProjectJoin}
    WHERE i.project_id = ${projectId} AND i.status <> 'terminated' ORDER BY i.id FOR UPDATE OF i`);

/** From now on they are there, and what they cost is. */
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
