import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { signInProviders } from "#contracts/auth.ts";
import { providerNames } from "../../lib/session/oauth.ts";
import { useOnMount } from "../../lib/hooks/use-on-mount.ts";
import { useOauthCallback } from "../../features/auth/use-oauth-callback.ts";
import { AuthHeader } from "../../features/auth/shared/auth-form.tsx";
import { SignInErrorNotice } from "../../features/auth/sign-in-error-notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";

interface Search {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
}

const toText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const Route = createFileRoute("/_auth/auth/oauth/$provider")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    code: toText(search["code"]),
    state: toText(search["state"]),
  }),
  beforeLoad: ({ params }) => {
    const provider = signInProviders.find((known) => known === params.provider);
    if (provider === undefined) throw redirect({ to: "/404" });
    return { provider };
  },
  component: OauthCallback,
});

/** Redirect target of OAuth providers, with a code that is valid for one sign-in. */
function OauthCallback() {
  const { t } = useLingui();
  const { provider } = Route.useRouteContext();
  const { code, state } = Route.useSearch();
  const { fault: error, take } = useOauthCallback(provider);
  useOnMount(() => void take({ code, state }));
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
