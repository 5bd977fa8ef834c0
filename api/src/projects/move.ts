/** Machines that move between projects: by hand, or because theirs is deleted. All of them, or none. */
import type { projects as calls } from "#contracts/projects.ts";
import type { Reach } from "#contracts/permissions.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import type { Context, Run } from "../core/handlers.ts";
import {
  holdDefault,
  holdProject,
  lockMachines,
  lockMachinesOf,
  lockProjects,
  moveMachines,
  type Machine,
  type Target,
} from "./move-store.ts";
import { deleteProject } from "./store.ts";

type Moving = Context<typeof calls.assign> | Context<typeof calls.unassign>;

const notYours = () =>
  new Refusal("permission_denied_missing_permission", { permission: "project.assign" });

/** Everyone who may move machines may take them out of every project; into one, who made it decides for some. */
const mayMoveInto = (target: Target, reach: Reach, userId: string) =>
  reach === "all" || target.isDefault || target.createdBy === userId;

async function machinesToMove({ tx, body, caller, reach }: Moving): Promise<Machine[]> {
  const ids = [...new Set(body.instanceIds)];
  const machines = await lockMachines(tx, ids);
  if (machines.length < ids.length) throw new Refusal("not_found");
  if (reach === "own" && machines.some(({ ownerId }) => ownerId !== caller.user.id))
    throw notYours();
  const gone = machines.filter(({ status }) => status === "terminated");
  if (gone.length > 0) {
    const names = gone.map(({ hostname }) => hostname).join(", ");
    throw new Refusal("action_not_possible", { message: `Already terminated: ${names}` });
  }
  return machines;
}

async function move(context: Moving, target: Target): Promise<{ moved: number }> {
  const { tx, now, workspace, note, announce } = context;
  const machines = await machinesToMove(context);
  const moving = machines.filter(({ projectId }) => projectId !== target.id);
  note({
    target: { type: "project", id: target.id, name: target.name },
    changes: moving
      .map(({ hostname }) => hostname)
      .toSorted()
      .map((to) => ({ field: "instance", from: null, to })),
  });
  if (moving.length > 0) {
    await moveMachines(tx, workspace.id, moving, target.id, now);
    await announce(workspace.id, { topic: "projects", id: null });
    await announce(workspace.id, { topic: "instances", id: null });
  }
  return { moved: moving.length };
}

export const assign: Run<typeof calls.assign> = async (context) => {
  const target = await holdProject(context.tx, context.project.id);
  // Deleted while this waited for its turn.
  if (target === null) throw new Refusal("not_found");
  return move(context, target);
};

export const unassign: Run<typeof calls.unassign> = async (context) => {
  const target = await holdDefault(context.tx);
  // There always is one, but a token may not reach it.
  if (target === null) throw notYours();
  return move(context, target);
};

type Removal = Context<typeof calls.remove>;

/** The project as it is now, and where its machines go; null where nobody said. */
async function lockBoth({ tx, query, project, caller, reach }: Removal) {
  const { moveTo = null } = query;
  if (moveTo === project.id)
    throw refuseField("moveTo", "same", "Choose a different project than the one being deleted");
  const held = await lockProjects(tx, [project.id, ...(moveTo === null ? [] : [moveTo])]);
  const doomed = held.find(({ id }) => id === project.id);
  const target = held.find(({ id }) => id === moveTo) ?? null;
  if (doomed === undefined || (moveTo !== null && target === null)) throw new Refusal("not_found");
  if (target !== null && !mayMoveInto(target, reach, caller.user.id)) throw notYours();
  return { doomed, target };
}

const stillIn = (count: number) =>
  count === 1
    ? "1 machine is in this project: move it first, or say where it moves to"
    : `${count} machines are in this project: move them first, or say where they move to`;

export const remove: Run<typeof calls.remove> = async (context) => {
  const { tx, now, workspace, project, note, announce } = context;
  if (project.is_default) throw new Refusal("cannot_delete_default");
  const { doomed, target } = await lockBoth(context);
  const machines = await lockMachinesOf(tx, project.id);
  if (machines.length > 0) {
    if (target === null)
      throw new Refusal("action_not_possible", { message: stillIn(machines.length) });
    await moveMachines(tx, workspace.id, machines, target.id, now);
    await announce(workspace.id, { topic: "instances", id: null });
  }
  await deleteProject(tx, project.id);
  const movedTo = machines.length === 0 || target === null ? [] : [target.name];
  note({
    target: { type: "project", id: project.id, name: doomed.name },
    changes: [
      { field: "name", from: doomed.name, to: null },
      ...movedTo.map((to) => ({ field: "instancesMovedTo", from: null, to })),
    ],
  });
  await announce(workspace.id, { topic: "projects", id: project.id });
  return null;
};
