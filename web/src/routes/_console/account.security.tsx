import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "../../lib/api/api-client.ts";
import { requireOwnAccount } from "../../lib/session/route-guards.ts";
import { AccountPage, accountQuery } from "../../features/account/account-page.tsx";
import { IdentitiesCard } from "../../features/account/identities-card.tsx";
import { PasskeysCard } from "../../features/account/passkeys-card.tsx";
import { PasswordCard } from "../../features/account/password-card.tsx";
import { ownTokensQuery, TokensCard } from "../../features/account/tokens-card.tsx";
import { TwoFactorCard } from "../../features/account/two-factor-card.tsx";
import { Columns } from "../../ui/card.tsx";

export const Route = createFileRoute("/_console/account/security")({
  beforeLoad: ({ context }) => requireOwnAccount(context.self),
  loader: ({ context }) => prefetch(context.queryClient, accountQuery, ownTokensQuery),
  component: Security,
});

function Security() {
  const { t } = useLingui();
  const tokens = useQuery(ownTokensQuery);
  return (
    <AccountPage
      title={t`Security`}
      facts={() => t`Manage how you sign in. We'll email you whenever something changes.`}
      isComplete={!tokens.isPending}
    >
      {(known) => (
        <Columns
          main={
            <>
              <PasswordCard known={known} />
              <TwoFactorCard known={known} />
              <TokensCard />
            </>
          }
          aside={
            <>
              <PasskeysCard passkeys={known.passkeys} />
              <IdentitiesCard known={known} />
            </>
          }
        />
      )}
    </AccountPage>
  );
}
