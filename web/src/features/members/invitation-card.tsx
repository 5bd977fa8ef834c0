import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type InvitePreview, invites } from "#contracts/members.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { refetchSession } from "../../lib/session/session.ts";
import { problemMessage, workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { WorkspaceAvatar } from "../../ui/avatar.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./members.module.css";
import { RolePreview } from "./role-preview.tsx";

/** Whether the invite was accepted elsewhere or is closed: the page then refetches it and shows the state. */
const isInviteClosed = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (error.code === "token_action_executed" || error.code === "token_action_expired");

export function InvitationCard({
  token,
  invitation,
}: {
  token: string;
  invitation: InvitePreview;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const join = useEndpointAction(invites.join, { invalidates: [workspaces.list] });
  const { workspace, role, projects, invitedBy, note, email, expiresAt } = invitation;

  const accept = async () => {
    setFailure(null);
    try {
      const { handle, name } = await join.run({ path: { token } });
      await refetchSession();
      void toast({ title: t`You've joined ${name}` });
      await navigate({ to: "/$workspace", params: { workspace: handle }, replace: true });
    } catch (error) {
      if (!isInviteClosed(error)) return setFailure(problemMessage(i18n, error));
      await refetchSession();
      await invalidate(client, invites.preview);
    }
  };

  return (
    <>
      <PageHeader
        title={t`You're invited`}
        summary={t`You haven't joined yet. Review the details, then join.`}
      />
      <div className={styles["offer"]}>
        <Card>
          <div className={styles["invited"]}>
            <h2 className={styles["workspace"]}>
              <WorkspaceAvatar name={workspace.name} colour={workspace.colour} />
              {workspace.name}
            </h2>
            <DescriptionList
              pairs={[
                [t`Your role`, workspaceRoleLabel(i18n, role)],
                [t`Projects`, projects.length === 0 ? null : projects.join(", ")],
                [t`Invited by`, invitedBy],
                [t`Sent to`, email],
                [t`Expires`, <RelativeTime key="until" at={expiresAt} exact />],
              ]}
            />
            {note !== "" && <blockquote className={styles["note"]}>{note}</blockquote>}
            {failure !== null && <Callout tone="danger">{failure}</Callout>}
            <Button tone="primary" wide busy={join.busy} onClick={() => void accept()}>
              <Trans>Join {workspace.name}</Trans>
            </Button>
          </div>
        </Card>
        <RolePreview role={role} />
      </div>
    </>
  );
}
