/** Moves instances between projects, on request or because their project is deleted. All of them move, or none. */
import { actionDenial } from "#contracts/actions/action.ts";
import { instanceActions } from "#contracts/actions/instances.ts";
import { projectActions } from "#contracts/actions/projects.ts";
import type { projects as endpoints } from "#contracts/projects.ts";
import { assertNotDenied, toActor } from "../../core/http/authorization.ts";
import { ProblemError, fieldError, actionNotPossible } from "../../core/lib/problem-error.ts";
import type { HandlerContext, HandlerFunction } from "../../core/http/handlers.ts";
import {
  lockDefaultProjectShared,
  lockProjectShared,
  lockInstances,
  lockInstancesOfProject,
  lockProjects,
  moveInstances,
  type MovableInstance,
  type TargetProject,
} from "./move-instances-store.ts";
import { deleteProject } from "./store.ts";

type MoveContext =
  | HandlerContext<typeof endpoints.assign>
  | HandlerContext<typeof endpoints.unassign>;

const permissionDenied = () =>
  new ProblemError("permission_denied_missing_permission", { permission: "project.assign" });

async function lockInstancesToMove({
  tx,
  now,
  body,
  caller,
}: MoveContext): Promise<MovableInstance[]> {
  const ids = [...new Set(body.instanceIds)];
  const instances = await lockInstances(tx, ids);
  if (instances.length < ids.length) throw new ProblemError("not_found");
  const actor = toActor(caller);
  const denials = instances.map((instance) =>
    actionDenial(actor, instanceActions.move, instance, now),
  );
  for (const denial of denials)
    if (denial?.problem !== "action_not_possible") assertNotDenied(denial);
  const terminated = instances.filter((_, position) => denials[position] !== null);
  // One problem lists all instances that can't be moved.
  if (terminated.length > 0)
    throw actionNotPossible("instances_terminated", {
      names: terminated.map(({ hostname }) => hostname),
    });
  return instances;
}

async function moveToProject(
  context: MoveContext,
  target: TargetProject,
): Promise<{ moved: number }> {
  const { tx, now, workspace, audit, publish } = context;
  const instances = await lockInstancesToMove(context);
  const moving = instances.filter(({ projectId }) => projectId !== target.id);
  audit({
    target: { type: "project", id: target.id, name: target.name },
    changes: moving
      .map(({ hostname }) => hostname)
      .toSorted()
      .map((to) => ({ field: "instance", from: null, to })),
  });
  if (moving.length > 0) {
    await moveInstances(tx, workspace.id, moving, target.id, now);
    await publish(workspace.id, { topic: "projects", id: null });
    await publish(workspace.id, { topic: "instances", id: null });
  }
  return { moved: moving.length };
}

export const assignHandler: HandlerFunction<typeof endpoints.assign> = async (context) => {
  const target = await lockProjectShared(context.tx, context.project.id);
  // The project was deleted while this request waited for the lock.
  if (target === null) throw new ProblemError("not_found");
  return moveToProject(context, target);
};

export const unassignHandler: HandlerFunction<typeof endpoints.unassign> = async (context) => {
  const target = await lockDefaultProjectShared(context.tx);
  // A default project always exists, but an access token may not have access to it.
  if (target === null) throw permissionDenied();
  return moveToProject(context, target);
};

type RemoveContext = HandlerContext<typeof endpoints.remove>;

/** Locks the project and the target of its instances; the target is null when the request names none. */
async function lockProjectAndTarget({ tx, now, query, project, caller }: RemoveContext) {
  const { moveTo = null } = query;
  if (moveTo === project.id) throw fieldError("moveTo", "same");
  const locked = await lockProjects(tx, [project.id, ...(moveTo === null ? [] : [moveTo])]);
  const removed = locked.find(({ id }) => id === project.id);
  const target = locked.find(({ id }) => id === moveTo) ?? null;
  if (removed === undefined || (moveTo !== null && target === null))
    throw new ProblemError("not_found");
  // Moving into the target is what is denied, not deleting the project.
  const actor = toActor(caller);
  if (target !== null && actionDenial(actor, projectActions.removeInto, target, now) !== null)
    throw permissionDenied();
  return { removed, target };
}

export const removeHandler: HandlerFunction<typeof endpoints.remove> = async (context) => {
  const { tx, now, workspace, project, caller, audit, publish } = context;
  const subject = { isDefault: project.is_default, createdBy: { id: project.created_by } };
  assertNotDenied(actionDenial(toActor(caller), projectActions.remove, subject, now));
  const { removed, target } = await lockProjectAndTarget(context);
  const instances = await lockInstancesOfProject(tx, project.id);
  if (instances.length > 0) {
    if (target === null)
      throw actionNotPossible("project_not_empty", { instances: instances.length });
    await moveInstances(tx, workspace.id, instances, target.id, now);
    await publish(workspace.id, { topic: "instances", id: null });
  }
  await deleteProject(tx, project.id);
  const movedTo = instances.length === 0 || target === null ? [] : [target.name];
  audit({
    target: { type: "project", id: project.id, name: removed.name },
    changes: [
      { field: "name", from: removed.name, to: null },
      ...movedTo.map((to) => ({ field: "instancesMovedTo", from: null, to })),
    ],
  });
  await publish(workspace.id, { topic: "projects", id: project.id });
  return null;
};
