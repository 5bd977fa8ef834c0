import { Trans, useLingui } from "@lingui/react/macro";
import { type SignInProvider, signInProviders } from "#contracts/sign-in-factors.ts";
import { providerNames } from "../lib/session/oauth.ts";
import { PageRedirect } from "../lib/browser/page-entry.ts";
import { useOnMount } from "../lib/hooks/use-on-mount.ts";
import { useOauthCallback } from "../features/auth/use-oauth-callback.ts";
import { AuthHeader } from "../features/auth/shared/auth-form.tsx";
import { SignInErrorNotice } from "../features/auth/sign-in-error-notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openOauth: OpenGuestPage = (name) => {
  const provider = signInProviders.find((known) => known === name);
  if (provider === undefined) throw new PageRedirect("/404");
  return <OauthCallback provider={provider} />;
};

/** Redirect target of OAuth providers, with a code that is valid for one sign-in. */
function OauthCallback({ provider }: { provider: SignInProvider }) {
  const { t } = useLingui();
  const { fault: error, take } = useOauthCallback(provider);
  useOnMount(() => void take());
  const name = providerNames[provider];
  return (
    <>
      <AuthHeader title={t`Signing you in with ${name}…`}>
        {error === null && <Trans>This may take a moment.</Trans>}
      </AuthHeader>
      {error === null ? <Spinner /> : <SignInErrorNotice error={error} />}
    </>
  );
}
