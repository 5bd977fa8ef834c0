import { Trans, useLingui } from "@lingui/react/macro";
import { memberActions } from "#contracts/actions/members.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { useLeaveWorkspace } from "./use-leave-workspace.tsx";

/** Leaves the workspace. It has a card of its own, because not every role sees the list of members. */
export function LeaveWorkspaceCard() {
  const { t } = useLingui();
  const { name, workspaceRoleId } = useWorkspace();
  const reasonFor = useActionReason();
  const { onSelect: askLeave } = useLeaveWorkspace();
  return (
    <Card title={t`Leave workspace`}>
      <div className={pageStyles["form"]}>
        <p className={pageStyles["secondary"]}>
          <Trans>{name} and everything you created in it stay as they are.</Trans>
        </p>
        <div>
          <ActionButton
            reason={reasonFor(memberActions.leave, { role: workspaceRoleId })}
            onClick={askLeave}
          >
            <Trans>Leave workspace</Trans>
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}
