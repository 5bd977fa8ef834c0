import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { SignInProvider } from "#contracts/auth.ts";
import { providerNames } from "../../lib/other-sign-in.ts";
import { useOnce } from "../../lib/use-once.ts";
import { useCameBack } from "../../parts/auth/use-came-back.ts";
import { AuthHead } from "../../shell/auth-form.tsx";
import { FaultNote } from "../../parts/auth/fault-note.tsx";
import { Spinner } from "../../ui/spinner.tsx";

interface Search {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const Route = createFileRoute("/_auth/auth/oauth/$provider")({
  validateSearch: (search: Record<string, unknown>): Search => ({
    code: text(search["code"]),
    state: text(search["state"]),
  }),
  beforeLoad: ({ params }) => {
    const provider = SignInProvider.safeParse(params.provider);
    if (!provider.success) throw redirect({ to: "/404" });
    return { provider: provider.data };
  },
  component: CameBack,
});

/** Where another provider sends the browser back to, with a code that is good for one sign-in. */
function CameBack() {
  const { t } = useLingui();
  const { provider } = Route.useRouteContext();
  const { code, state } = Route.useSearch();
  const { fault, take } = useCameBack(provider);
  useOnce(() => void take({ code, state }));
  const name = providerNames[provider];
  return (
    <>
      <AuthHead title={t`Signing you in with ${name}…`}>
        {fault === null && <Trans>This may take a moment.</Trans>}
      </AuthHead>
      {fault === null ? <Spinner /> : <FaultNote fault={fault} />}
    </>
  );
}
