import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import { openPage } from "../lib/browser/page-entry.ts";
import { requireGuest } from "../lib/session/guest-guards.ts";
import { loadProviders } from "../lib/session/oauth.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { InvitationNote } from "../features/auth/shared/invitation-note.tsx";
import {
  loadPendingInvitation,
  type PendingInvitation,
} from "../features/auth/shared/pending-invite.ts";
import { AlternativeSignIn } from "../features/auth/alternative-sign-in.tsx";
import { RegisterForm } from "../features/auth/register-form.tsx";
import { AuthHeader } from "../features/auth/shared/auth-form.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

const RecoveryCodes = lazyPart(() =>
  import("../features/two-factor/shared/recovery-codes.tsx").then(({ RecoveryCodes }) => ({
    default: RecoveryCodes,
  })),
);

export const openRegister: OpenGuestPage = async () => {
  await requireGuest();
  // Loaded before the page is shown, so that no late button shifts the form.
  const [invitation, providers] = await Promise.all([loadPendingInvitation(), loadProviders()]);
  return <Register invitation={invitation} providers={providers} />;
};

interface RegisterProps {
  readonly invitation: PendingInvitation | null;
  readonly providers: readonly SignInProvider[];
}

interface CreatedAccount {
  readonly email: string;
  readonly recoveryCodes: readonly string[];
}

function Register({ invitation, providers }: RegisterProps) {
  const { t } = useLingui();
  const [created, setMade] = useState<CreatedAccount | null>(null);
  const toVerify = (sentTo: string) => openPage("/auth/verify/resend", { state: { sentTo } });
  if (created !== null)
    return (
      <>
        <AuthHeader title={t`Save your recovery codes`} />
        <Suspense>
          <RecoveryCodes
            codes={created.recoveryCodes}
            email={created.email}
            done={<Trans>Continue</Trans>}
            onDone={() => toVerify(created.email)}
          />
        </Suspense>
      </>
    );
  return (
    <>
      <AuthHeader title={t`Create an account`}>
        <Trans>
          Already have an account? <a href="/auth/login">Sign in</a>
        </Trans>
      </AuthHeader>
      {invitation !== null && <InvitationNote invitation={invitation} />}
      <AlternativeSignIn providers={providers} />
      <RegisterForm
        invitation={invitation}
        onDone={async ({ email, recoveryCodes }) => {
          if (recoveryCodes === null) return toVerify(email);
          setMade({ email, recoveryCodes });
        }}
      />
    </>
  );
}
