/** Moves instances between projects and reports the result for each. */
import type { Instance } from "#contracts/instances.ts";
import { type Project, projects } from "#contracts/projects.ts";
import type { RequestPreview } from "../../components/code-samples/request-preview.ts";
import { requestUntyped } from "../../lib/api/api-client.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { loadPart } from "../../lib/browser/missing-code.ts";
import type { MoveOutcome } from "./move-each.ts";

export type MoveTarget = Pick<Project, "id" | "name" | "isDefault">;

/** The request of a move. The default project has an endpoint of its own, open to all who may move instances. */
export function moveRequest(
  workspace: string,
  { id, isDefault }: MoveTarget,
  instances: readonly Instance[],
): RequestPreview {
  const body = { instanceIds: instances.map((instance) => instance.id) };
  return isDefault
    ? { call: projects.unassign, input: { path: { workspace }, body } }
    : { call: projects.assign, input: { path: { workspace, project: id }, body } };
}

const moveOnce = (workspace: string, target: MoveTarget, instances: readonly Instance[]) => {
  const { call: endpoint, input } = moveRequest(workspace, target, instances);
  return requestUntyped(endpoint, input);
};

/** Whether the problem is about the instances, not about the connection or the request. */
const isInstanceRejection = (error: unknown): boolean =>
  error instanceof ProblemError && [400, 403, 404, 409].includes(error.status);

/**
 * The server moves all instances or none. If it rejects the request because of some, each is moved separately, so
 * that the others still move and the failures are reported.
 */
export async function moveInstances(
  workspace: string,
  target: MoveTarget,
  instances: readonly Instance[],
): Promise<MoveOutcome> {
  try {
    await moveOnce(workspace, target, instances);
    return { moved: instances, rejected: [], failed: [] };
  } catch (problem) {
    if (!isInstanceRejection(problem)) throw problem;
    if (instances.length === 1)
      return {
        moved: [],
        rejected: instances.map((instance) => ({ instance, problem })),
        failed: [],
      };
  }
  const { moveEach } = await loadMoveEach();
  return moveEach(instances, (instance) => moveOnce(workspace, target, [instance]));
}

/** Rarely needed, and loaded before the first request ends, because the connection may be lost after it. */
export const loadMoveEach = () => loadPart(() => import("./move-each.ts"));
