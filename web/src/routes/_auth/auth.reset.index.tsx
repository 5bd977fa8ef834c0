import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { auth } from "#contracts/auth.ts";
import { allowAnyone } from "../../lib/guards.ts";
import { MailRequest } from "../../parts/auth/mail-request.tsx";

export const Route = createFileRoute("/_auth/auth/reset/")({
  beforeLoad: allowAnyone,
  component: RequestReset,
});

function RequestReset() {
  const { t } = useLingui();
  return (
    <MailRequest
      contract={auth.requestReset}
      title={t`Reset your password`}
      before={<Trans>We send you a link to set a new one.</Trans>}
      sent={{
        title: t`Look into your mail`,
        words: (email) => (
          <Trans>
            If <b>{email}</b> has an account, a link is on its way. It works for an hour, and only
            the newest one.
          </Trans>
        ),
      }}
    />
  );
}
