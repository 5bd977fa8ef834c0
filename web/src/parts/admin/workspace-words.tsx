/** What staff call the states of workspaces. */
import { useLingui } from "@lingui/react/macro";
import type { AdminWorkspaceRow } from "#contracts/admin-workspaces.ts";
import { type Shape, Status, type Tone } from "../../ui/status.tsx";

type WorkspaceStatus = AdminWorkspaceRow["status"];

const looks: Record<WorkspaceStatus, readonly [tone: Tone, shape: Shape]> = {
  active: ["ok", "dot"],
  suspended: ["warn", "diamond"],
  deactivated: ["idle", "square"],
};

export function useWorkspaceStatusWords(): Record<WorkspaceStatus, string> {
  const { t } = useLingui();
  return { active: t`Active`, suspended: t`Suspended`, deactivated: t`Deactivated` };
}

export function WorkspaceState({ status }: { status: WorkspaceStatus }) {
  const words = useWorkspaceStatusWords();
  const [tone, shape] = looks[status];
  return (
    <Status tone={tone} shape={shape}>
      {words[status]}
    </Status>
  );
}
