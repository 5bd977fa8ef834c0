/** Sentences of what people do with their own accounts and sessions. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";

export const tellOfAccount = (tale: Tale): ReactNode | null =>
  tellSignIn(tale) ?? tellAccount(tale) ?? tellSessions(tale);

function tellSignIn({ deed, who }: Tale): ReactNode | null {
  switch (deed.action) {
    case "auth.register":
      return <Trans>{who} opened an account</Trans>;
    case "auth.verifyEmail":
      return deed.changes?.some(({ field }) => field === "email") === true ? (
        <Trans>{who} changed their e-mail address</Trans>
      ) : (
        <Trans>{who} verified an e-mail address</Trans>
      );
    case "auth.verifyWithPassword":
      return <Trans>{who} verified an email and set a password</Trans>;
    case "auth.resendVerification":
      return <Trans>{who} asked for another link to verify the address</Trans>;
    case "auth.login":
      return <Trans>{who} signed in with the password</Trans>;
    case "auth.loginTwoFactor":
      return <Trans>{who} signed in with the second factor</Trans>;
    case "auth.loginToken":
      return <Trans>{who} signed in with a code from a mail</Trans>;
    case "auth.resendLoginToken":
      return <Trans>{who} asked for another code by mail</Trans>;
    case "auth.loginPasskey":
    case "auth.passkey":
      return <Trans>{who} signed in with a passkey</Trans>;
    case "auth.oauthSignIn":
      return <Trans>{who} signed in with another provider's account</Trans>;
    case "auth.requestReset":
      return <Trans>{who} asked for a link to set a new password</Trans>;
    case "auth.reset":
      return <Trans>{who} set a new password by mail</Trans>;
    case "auth.freeze":
      return <Trans>{who} froze the account: “this wasn't me”</Trans>;
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
      return <Trans>{who} proved again who they are</Trans>;
    case "account.update":
      return tellChange(tale);
    case "account.addPasskey":
      return <Trans>{who} added a passkey</Trans>;
    case "account.removePasskey":
      return <Trans>{who} removed a passkey</Trans>;
    case "account.linkIdentity":
      return <Trans>{who} linked another account to sign in with</Trans>;
    case "account.deactivate":
      return <Trans>{who} deactivated the account</Trans>;
    case "account.requestDataCopy":
      return <Trans>{who} asked for a copy of their data</Trans>;
    case "account.downloadDataCopy":
      return <Trans>{who} downloaded the copy of their data</Trans>;
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
        <Trans>{who} called off the change of their e-mail address</Trans>
      ) : (
        <Trans>{who} asked to change their e-mail address</Trans>
      );
    case "password":
      return <Trans>{who} changed their password</Trans>;
    case "twoFactor":
      return changes[0].to === false ? (
        <Trans>{who} turned the second factor off</Trans>
      ) : (
        <Trans>{who} turned the second factor on</Trans>
      );
    case "recoveryCodes":
      return <Trans>{who} made new recovery codes</Trans>;
    case "locale":
      return <Trans>{who} changed the language</Trans>;
    case "timezone":
      return <Trans>{who} changed the time zone</Trans>;
    case "avatar":
      return <Trans>{who} changed their picture</Trans>;
    case "identity":
      return <Trans>{who} unlinked another account</Trans>;
    case "dob":
      return <Trans>{who} changed their date of birth</Trans>;
    case "tosVersion":
      return <Trans>{who} accepted the terms</Trans>;
    default:
      return <Trans>{who} changed their account</Trans>;
  }
}

function tellSessions({ deed, who }: Tale): ReactNode | null {
  switch (deed.action) {
    case "sessions.kill":
      return <Trans>{who} ended a session</Trans>;
    case "sessions.killAll":
      return <Trans>{who} ended all sessions</Trans>;
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
        <Trans>Signing in as {what} was put off: there were too many tries</Trans>
      ) : (
        <Trans>Signing in as {what} failed</Trans>
      );
    case "auth.refresh":
      return <Trans>A session was ended: its cookie had been used before</Trans>;
    case "account.confirm":
      return <Trans>{who} failed to prove who they are</Trans>;
    default:
      return null;
  }
}
