import { Trans, useLingui } from "@lingui/react/macro";
import { members } from "#contracts/members.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { ActionWithCode } from "../../components/code-samples/request-preview.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { refetchSession } from "../../lib/session/session.ts";

/** Asks for confirmation and leaves the workspace. Its pages redirect once the role is gone. */
export function useLeaveWorkspace(): ActionWithCode {
  const { t } = useLingui();
  const { handle, name } = useWorkspace();
  const leave = useEndpointAction(members.leave, { invalidates: [workspaces.list] });
  return withConfirmation({
    severity: "disruptive",
    title: t`Leave ${name}?`,
    confirmLabel: t`Leave ${name}`,
    text: (
      <Trans>
        You'll lose access to this workspace, and your access tokens for it will stop working.
        Everything you created stays. To come back, you'll need a new invitation.
      </Trans>
    ),
    code: leave.code({ path: { workspace: handle } }),
    action: async () => {
      await leave.run({ path: { workspace: handle } });
      await refetchSession();
    },
  });
}
