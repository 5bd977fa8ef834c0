/** Labels for the status of workspaces. */
import { useLingui } from "@lingui/react/macro";
import type { AdminWorkspaceRow } from "#contracts/admin-workspaces.ts";
import { type StatusShape, Status, type StatusTone } from "../../ui/status.tsx";

type WorkspaceStatus = AdminWorkspaceRow["status"];

const statusAppearance: Record<WorkspaceStatus, readonly [tone: StatusTone, shape: StatusShape]> = {
  active: ["ok", "dot"],
  suspended: ["warn", "diamond"],
  deactivated: ["idle", "square"],
};

export function useWorkspaceStatusLabels(): Record<WorkspaceStatus, string> {
  const { t } = useLingui();
  return { active: t`Active`, suspended: t`Suspended`, deactivated: t`Deactivated` };
}

export function WorkspaceStatusBadge({ status }: { status: WorkspaceStatus }) {
  const labels = useWorkspaceStatusLabels();
  const [tone, shape] = statusAppearance[status];
  return (
    <Status tone={tone} shape={shape}>
      {labels[status]}
    </Status>
  );
}
