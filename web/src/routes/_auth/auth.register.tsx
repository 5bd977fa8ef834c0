import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { requireGuest } from "../../lib/guards.ts";
import { providersRead } from "../../lib/other-sign-in.ts";
import { forgetSecrets } from "../../lib/sign-in-draft.ts";
import { lazyPart } from "../../lib/missing-code.ts";
import { OtherWays } from "../../parts/auth/other-ways.tsx";
import { RegisterForm } from "../../parts/auth/register-form.tsx";
import { AuthHead } from "../../shell/auth-form.tsx";

const RecoveryCodes = lazyPart(() =>
  import("../../parts/two-factor/recovery-codes.tsx").then(({ RecoveryCodes }) => ({
    default: RecoveryCodes,
  })),
);

export const Route = createFileRoute("/_auth/auth/register")({
  beforeLoad: requireGuest,
  // Waited for, so that no button moves the form under someone's hand.
  loader: ({ context }) =>
    context.queryClient.query({ ...providersRead, retry: false }).catch(() => null),
  component: Register,
});

interface Made {
  readonly email: string;
  readonly recoveryCodes: readonly string[];
}

function Register() {
  const { t } = useLingui();
  const router = useRouter();
  const [made, setMade] = useState<Made | null>(null);
  const toVerify = (sentTo: string) =>
    router.navigate({ to: "/auth/verify/resend", state: { sentTo } });
  if (made !== null)
    return (
      <>
        <AuthHead title={t`Save your recovery codes`} />
        <Suspense>
          <RecoveryCodes
            codes={made.recoveryCodes}
            email={made.email}
            done={<Trans>Continue</Trans>}
            onDone={() => void toVerify(made.email)}
          />
        </Suspense>
      </>
    );
  return (
    <>
      <AuthHead title={t`Create an account`}>
        <Trans>
          Already have an account? <Link to="/auth/login">Sign in</Link>
        </Trans>
      </AuthHead>
      <OtherWays />
      <RegisterForm
        onDone={async ({ email, recoveryCodes }) => {
          forgetSecrets();
          if (recoveryCodes === null) return toVerify(email);
          setMade({ email, recoveryCodes });
        }}
      />
    </>
  );
}
