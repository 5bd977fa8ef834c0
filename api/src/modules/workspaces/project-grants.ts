/** Project grants of limited team members. */
import { type GrantedProject, listProjectsById } from "./membership-store.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import { createFieldError } from "#contracts/field-problem.ts";
import type { Tx } from "../../core/db/db.ts";
import { ValidationError } from "../../core/lib/problem-error.ts";

export { replaceGrants } from "./membership-store.ts";

/**
 * Returns the projects of a limited team member; throws a validation error for an unknown id. Other roles get
 * none.
 */
export async function resolveGrantedProjects(
  tx: Tx,
  workspaceId: string,
  { roleId, projectIds }: { roleId: string; projectIds: readonly string[] },
): Promise<GrantedProject[]> {
  if (roleId !== "limited_team_member") return [];
  const projects = await listProjectsById(tx, workspaceId, projectIds);
  const unknown = toFieldProblem(createFieldError("unknown", { resource: "project" }));
  const errors = projectIds.flatMap((id, at) =>
    projects.some((project) => project.id === id) ? [] : [[`projectIds.${at}`, [unknown]] as const],
  );
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
  return projects;
}

export const joinProjectNames = (projects: readonly GrantedProject[]): string =>
  projects.map(({ name }) => name).join(", ");
