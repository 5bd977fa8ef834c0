import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { auth } from "#contracts/auth.ts";
import { request } from "../lib/api/api-client.ts";
import { allowAnyone } from "../lib/session/guest-guards.ts";
import { stripTokenFromUrl } from "../features/auth/link-token.ts";
import { ProblemError } from "../lib/api/problem-error.ts";
import { updateDraft } from "../lib/session/sign-in-draft.ts";
import { useLinkAction, useLinkToken } from "../features/auth/link-action.tsx";
import { NewPasswordForm, type PasswordEnd } from "../features/auth/new-password-form.tsx";
import { SignedInNote, ToSignInAgain } from "../features/auth/signed-in-note.tsx";
import { AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Callout } from "../ui/feedback.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openVerifyToken: OpenGuestPage = async (token) => {
  await allowAnyone();
  stripTokenFromUrl("/auth/verify", token);
  return <Verify />;
};

type Next = "password" | "sign-in";

/** What the link requires before it verifies the email; null for all other problems. */
function nextOf(error: unknown): Next | null {
  if (!(error instanceof ProblemError)) return null;
  if (error.code === "password_required") return "password";
  return error.code === "sign_in_required" ? "sign-in" : null;
}

/** Verifies the email of a new account or of an email change. */
function Verify() {
  const { t } = useLingui();
  const token = useLinkToken();
  const [next, setNext] = useState<Next | null>(null);
  const { busy, outcome, press } = useLinkAction(async () => {
    try {
      const response = await request(auth.verifyEmail, { path: { token } });
      updateDraft({ email: response.email });
      return response;
    } catch (error) {
      setNext(nextOf(error));
      throw error;
    }
  });
  if (next === "password") return <TakeOver />;
  if (next === "sign-in") return <SignInFirst />;
  switch (outcome?.kind) {
    case "done":
      return outcome.response.isChange ? (
        <EmailChanged email={outcome.response.email} />
      ) : (
        <Verified>
          <Trans>
            <b>{outcome.response.email}</b> is verified. You can sign in now.
          </Trans>
        </Verified>
      );
    case "used":
      return <AlreadyVerified />;
    case "expired":
      return <Expired />;
    default:
      return (
        <>
          <AuthHeader title={t`Verify your email`}>
            <Trans>Confirm that this address is yours.</Trans>
          </AuthHeader>
          <SignedInNote>
            <Trans>The link verifies the email that it was sent to.</Trans>
          </SignedInNote>
          {outcome?.kind === "failed" && <Callout tone="danger">{outcome.message}</Callout>}
          <Button tone="primary" wide busy={busy} onClick={press}>
            <Trans>Verify email</Trans>
          </Button>
        </>
      );
  }
}

function Verified({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`Email verified`}>{children}</AuthHeader>
      <ToSignInAgain />
    </>
  );
}

function AlreadyVerified() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`Already verified`}>
        <Trans>
          This link was already used, so your email address is verified. You can sign in.
        </Trans>
      </AuthHeader>
      <ToSignInAgain />
    </>
  );
}

function Expired() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`This link has expired`}>
        <Trans>
          Links are valid for a limited time, and only the latest one works. You can request an
          email change again under Account.
        </Trans>
      </AuthHeader>
      <a href="/auth/verify/resend" className={buttonClass("primary", true)}>
        <Trans>Send new link</Trans>
      </a>
    </>
  );
}

function EmailChanged({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`Email changed`}>
        <Trans>
          From now on, sign in with <b>{email}</b>. Your other sessions have ended.
        </Trans>
      </AuthHeader>
      <a href="/" className={buttonClass("primary", true)}>
        <Trans>Go to console</Trans>
      </a>
    </>
  );
}

/** Another browser registered the account, so the owner of the mailbox sets a new password. */
function TakeOver() {
  const { t } = useLingui();
  const [end, setEnd] = useState<PasswordEnd | null>(null);
  switch (end?.kind) {
    case "done":
      return (
        <Verified>
          <Trans>
            Sign in to <b>{end.email}</b> with your new password.
          </Trans>
        </Verified>
      );
    case "used":
      return <AlreadyVerified />;
    case "expired":
      return <Expired />;
    default:
      return (
        <NewPasswordForm
          contract={auth.verifyWithPassword}
          title={t`Set a password`}
          onEnd={setEnd}
        >
          <Trans>
            This account was created in another browser. Set a password to confirm that it belongs
            to you. Any password, two-factor authentication, or passkey set before is removed.
          </Trans>
        </NewPasswordForm>
      );
  }
}

/** An email change is confirmed in a browser that is signed in to the account. */
function SignInFirst() {
  const { t } = useLingui();
  return (
    <>
      <AuthHeader title={t`Sign in to change your email`}>
        <Trans>
          Sign in to the account whose email changes, then open the link from the email again in
          this browser. If you didn't ask for this change, you can ignore the email.
        </Trans>
      </AuthHeader>
      <ToSignInAgain />
    </>
  );
}
