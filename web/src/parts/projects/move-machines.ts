/** Moves machines between projects, and knows of each what became of it. */
import type { Instance } from "#contracts/instances.ts";
import { type Project, projects } from "#contracts/projects.ts";
import type { Requested } from "../../blocks/code/requested.ts";
import { send } from "../../lib/client.ts";
import { ProblemError } from "../../lib/problem.ts";

export type Target = Pick<Project, "id" | "name" | "isDefault">;

export interface Refused {
  readonly machine: Instance;
  readonly problem: unknown;
}

export interface Outcome {
  readonly moved: readonly Instance[];
  readonly refused: readonly Refused[];
}

/** Into the default project everyone may who may move machines, by a call of its own. */
export function moveRequest(
  workspace: string,
  { id, isDefault }: Target,
  machines: readonly Instance[],
): Requested {
  const body = { instanceIds: machines.map((machine) => machine.id) };
  return isDefault
    ? { call: projects.unassign, input: { path: { workspace }, body } }
    : { call: projects.assign, input: { path: { workspace, project: id }, body } };
}

const move = (workspace: string, target: Target, machines: readonly Instance[]) => {
  const { call, input } = moveRequest(workspace, target, machines);
  return send(call, input);
};

/** The server's word about the machines, not about the connection or the way they were asked for. */
const isAboutThem = (error: unknown): boolean =>
  error instanceof ProblemError && [400, 403, 404, 409].includes(error.status);

/**
 * The server moves all or none. Where it refuses all because of some, each is tried alone, so that
 * the others still move and everyone learns which did not.
 */
export async function moveMachines(
  workspace: string,
  target: Target,
  machines: readonly Instance[],
): Promise<Outcome> {
  try {
    await move(workspace, target, machines);
    return { moved: machines, refused: [] };
  } catch (problem) {
    if (!isAboutThem(problem)) throw problem;
    if (machines.length === 1)
      return { moved: [], refused: machines.map((machine) => ({ machine, problem })) };
  }
  const moved: Instance[] = [];
  const refused: Refused[] = [];
  for (const machine of machines) {
    try {
      await move(workspace, target, [machine]);
      moved.push(machine);
    } catch (problem) {
      refused.push({ machine, problem });
    }
  }
  return { moved, refused };
}
