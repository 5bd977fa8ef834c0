/** Disabled reasons for moving instances, by the same rules as the server. */
import { useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { accessLevel } from "#contracts/permissions.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import type { Project } from "#contracts/projects.ts";
import { useDisabledReason } from "../../../components/use-disabled-reason.ts";
import { useWorkspace } from "../../../lib/session/permissions.ts";
import { useSessionInfo } from "../../../lib/session/session.ts";
import { useAllProjects } from "../../../components/use-all-projects.ts";

/** Why an instance cannot be moved; null when it can. */
export function useInstanceMoveReason(workspace: string): (instance: Instance) => string | null {
  const { t } = useLingui();
  const self = useSessionInfo();
  const { workspaceRoleId } = useWorkspace();
  const word = useDisabledReason();
  const known = useAllProjects(workspace);
  /** The owner: the creator of its project, or of the instance while it is in the default project. */
  const responsibleUserId = ({ createdBy, project }: Instance) => {
    if (project === null) return createdBy;
    const found = known?.find(({ id }) => id === project.id);
    // While the project is unknown, the server decides.
    if (found === undefined) return { ...self.user, name: "" };
    return found.isDefault ? createdBy : found.createdBy;
  };
  return (instance) => {
    const owner = responsibleUserId(instance);
    const isOthers =
      accessLevel(workspaceRoleId, "project.assign") === "own" && owner.id !== self.user.id;
    return word({
      permission: "project.assign",
      reason: isOthers
        ? t`Your role can move only instances you created or that are in your own projects. This one belongs to ${owner.name}.`
        : instance.status === "terminated"
          ? createReason("instance_is_terminated")
          : null,
    });
  };
}

/** Why nothing can be moved into a project; null when it is possible. */
export function useMoveTargetReason(): (
  project: Pick<Project, "createdBy" | "isDefault">,
) => string | null {
  const { t } = useLingui();
  const self = useSessionInfo();
  const { workspaceRoleId } = useWorkspace();
  const word = useDisabledReason();
  return ({ createdBy, isDefault }) => {
    const isOthers =
      accessLevel(workspaceRoleId, "project.assign") === "own" &&
      !isDefault &&
      createdBy.id !== self.user.id;
    return word({
      permission: "project.assign",
      reason: isOthers
        ? t`Your role can move instances only to your own projects. ${createdBy.name} created this one.`
        : null,
    });
  };
}
