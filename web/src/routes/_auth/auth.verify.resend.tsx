import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { auth } from "#contracts/auth.ts";
import { isEmail } from "#contracts/text.ts";
import { request } from "../../lib/api/api-client.ts";
import { allowAnyone } from "../../lib/session/route-guards.ts";
import { EmailRequestForm } from "../../features/auth/email-request-form.tsx";
import { AuthHeader } from "../../features/auth/shared/auth-form.tsx";
import { ResendEmailButton } from "../../features/auth/shared/resend-email-button.tsx";

export const Route = createFileRoute("/_auth/auth/verify/resend")({
  validateSearch: (search: Record<string, unknown>): { email?: string | undefined } => ({
    email: isEmail(search["email"]) ? search["email"] : undefined,
  }),
  beforeLoad: allowAnyone,
  component: ResendVerification,
});

function ResendVerification() {
  const { t } = useLingui();
  const { email } = Route.useSearch();
  const registered = useLocation({ select: ({ state }) => state.sentTo });
  if (registered !== undefined) return <Registered email={registered} />;
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
      known={email}
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
          Wrong address? <Link to="/auth/register">Change it</Link>
        </Trans>
      </p>
      <p>
        <Link to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </>
  );
}
