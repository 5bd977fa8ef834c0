import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { preload } from "../../lib/client.ts";
import { requireOwnAccount } from "../../lib/guards.ts";
import { useSelf } from "../../lib/session.ts";
import { AccountPage, accountRead } from "../../parts/account/account-page.tsx";
import { CopyDownload, DataCopyCard } from "../../parts/account/data-copy-card.tsx";
import { EmailCard } from "../../parts/account/email-card.tsx";
import { LeaveCard } from "../../parts/account/leave-card.tsx";
import { PictureCard } from "../../parts/account/picture-card.tsx";
import { ProfileCard } from "../../parts/account/profile-card.tsx";
import { Columns } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";

export const Route = createFileRoute("/_console/account/general")({
  // The token of the mail that says one's data is ready.
  validateSearch: (search: Record<string, unknown>): { copy?: string } =>
    typeof search["copy"] === "string" && search["copy"] !== "" ? { copy: search["copy"] } : {},
  beforeLoad: ({ context }) => requireOwnAccount(context.self),
  loader: ({ context }) => preload(context.queryClient, accountRead),
  component: General,
});

function General() {
  const { t } = useLingui();
  const { user } = useSelf();
  const { copy } = Route.useSearch();
  return (
    <AccountPage title={t`General`} facts={user.email}>
      {(known) => (
        <>
          {copy !== undefined && <CopyDownload token={copy} />}
          <Columns
            main={
              <>
                <ProfileCard known={known} />
                <EmailCard pending={known.pendingEmail} />
              </>
            }
            side={
              <>
                <PictureCard />
                <DataCopyCard known={known} />
                <LeaveCard />
                <p style={{ color: "var(--ink-3)" }}>
                  <Trans>
                    Account created <Time at={known.createdAt} exact />
                  </Trans>
                </p>
              </>
            }
          />
        </>
      )}
    </AccountPage>
  );
}
