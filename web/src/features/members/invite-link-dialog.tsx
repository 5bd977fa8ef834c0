import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Invite, invites } from "#contracts/members.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineCode, RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";

interface InviteLinkDialogProps {
  readonly workspace: string;
  readonly invite: Invite;
  readonly onClose: () => void;
}

/** The server stores no links, so this creates a new one, which replaces the previous one. */
export default function InviteLinkDialog({ workspace, invite, onClose }: InviteLinkDialogProps) {
  const { t, i18n } = useLingui();
  const { email } = invite;
  const [created, setMade] = useState<{ link: string; expiresAt: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = useEndpointAction(invites.link, { invalidates: [invites.list] });
  const input = { path: { workspace, invite: invite.id } };
  const make = async () => {
    setFailure(null);
    try {
      setMade(await renew.run(input));
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
    }
  };
  return (
    <Dialog
      open
      title={t`Invitation link for ${email}`}
      onClose={() => {
        if (!renew.busy) onClose();
      }}
      actions={
        created === null ? (
          <>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button tone="primary" busy={renew.busy} onClick={() => void make()}>
              <Trans>Create new link</Trans>
            </Button>
          </>
        ) : (
          <Button tone="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        )
      }
    >
      {created === null ? (
        <>
          <p>
            <Trans>
              This creates a new link that you can share yourself. The previous link, including the
              one in the email, stops working.
            </Trans>
          </p>
          <CodeButton requested={() => completePreview(renew.code(input))} />
        </>
      ) : (
        <>
          <InlineCode text={created.link} what={t`link`} />
          <p>
            <Trans>
              It works only for {email}, until <RelativeTime at={created.expiresAt} exact />. You
              won't see it again.
            </Trans>
          </p>
        </>
      )}
      {failure !== null && <Callout tone="danger">{failure}</Callout>}
    </Dialog>
  );
}
