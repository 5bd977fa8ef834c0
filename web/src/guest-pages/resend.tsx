import { Trans, useLingui } from "@lingui/react/macro";
import { auth } from "#contracts/auth.ts";
import { isEmail } from "#contracts/text.ts";
import { request } from "../lib/api/api-client.ts";
import { usePageEntry } from "../lib/browser/page-entry.ts";
import { allowAnyone } from "../lib/session/guest-guards.ts";
import { EmailRequestForm } from "../features/auth/email-request-form.tsx";
import { AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { ResendEmailButton } from "../features/auth/shared/resend-email-button.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openResend: OpenGuestPage = async () => {
  await allowAnyone();
  return <ResendVerification />;
};

function ResendVerification() {
  const { t } = useLingui();
  const { search, state } = usePageEntry();
  const email = search.get("email");
  if (state.sentTo !== undefined) return <Registered email={state.sentTo} />;
  return (
    <EmailRequestForm
      contract={auth.resendVerification}
      title={t`Verify your email`}
      before={<Trans>We'll send you a new link. The previous one will stop working.</Trans>}
      sent={{
        title: t`Check your email`,
        message: (email) => (
          <Trans>
            If <b>{email}</b> has an unverified account, we've sent a link to it.
          </Trans>
        ),
      }}
      known={isEmail(email) ? email : undefined}
    />
  );
}

/** Shown right after sign-up, when the first email has been sent. */
function Registered({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`Check your email`}>
        <Trans>
          We sent a verification link to <b>{email}</b>. It's valid for 24 hours.
        </Trans>
      </AuthHeader>
      <ResendEmailButton sent send={() => request(auth.resendVerification, { body: { email } })} />
      <p>
        <Trans>
          Wrong address? <a href="/auth/register">Change it</a>
        </Trans>
      </p>
      <p>
        <a href="/auth/login">
          <Trans>Back to sign in</Trans>
        </a>
      </p>
    </>
  );
}
