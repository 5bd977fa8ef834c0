import { useLingui } from "@lingui/react/macro";
import { accessLevel, type WorkspacePermission } from "#contracts/permissions.ts";
import type { Project } from "#contracts/projects.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";

/** Why a project cannot be changed or deleted, by permission and ownership; null when it can. */
export function useProjectChangeReason(): (
  permission: WorkspacePermission & `project.${string}`,
  project: Pick<Project, "createdBy">,
) => string | null {
  const { t } = useLingui();
  const self = useSessionInfo();
  const { workspaceRoleId } = useWorkspace();
  const word = useDisabledReason();
  return (permission, { createdBy }) => {
    const isOthers =
      accessLevel(workspaceRoleId, permission) === "own" && createdBy.id !== self.user.id;
    return word({
      permission,
      reason: isOthers
        ? t`Your role can change only projects you created. ${createdBy.name} created this one.`
        : null,
    });
  };
}
