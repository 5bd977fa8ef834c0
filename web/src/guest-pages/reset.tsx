import { Trans, useLingui } from "@lingui/react/macro";
import { auth } from "#contracts/auth.ts";
import { allowAnyone } from "../lib/session/guest-guards.ts";
import { EmailRequestForm } from "../features/auth/email-request-form.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openReset: OpenGuestPage = async () => {
  await allowAnyone();
  return <RequestReset />;
};

function RequestReset() {
  const { t } = useLingui();
  return (
    <EmailRequestForm
      contract={auth.requestReset}
      title={t`Reset your password`}
      before={<Trans>We'll email you a link to set a new one.</Trans>}
      sent={{
        title: t`Check your email`,
        message: (email) => (
          <Trans>
            If there's an account for <b>{email}</b>, we've sent a link to it. It's valid for 1
            hour, and only the latest one works.
          </Trans>
        ),
      }}
    />
  );
}
