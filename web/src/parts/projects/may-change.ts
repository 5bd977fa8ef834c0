import { useLingui } from "@lingui/react/macro";
import { reachOf, type WorkspacePermission } from "#contracts/permissions.ts";
import type { Project } from "#contracts/projects.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";

/** Why a project itself cannot be changed or deleted, by permission and by whose it is; null when it can. */
export function useWhyNotChange(): (
  permission: WorkspacePermission & `project.${string}`,
  project: Pick<Project, "createdBy">,
) => string | null {
  const { t } = useLingui();
  const self = useSelf();
  const { workspaceRoleId } = useWorkspace();
  const word = useWhyNot();
  return (permission, { createdBy }) => {
    const isOthers =
      reachOf(workspaceRoleId, permission) === "own" && createdBy.id !== self.user.id;
    return word({
      permission,
      reason: isOthers
        ? t`Your role can change only projects you created. ${createdBy.name} created this one.`
        : null,
    });
  };
}
