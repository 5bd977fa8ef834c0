import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Invite, invites } from "#contracts/members.ts";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { useAction } from "../../blocks/use-action.ts";
import { isChangeOfMind } from "../../lib/problem.ts";
import { wordProblem } from "../../lib/wording.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CodeLine, Time } from "../../ui/facts.tsx";
import { Callout } from "../../ui/notices.tsx";

interface LinkDialogProps {
  readonly workspace: string;
  readonly invite: Invite;
  readonly onClose: () => void;
}

/** Links are kept nowhere, so one to hand over is a new one, and takes the place of the one before. */
export default function LinkDialog({ workspace, invite, onClose }: LinkDialogProps) {
  const { t, i18n } = useLingui();
  const { email } = invite;
  const [made, setMade] = useState<{ link: string; expiresAt: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = useAction(invites.link, { refreshes: [invites.list] });
  const input = { path: { workspace, invite: invite.id } };
  const make = async () => {
    setFailure(null);
    try {
      setMade(await renew.run(input));
    } catch (error) {
      if (!isChangeOfMind(error)) setFailure(wordProblem(i18n, error));
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
        made === null ? (
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
      {made === null ? (
        <>
          <p>
            <Trans>
              This creates a new link that you can share yourself. The previous link, including the
              one in the email, stops working.
            </Trans>
          </p>
          <ShowCode requested={() => whole(renew.code(input))} />
        </>
      ) : (
        <>
          <CodeLine text={made.link} what={t`link`} />
          <p>
            <Trans>
              It works only for {email}, until <Time at={made.expiresAt} exact />. You won't see it
              again.
            </Trans>
          </p>
        </>
      )}
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
    </Dialog>
  );
}
