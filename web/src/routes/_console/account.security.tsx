import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "../../lib/api-client.ts";
import { requireOwnAccount } from "../../lib/route-guards.ts";
import { AccountPage, accountQuery } from "../../parts/account/account-page.tsx";
import { IdentitiesCard } from "../../parts/account/identities-card.tsx";
import { PasskeysCard } from "../../parts/account/passkeys-card.tsx";
import { PasswordCard } from "../../parts/account/password-card.tsx";
import { ownTokensQuery, TokensCard } from "../../parts/account/tokens-card.tsx";
import { TwoFactorCard } from "../../parts/account/two-factor-card.tsx";
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
      facts={t`Manage how you sign in. We'll email you whenever something changes.`}
      isComplete={!tokens.isPending}
    >
      {(known) => (
        <Columns
          main={
            <>
              <PasswordCard known={known} />
              <TokensCard />
              <TwoFactorCard known={known} />
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
