import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { requireGuest } from "../../lib/session/route-guards.ts";
import { providersQuery } from "../../lib/session/oauth.ts";
import { clearDraftSecrets } from "../../lib/session/sign-in-draft.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
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
  loader: ({ context }) =>
    context.queryClient.query({ ...providersQuery, retry: false }).catch(() => null),
  component: Register,
});

interface CreatedAccount {
  readonly email: string;
  readonly recoveryCodes: readonly string[];
}

function Register() {
  const { t } = useLingui();
  const router = useRouter();
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
      <AlternativeSignIn />
      <RegisterForm
        onDone={async ({ email, recoveryCodes }) => {
          clearDraftSecrets();
          if (recoveryCodes === null) return toVerify(email);
          setMade({ email, recoveryCodes });
        }}
      />
    </>
  );
}
