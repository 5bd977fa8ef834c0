/** Sentences of what people do with their own accounts and sessions. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";

export const tellOfAccount = (tale: Tale): ReactNode | null =>
  tellSignIn(tale) ?? tellAccount(tale) ?? tellSessions(tale);

function tellSignIn({ deed, who }: Tale): ReactNode | null {
  switch (deed.action) {
    case "auth.register":
      return <Trans>{who} created their account</Trans>;
    case "auth.verifyEmail":
      return deed.changes?.some(({ field }) => field === "email") === true ? (
        <Trans>{who} changed their email address</Trans>
      ) : (
        <Trans>{who} verified an email address</Trans>
      );
    case "auth.verifyWithPassword":
      return <Trans>{who} verified an email and set a password</Trans>;
    case "auth.resendVerification":
      return <Trans>{who} requested another verification link</Trans>;
    case "auth.login":
      return <Trans>{who} signed in with a password</Trans>;
    case "auth.loginTwoFactor":
      return <Trans>{who} signed in with two-factor authentication</Trans>;
    case "auth.loginToken":
      return <Trans>{who} signed in with an email code</Trans>;
    case "auth.resendLoginToken":
      return <Trans>{who} requested another email code</Trans>;
    case "auth.loginPasskey":
    case "auth.passkey":
      return <Trans>{who} signed in with a passkey</Trans>;
    case "auth.oauthSignIn":
      return <Trans>{who} signed in through another provider</Trans>;
    case "auth.requestReset":
      return <Trans>{who} requested a password reset</Trans>;
    case "auth.reset":
      return <Trans>{who} reset their password</Trans>;
    case "auth.freeze":
      return <Trans>{who} locked the account: “This wasn't me”</Trans>;
    case "auth.logout":
      return <Trans>{who} signed out</Trans>;
    default:
      return null;
  }
}

function tellAccount(tale: Tale): ReactNode | null {
  const { deed, who } = tale;
  switch (deed.action) {
    case "account.confirm":
      return <Trans>{who} confirmed their identity</Trans>;
    case "account.update":
      return tellChange(tale);
    case "account.addPasskey":
      return <Trans>{who} added a passkey</Trans>;
    case "account.removePasskey":
      return <Trans>{who} removed a passkey</Trans>;
    case "account.linkIdentity":
      return <Trans>{who} linked another sign-in account</Trans>;
    case "account.deactivate":
      return <Trans>{who} deactivated their account</Trans>;
    case "account.requestDataCopy":
      return <Trans>{who} requested a data export</Trans>;
    case "account.downloadDataCopy":
      return <Trans>{who} downloaded their data export</Trans>;
    default:
      return null;
  }
}

/** By the first field that says what it was about. */
function tellChange({ deed: { changes = [] }, who }: Tale): ReactNode {
  switch (changes[0]?.field) {
    case "firstName":
    case "lastName":
      return <Trans>{who} changed their name</Trans>;
    case "pendingEmail":
      return changes[0].to === null ? (
        <Trans>{who} canceled their email change</Trans>
      ) : (
        <Trans>{who} requested an email change</Trans>
      );
    case "password":
      return <Trans>{who} changed their password</Trans>;
    case "twoFactor":
      return changes[0].to === false ? (
        <Trans>{who} turned off two-factor authentication</Trans>
      ) : (
        <Trans>{who} turned on two-factor authentication</Trans>
      );
    case "recoveryCodes":
      return <Trans>{who} generated new recovery codes</Trans>;
    case "locale":
      return <Trans>{who} changed their language</Trans>;
    case "timezone":
      return <Trans>{who} changed their time zone</Trans>;
    case "avatar":
      return <Trans>{who} changed their profile picture</Trans>;
    case "identity":
      return <Trans>{who} unlinked a sign-in account</Trans>;
    case "dob":
      return <Trans>{who} changed their date of birth</Trans>;
    case "tosVersion":
      return <Trans>{who} accepted the terms</Trans>;
    default:
      return <Trans>{who} updated their account</Trans>;
  }
}

function tellSessions({ deed, who }: Tale): ReactNode | null {
  switch (deed.action) {
    case "sessions.kill":
      return <Trans>{who} ended a session</Trans>;
    case "sessions.killAll":
      return <Trans>{who} ended all their sessions</Trans>;
    default:
      return null;
  }
}

/** What was tried with an account and not done; null where the general sentence says it as well. */
export function tellInVain({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "auth.login":
    case "auth.loginTwoFactor":
    case "auth.loginToken":
    case "auth.loginPasskey":
    case "auth.passkey":
    case "auth.oauthSignIn":
      return deed.changes?.some(({ field }) => field === "blockedForSeconds") ? (
        <Trans>Sign-in as {what} was blocked after too many attempts</Trans>
      ) : (
        <Trans>Sign-in as {what} failed</Trans>
      );
    case "auth.refresh":
      return <Trans>A session was ended because its cookie was used twice</Trans>;
    case "account.confirm":
      return <Trans>{who} failed to confirm their identity</Trans>;
    default:
      return null;
  }
}
