/** The projects a limited team member may see. */
import { createFieldError, toFieldProblem } from "#contracts/field-problem.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { ValidationError } from "../../core/http/problem-error.ts";

export interface GrantedProject {
  id: string;
  name: string;
}

/** Of a limited team member's role the ones named, each of which has to be there; of any other role none. */
export async function resolveGrantedProjects(
  tx: Tx,
  workspaceId: string,
  { roleId, projectIds }: { roleId: string; projectIds: readonly string[] },
): Promise<GrantedProject[]> {
  if (roleId !== "limited_team_member") return [];
  const found = await tx.many<GrantedProject>(sql`
    SELECT id, name FROM project WHERE workspace_id = ${workspaceId} AND id = ANY(${[...projectIds]}::uuid[]) ORDER BY lower(name), id`);
  const unknown = toFieldProblem(createFieldError("unknown", { resource: "project" }));
  const errors = projectIds.flatMap((id, at) =>
    found.some((project) => project.id === id) ? [] : [[`projectIds.${at}`, [unknown]] as const],
  );
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
  return found;
}

export async function replaceGrants(
  tx: Tx,
  grant: { workspaceId: string; userId: string; projectIds: readonly string[]; at: Date },
): Promise<void> {
  const { workspaceId, userId, projectIds, at } = grant;
  await tx.execute(
    sql`DELETE FROM project_grant WHERE workspace_id = ${workspaceId} AND user_id = ${userId}`,
  );
  // One that was deleted meanwhile is simply not granted.
  await tx.execute(sql`
    INSERT INTO project_grant (workspace_id, project_id, user_id, created_at)
    SELECT p.workspace_id, p.id, ${userId}, ${at} FROM project p WHERE p.workspace_id = ${workspaceId} AND p.id = ANY(${[...projectIds]}::uuid[])`);
}

export const joinProjectNames = (projects: readonly GrantedProject[]): string =>
  projects.map(({ name }) => name).join(", ");
