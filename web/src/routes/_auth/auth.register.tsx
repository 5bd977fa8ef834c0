import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { requireGuest } from "../../lib/session/route-guards.ts";
import { providersQuery } from "../../lib/session/oauth.ts";
import { clearDraftSecrets } from "../../lib/session/sign-in-draft.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { InvitationNote } from "../../features/auth/shared/invitation-note.tsx";
import { loadPendingInvitation } from "../../features/auth/shared/pending-invite.ts";
import { AlternativeSignIn } from "../../features/auth/alternative-sign-in.tsx";
import { RegisterForm } from "../../features/auth/register-form.tsx";
import { AuthHeader } from "../../features/auth/shared/auth-form.tsx";

const RecoveryCodes = lazyPart(() =>
  import("../../features/two-factor/shared/recovery-codes.tsx").then(({ RecoveryCodes }) => ({
    default: RecoveryCodes,
  })),
);

export const Route = createFileRoute("/_auth/auth/register")({
  beforeLoad: requireGuest,
  // Loaded before the page is shown, so that no late button shifts the form.
  loader: async ({ context: { queryClient } }) => {
    const [invitation] = await Promise.all([
      loadPendingInvitation(queryClient),
      queryClient.query({ ...providersQuery, retry: false }).catch(() => null),
    ]);
    return { invitation };
  },
  component: Register,
});

interface CreatedAccount {
  readonly email: string;
  readonly recoveryCodes: readonly string[];
}

function Register() {
  const { t } = useLingui();
  const router = useRouter();
  const { invitation } = Route.useLoaderData();
  const [created, setMade] = useState<CreatedAccount | null>(null);
  const toVerify = (sentTo: string) =>
    router.navigate({ to: "/auth/verify/resend", state: { sentTo } });
  if (created !== null)
    return (
      <>
        <AuthHeader title={t`Save your recovery codes`} />
        <Suspense>
          <RecoveryCodes
            codes={created.recoveryCodes}
            email={created.email}
            done={<Trans>Continue</Trans>}
            onDone={() => void toVerify(created.email)}
          />
        </Suspense>
      </>
    );
  return (
    <>
      <AuthHeader title={t`Create an account`}>
        <Trans>
          Already have an account? <Link to="/auth/login">Sign in</Link>
        </Trans>
      </AuthHeader>
      {invitation !== null && <InvitationNote invitation={invitation} />}
      <AlternativeSignIn />
      <RegisterForm
        invitation={invitation}
        onDone={async ({ email, recoveryCodes }) => {
          clearDraftSecrets();
          if (recoveryCodes === null) return toVerify(email);
          setMade({ email, recoveryCodes });
        }}
      />
    </>
  );
}
