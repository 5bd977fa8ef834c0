import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useLocation } from "@tanstack/react-router";
import { auth } from "#contracts/auth.ts";
import { email as emailShape } from "#contracts/text.ts";
import { call } from "../../lib/client.ts";
import { allowAnyone } from "../../lib/guards.ts";
import { MailRequest } from "../../parts/auth/mail-request.tsx";
import { AuthHead } from "../../shell/auth-form.tsx";
import { ResendMail } from "../../shell/resend-mail.tsx";

export const Route = createFileRoute("/_auth/auth/verify/resend")({
  validateSearch: (search: Record<string, unknown>): { email?: string | undefined } => ({
    email: emailShape.safeParse(search["email"]).data,
  }),
  beforeLoad: allowAnyone,
  component: Resend,
});

function Resend() {
  const { t } = useLingui();
  const { email } = Route.useSearch();
  const registered = useLocation({ select: ({ state }) => state.sentTo });
  if (registered !== undefined) return <Registered email={registered} />;
  return (
    <MailRequest
      contract={auth.resendVerification}
      title={t`Verify your address`}
      before={<Trans>We send you a new link; the one before stops working.</Trans>}
      sent={{
        title: t`Look into your mail`,
        words: (email) => (
          <Trans>
            If <b>{email}</b> has an account that is not verified yet, a link is on its way.
          </Trans>
        ),
      }}
      known={email}
    />
  );
}

/** Right after signing up, when the first mail is on its way. */
function Registered({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHead title={t`Look into your mail`}>
        <Trans>
          We sent a link to <b>{email}</b>. It verifies the address and is valid for 24 hours.
        </Trans>
      </AuthHead>
      <ResendMail sent send={() => call(auth.resendVerification, { body: { email } })} />
      <p>
        <Trans>
          Not your address? <Link to="/auth/register">Change it</Link>
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
