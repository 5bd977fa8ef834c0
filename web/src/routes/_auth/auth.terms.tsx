import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { account } from "#contracts/account.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { requireTermsOpen } from "../../lib/guards.ts";
import { takeRoute } from "../../lib/route-me.ts";
import { logOut, reloadSelf, useSelf } from "../../lib/session.ts";
import { TermsLabel } from "../../parts/auth/terms-label.tsx";
import { AuthForm, AuthHead } from "../../shell/auth-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";

export const Route = createFileRoute("/_auth/auth/terms")({
  beforeLoad: requireTermsOpen,
  component: Terms,
});

/** For whoever signed up through another provider, before anything else. */
function Terms() {
  const { t } = useLingui();
  const router = useRouter();
  const { user } = useSelf();
  const form = useContractForm(account.update, {
    initial: { isOver18: false, isTosAccepted: false },
    labels: { isOver18: t`Age`, isTosAccepted: t`Terms` },
    body: (ticks) => ({ attribute: "terms", ...ticks }),
    onDone: async () => {
      await reloadSelf();
      router.history.replace(takeRoute(user.id));
    },
  });
  const isOver18 = form.field("isOver18");
  const isTosAccepted = form.field("isTosAccepted");
  return (
    <>
      <AuthHead title={t`Before you continue`}>
        <Trans>
          You're signed in as <b>{user.email}</b>.
        </Trans>
      </AuthHead>
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
      <Button wide tone="quiet" onClick={() => void logOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </>
  );
}
