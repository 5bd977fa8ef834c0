import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { maintenance } from "#contracts/maintenance.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import {
  AnnounceMaintenanceButton,
  AnnouncementCard,
} from "../../features/admin/announced-maintenance.tsx";
import {
  StartMaintenanceCard,
  OngoingMaintenanceCard,
} from "../../features/admin/maintenance-cards.tsx";
import { Stack } from "../../ui/card.tsx";
import { Status } from "../../ui/status.tsx";

export const Route = createFileRoute("/_console/admin/maintenance")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.maintenance.toggle"),
  loader: ({ context }) => prefetch(context.queryClient, endpointQuery(maintenance.view, {})),
  component: MaintenancePage,
});

function MaintenancePage() {
  const { t } = useLingui();
  const result = usePageQuery(endpointQuery(maintenance.view, {}));
  return (
    <DetailPage
      result={result}
      title={() => t`Maintenance`}
      status={({ startedAt }) =>
        startedAt === null ? (
          <Status tone="ok" shape="dot">{t`Off`}</Status>
        ) : (
          <Status tone="warn" shape="diamond">{t`On`}</Status>
        )
      }
      summary={() => (
        <Trans>Closes the console to customers. Running instances aren't affected.</Trans>
      )}
      actions={({ startedAt, announcement }) =>
        startedAt === null && announcement === null && <AnnounceMaintenanceButton current={null} />
      }
    >
      {({ startedAt, announcement, ...rest }) => (
        <Stack>
          {announcement !== null && <AnnouncementCard announcement={announcement} />}
          {startedAt === null ? (
            <StartMaintenanceCard />
          ) : (
            <OngoingMaintenanceCard startedAt={startedAt} {...rest} />
          )}
        </Stack>
      )}
    </DetailPage>
  );
}
