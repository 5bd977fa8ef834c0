import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { prefetch } from "../../lib/api/api-client.ts";
import { requireOwnAccount } from "../../lib/session/route-guards.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { AccountPage, accountQuery } from "../../features/account/account-page.tsx";
import { DataCopyDownload, DataCopyCard } from "../../features/account/data-copy-card.tsx";
import { EmailCard } from "../../features/account/email-card.tsx";
import { DeactivateAccountCard } from "../../features/account/deactivate-account-card.tsx";
import { AvatarCard } from "../../features/account/avatar-card.tsx";
import { ProfileCard } from "../../features/account/profile-card.tsx";
import { Columns } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";

export const Route = createFileRoute("/_console/account/general")({
  // The action token of the email that announces a finished data copy.
  validateSearch: (search: Record<string, unknown>): { copy?: string } =>
    typeof search["copy"] === "string" && search["copy"] !== "" ? { copy: search["copy"] } : {},
  beforeLoad: ({ context }) => requireOwnAccount(context.self),
  loader: ({ context }) => prefetch(context.queryClient, accountQuery),
  component: General,
});

function General() {
  const { t } = useLingui();
  const { user } = useSessionInfo();
  const { copy } = Route.useSearch();
  return (
    <AccountPage
      title={t`General`}
      facts={(known) => (
        <Facts
          items={[
            user.email,
            known !== undefined && (
              <Trans>
                account created <RelativeTime at={known.createdAt} exact />
              </Trans>
            ),
          ]}
        />
      )}
    >
      {(known) => (
        <>
          {copy !== undefined && <DataCopyDownload token={copy} />}
          <Columns
            main={
              <>
                <ProfileCard known={known} />
                <EmailCard pending={known.pendingEmail} />
              </>
            }
            aside={
              <>
                <AvatarCard />
                <DataCopyCard known={known} />
                <DeactivateAccountCard />
              </>
            }
          />
        </>
      )}
    </AccountPage>
  );
}
