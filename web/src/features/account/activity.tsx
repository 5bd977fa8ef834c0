/** Activity sentences of sign-in, accounts and sessions. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FeatureActivity, SentenceContext } from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: (context) =>
    describeSignIn(context) ?? describeAccountAction(context) ?? describeSessionAction(context),
  describeFailure: describeFailedAttempt,
};

function describeSignIn({ activity, actor }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "auth.register":
      return <Trans>{actor} created their account</Trans>;
    case "auth.verifyEmail":
      return activity.changes?.some(({ field }) => field === "email") === true ? (
        <Trans>{actor} changed their email address</Trans>
      ) : (
        <Trans>{actor} verified an email address</Trans>
      );
    case "auth.verifyWithPassword":
      return <Trans>{actor} verified an email and set a password</Trans>;
    case "auth.resendVerification":
      return <Trans>{actor} requested another verification link</Trans>;
    case "auth.login":
      return <Trans>{actor} signed in with a password</Trans>;
    case "auth.loginTwoFactor":
      return <Trans>{actor} signed in with two-factor authentication</Trans>;
    case "auth.loginToken":
      return <Trans>{actor} signed in with an email code</Trans>;
    case "auth.resendLoginToken":
      return <Trans>{actor} requested another email code</Trans>;
    case "auth.loginPasskey":
    case "auth.passkey":
      return <Trans>{actor} signed in with a passkey</Trans>;
    case "auth.oauthSignIn":
      return <Trans>{actor} signed in through another provider</Trans>;
    case "auth.requestReset":
      return <Trans>{actor} requested a password reset</Trans>;
    case "auth.reset":
      return <Trans>{actor} reset their password</Trans>;
    case "auth.freeze":
      return <Trans>{actor} locked the account: “This wasn't me”</Trans>;
    case "auth.logout":
      return <Trans>{actor} signed out</Trans>;
    default:
      return null;
  }
}

function describeAccountAction(context: SentenceContext): ReactNode | null {
  const { activity, actor } = context;
  switch (activity.action) {
    case "account.confirm":
      return <Trans>{actor} confirmed their identity</Trans>;
    case "account.update":
      return describeAccountUpdate(context);
    case "account.addPasskey":
      return <Trans>{actor} added a passkey</Trans>;
    case "account.removePasskey":
      return <Trans>{actor} removed a passkey</Trans>;
    case "account.linkIdentity":
      return <Trans>{actor} linked another sign-in account</Trans>;
    case "account.deactivate":
      return <Trans>{actor} deactivated their account</Trans>;
    case "account.requestDataCopy":
      return <Trans>{actor} requested a data export</Trans>;
    case "account.downloadDataCopy":
      return <Trans>{actor} downloaded their data export</Trans>;
    default:
      return null;
  }
}

/** The first changed field decides the sentence. */
function describeAccountUpdate({ activity: { changes = [] }, actor }: SentenceContext): ReactNode {
  switch (changes[0]?.field) {
    case "firstName":
    case "lastName":
      return <Trans>{actor} changed their name</Trans>;
    case "pendingEmail":
      return changes[0].to === null ? (
        <Trans>{actor} canceled their email change</Trans>
      ) : (
        <Trans>{actor} requested an email change</Trans>
      );
    case "password":
      return <Trans>{actor} changed their password</Trans>;
    case "twoFactor":
      return changes[0].to === false ? (
        <Trans>{actor} turned off two-factor authentication</Trans>
      ) : (
        <Trans>{actor} turned on two-factor authentication</Trans>
      );
    case "recoveryCodes":
      return <Trans>{actor} generated new recovery codes</Trans>;
    case "locale":
      return <Trans>{actor} changed their language</Trans>;
    case "timezone":
      return <Trans>{actor} changed their time zone</Trans>;
    case "avatar":
      return <Trans>{actor} changed their profile picture</Trans>;
    case "identity":
      return <Trans>{actor} unlinked a sign-in account</Trans>;
    case "dob":
      return <Trans>{actor} changed their date of birth</Trans>;
    case "tosVersion":
      return <Trans>{actor} accepted the terms</Trans>;
    default:
      return <Trans>{actor} updated their account</Trans>;
  }
}

function describeSessionAction({ activity, actor }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "sessions.kill":
      return <Trans>{actor} ended a session</Trans>;
    case "sessions.killAll":
      return <Trans>{actor} ended all their sessions</Trans>;
    default:
      return null;
  }
}

/** Sentences of failed attempts; null if the general sentence is enough. */
function describeFailedAttempt({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "auth.login":
    case "auth.loginTwoFactor":
    case "auth.loginToken":
    case "auth.loginPasskey":
    case "auth.passkey":
    case "auth.oauthSignIn":
      return activity.changes?.some(({ field }) => field === "blockedForSeconds") ? (
        <Trans>Sign-in as {target} was blocked after too many attempts</Trans>
      ) : (
        <Trans>Sign-in as {target} failed</Trans>
      );
    case "auth.refresh":
      return <Trans>A session was ended because its cookie was used twice</Trans>;
    case "account.confirm":
      return <Trans>{actor} failed to confirm their identity</Trans>;
    default:
      return null;
  }
}
