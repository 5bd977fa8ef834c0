import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type AdminInstance, adminInstances } from "#contracts/admin-instances.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import styles from "../../features/admin/admin.module.css";
import { CommandLogCard, validateLogSearch } from "../../features/admin/command-log.tsx";
import { InstanceActions } from "../../features/admin/instance-actions.tsx";
import { InstanceSteps } from "../../features/admin/instance-steps.tsx";
import { adminStepsQuery } from "../../features/admin/instance-steps-query.ts";
import { useVariantLabels } from "../../features/admin/region-variant-filters.tsx";
import { attentionLabel } from "../../features/instances/shared/instance-labels.ts";
import { InstanceStatus } from "../../features/instances/shared/instance-status.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Card, Stack } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";

const viewQuery = (adminInstance: string) =>
  endpointQuery(adminInstances.view, { path: { adminInstance } });

export const Route = createFileRoute("/_console/admin/instances/$instanceID")({
  validateSearch: validateLogSearch,
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.instance.view"),
  loader: ({ context, params: { instanceID } }) =>
    prefetch(context.queryClient, viewQuery(instanceID), adminStepsQuery(instanceID, 1)),
  component: AdminInstancePage,
});

function AdminInstancePage() {
  const { i18n } = useLingui();
  const { instanceID } = Route.useParams();
  const { level } = Route.useSearch();
  const result = usePageQuery(viewQuery(instanceID), {
    pollsWhile: ({ openCommand }) => openCommand !== null,
  });
  return (
    <DetailPage
      result={result}
      title={({ hostname }) => hostname}
      status={({ status }) => <InstanceStatus status={status} />}
      actions={(instance) => <InstanceActions instance={instance} />}
      summary={(instance) => {
        const attention = attentionLabel(i18n, instance);
        return (
          <Facts
            items={[
              instance.product.name,
              instance.region.name,
              instance.image.name,
              attention !== null && <strong key="attention">{attention}</strong>,
            ]}
          />
        );
      }}
    >
      {(instance) => (
        <Stack>
          <DetailsCard instance={instance} />
          <InstanceSteps instanceId={instance.id} isChanging={instance.openCommand !== null} />
          <CommandLogCard lines={instance.log} level={level} withCommand />
        </Stack>
      )}
    </DetailPage>
  );
}

function DetailsCard({ instance }: { instance: AdminInstance }) {
  const { t } = useLingui();
  const variants = useVariantLabels();
  const { workspace } = instance;
  const id = (text: string | null) =>
    text === null ? null : <CopyText text={text} what={t`ID`} />;
  const time = (at: string | null) => (at === null ? null : <RelativeTime at={at} exact />);
  return (
    <Card title={t`Details`}>
      <div className={styles["details"]}>
        <DescriptionList
          pairs={[
            [
              t`Workspace`,
              <Link
                key="workspace"
                to="/admin/workspaces/$workspaceID"
                params={{ workspaceID: workspace.id }}
              >
                {workspace.name}
              </Link>,
            ],
            [t`Type`, variants[instance.variant]],
            [t`Project`, instance.project?.name ?? null],
            [t`Public IP address`, instance.publicIp],
            [t`Private IP address`, instance.privateIp],
            [t`Price per hour`, formatHourlyRate(instance.hourlyRate)],
            [t`Created by`, instance.createdBy.name],
          ]}
        />
        <DescriptionList
          pairs={[
            [t`Created`, time(instance.createdAt)],
            [t`Active since`, time(instance.activatedAt)],
            [t`Terminated`, time(instance.terminatedAt)],
            [t`ID`, id(instance.id)],
            [<Trans key="server">Server at the provider</Trans>, id(instance.providerServerId)],
            [<Trans key="port">Port at the provider</Trans>, id(instance.providerPortId)],
            [
              <Trans key="address">Address at the provider</Trans>,
              id(instance.providerFloatingIpId),
            ],
          ]}
        />
      </div>
    </Card>
  );
}
