/** Whether the user may move an instance out of its project, and into which project. */
import { instanceActions } from "#contracts/actions/instances.ts";
import { moveAction, type ProjectSubject } from "#contracts/actions/projects.ts";
import type { Instance } from "#contracts/instances.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";

/** Why an instance cannot be moved; null if it can. */
export function useInstanceMoveReason(): (instance: Instance) => string | null {
  const reasonFor = useActionReason();
  return (instance) => reasonFor(instanceActions.move, instance);
}

/** Why no instance can be moved into a project; null if one can. */
export function useMoveTargetReason(): (project: ProjectSubject) => string | null {
  const reasonFor = useActionReason();
  return (project) => reasonFor(moveAction(project), project);
}
