import { Trans, useLingui } from "@lingui/react/macro";
import type { SignInError } from "./sign-in-error.ts";
import { consoleCodeMessage } from "../../lib/i18n/messages.ts";
import { Callout } from "../../ui/feedback.tsx";

/** Errors of a sign-in that the console detects itself. */
export function SignInErrorNotice({ error }: { error: SignInError }) {
  const { i18n } = useLingui();
  const action =
    error === "no_default_role" ? (
      <a href="/workspaces">
        <Trans>Choose a workspace</Trans>
      </a>
    ) : (
      <a href="/auth/login">
        <Trans>Back to sign in</Trans>
      </a>
    );
  return (
    <Callout tone="danger" action={action}>
      {consoleCodeMessage(i18n, error)}
    </Callout>
  );
}
