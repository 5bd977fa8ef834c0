import { Trans, useLingui } from "@lingui/react/macro";
import { members } from "#contracts/members.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { Act } from "../../blocks/code/requested.ts";
import { asking } from "../../blocks/confirm.ts";
import { useAction } from "../../blocks/use-action.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { reloadSelf } from "../../lib/session.ts";

/** Asks, and leaves the workspace of the page; without a role in it, its pages lead away themselves. */
export function useLeave(): Act {
  const { t } = useLingui();
  const { handle, name } = useWorkspace();
  const leave = useAction(members.leave, { refreshes: [workspaces.list] });
  return asking({
    habit: "interrupting",
    title: t`Leave ${name}?`,
    verb: t`Leave ${name}`,
    text: (
      <Trans>
        You'll lose access to this workspace, and your access tokens for it will stop working.
        Everything you created stays. To come back, you'll need a new invitation.
      </Trans>
    ),
    code: leave.code({ path: { workspace: handle } }),
    action: async () => {
      await leave.run({ path: { workspace: handle } });
      await reloadSelf();
    },
  });
}
