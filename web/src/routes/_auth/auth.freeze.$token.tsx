import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { auth } from "#contracts/auth.ts";
import { call } from "../../lib/client.ts";
import { readCookie } from "../../lib/cookies.ts";
import { allowAnyone } from "../../lib/guards.ts";
import { hideToken } from "../../lib/mail-token.ts";
import { signedOutHere } from "../../lib/session.ts";
import { keepDraft } from "../../lib/sign-in-draft.ts";
import { useMailLink, useMailToken } from "../../parts/auth/mail-link.tsx";
import { SignedInNote } from "../../parts/auth/signed-in-note.tsx";
import { AuthHead, authStyles } from "../../shell/auth-form.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Callout } from "../../ui/notices.tsx";

export const Route = createFileRoute("/_auth/auth/freeze/$token")({
  beforeLoad: async (opening) => {
    await allowAnyone();
    hideToken("/auth/freeze/$token")(opening);
  },
  component: Freeze,
});

/** For whoever was told of something at their account that they did not do. */
function Freeze() {
  const { t } = useLingui();
  const token = useMailToken();
  const { busy, outcome, press } = useMailLink(async () => {
    const answer = await call(auth.freeze, { path: { token } });
    keepDraft({ email: answer.email });
    // The session of the locked account has ended; another user stays signed in.
    if (readCookie("csrf") === null) signedOutHere();
    return answer;
  });
  switch (outcome?.kind) {
    case "done":
      return <WhatNow email={outcome.answer.email} />;
    case "used":
      return (
        <>
          <AuthHead title={t`Your account was locked already`}>
            <Trans>
              This link was used before. Setting a new password opens the account again.
            </Trans>
          </AuthHead>
          <ToReset />
        </>
      );
    case "expired":
      return (
        <>
          <AuthHead title={t`This link has expired`}>
            <Trans>
              It worked for seven days. Setting a new password ends every session of your account
              too.
            </Trans>
          </AuthHead>
          <ToReset />
        </>
      );
    default:
      return (
        <>
          <AuthHead title={t`This wasn't you?`}>
            <Trans>Then lock your account, so that nobody else can use it:</Trans>
          </AuthHead>
          <SignedInNote>
            <Trans>The link locks the account that it was sent to.</Trans>
          </SignedInNote>
          <WhatHappens />
          {outcome?.kind === "failed" && <Callout tone="bad">{outcome.words}</Callout>}
          <Button tone="dangerPrimary" wide busy={busy} onClick={press}>
            <Trans>Lock my account</Trans>
          </Button>
        </>
      );
  }
}

function WhatHappens() {
  const { t } = useLingui();
  const effects = [
    t`Every session and access token of yours ends at once.`,
    t`Nobody can sign in until you have set a new password.`,
    t`A change of your e-mail in the last seven days is undone.`,
    t`Your instances keep running.`,
  ];
  return (
    <ul className={authStyles["list"]}>
      {effects.map((effect) => (
        <li key={effect}>
          <Icon name="check" />
          {effect}
        </li>
      ))}
    </ul>
  );
}

function WhatNow({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHead title={t`Your account is locked`}>
        <Trans>What now:</Trans>
      </AuthHead>
      <ol className={authStyles["numbers"]}>
        <li>
          <Trans>
            Open the mail we have just sent to <b>{email}</b>.
          </Trans>
        </li>
        <li>
          <Trans>Set a new password with its link: that opens the account again.</Trans>
        </li>
        <li>
          <Trans>
            Then look at Account &gt; Security: second factor, passkeys and linked accounts.
          </Trans>
        </li>
      </ol>
      <ToReset />
    </>
  );
}

const ToReset = () => (
  <Link to="/auth/reset" className={buttonClass("plain", true)}>
    <Trans>Send the link to a new password</Trans>
  </Link>
);
