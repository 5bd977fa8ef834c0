import { Trans, useLingui } from "@lingui/react/macro";
import { account } from "#contracts/account.ts";
import { useEndpointForm } from "../components/use-endpoint-form.ts";
import { requirePendingTerms } from "../lib/session/guest-guards.ts";
import { openPage } from "../lib/browser/page-entry.ts";
import { consumeReturnPath } from "../lib/session/return-path.ts";
import { logOut, refetchSession, useSessionInfo } from "../lib/session/session.ts";
import { TermsLabel } from "../features/auth/terms-label.tsx";
import { AuthForm, AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/field.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openTerms: OpenGuestPage = async () => {
  await requirePendingTerms();
  return <Terms />;
};

/** Shown once to users who signed up through an OAuth provider, before all other pages. */
function Terms() {
  const { t } = useLingui();
  const { user } = useSessionInfo();
  const form = useEndpointForm(account.update, {
    initial: { isOver18: false, isTosAccepted: false },
    labels: { isOver18: t`Age`, isTosAccepted: t`Terms` },
    body: (ticks) => ({ attribute: "terms", ...ticks }),
    onDone: async () => {
      await refetchSession();
      openPage(consumeReturnPath(user.id), { replace: true });
    },
  });
  const isOver18 = form.field("isOver18");
  const isTosAccepted = form.field("isTosAccepted");
  return (
    <>
      <AuthHeader title={t`Before you continue`}>
        <Trans>
          You're signed in as <b>{user.email}</b>.
        </Trans>
      </AuthHeader>
      <AuthForm form={form} submit={t`Continue`}>
        <Checkbox
          {...isOver18.input}
          error={isOver18.field.error}
          label={<Trans>I am 18 or older</Trans>}
        />
        <Checkbox
          {...isTosAccepted.input}
          error={isTosAccepted.field.error}
          label={<TermsLabel />}
        />
      </AuthForm>
      <Button wide tone="subtle" onClick={() => void logOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </>
  );
}
