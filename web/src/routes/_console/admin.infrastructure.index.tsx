import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type Finding, findingKinds, infrastructure } from "#contracts/infrastructure.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { useSeenColumns } from "../../features/admin/shared/seen-columns.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { actionText, findingLabel, findingText } from "../../features/admin/finding-labels.ts";
import { FilterToggle } from "../../features/admin/filter-toggle.tsx";
import { InfrastructureTabs } from "../../features/admin/infrastructure/infrastructure-tabs.tsx";
import { RegionFilter } from "../../features/admin/infrastructure/region-filter.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { CopyText } from "../../ui/description-list.tsx";
import { type Column, NoValue, StackedCell } from "../../ui/table.tsx";

const loadDialog = () => import("../../features/admin/sync-region-dialog.tsx");
const SyncRegionDialog = lazyPart(loadDialog);

export const Route = createFileRoute("/_console/admin/infrastructure/")({
  validateSearch: validateSearchFor<typeof infrastructure.findings>(infrastructure.findings),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.infra.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(infrastructure.findings, { query: deps })),
  component: Infrastructure,
});

function Infrastructure() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  const isResolved = search.state === "resolved";
  const [isSyncing, setIsSyncing] = useState(false);
  return (
    <>
      <StaffTable
        file={staffExports.findings}
        title={t`Infrastructure`}
        tabs={<InfrastructureTabs />}
        actions={
          <ActionButton
            permission="staff.infra.sync"
            icon="refresh"
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setIsSyncing(true)}
          >
            <Trans>Read the catalog again</Trans>
          </ActionButton>
        }
        facts={t`What comparisons with the providers found. Nothing is billed or deleted because of a finding, and each ends by itself when the difference is gone.`}
        call={infrastructure.findings}
        defaultOrder="-firstSeenAt"
        query={endpointQuery(infrastructure.findings, { query: search })}
        search={search}
        columns={useColumns(isResolved)}
        rowKey={({ id }) => id}
        nameOf={({ kind, reference }) => `${findingLabel(i18n, kind)} ${reference}`}
        filters={
          <>
            <FilterToggle name="state" label={t`Resolved`} value={search.state} on="resolved" />
            <FilterMultiSelect
              name="kind"
              label={t`Finding`}
              value={search.kind}
              options={findingKinds.map((kind) => ({
                value: kind,
                label: findingLabel(i18n, kind),
              }))}
            />
            <RegionFilter value={search.regionHandle} />
          </>
        }
        empty={{
          title: t`No findings`,
          text: t`All regions are as Boreal has them. Instances are compared every 30 seconds, everything else at least every hour.`,
          // The filters are hidden while the list is empty.
          other: (
            <Link to="/admin/infrastructure" search={{ state: "resolved" }}>
              <Trans>Resolved findings</Trans>
            </Link>
          ),
        }}
      />
      {isSyncing && (
        <Suspense>
          <SyncRegionDialog onClose={() => setIsSyncing(false)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(isResolved: boolean): Column<Finding>[] {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "finding",
      header: t`Finding`,
      cell: (finding) => {
        const action = actionText(i18n, finding);
        return (
          <StackedCell
            subtitle={
              <>
                {findingText(i18n, finding, localeSettings)}
                {action !== null && (
                  <>
                    <br />
                    {action}
                  </>
                )}
              </>
            }
          >
            <b>{findingLabel(i18n, finding.kind)}</b>
          </StackedCell>
        );
      },
    },
    {
      key: "region",
      header: t`Region`,
      card: "beside",
      cell: ({ region }) => <span translate="no">{region.name}</span>,
    },
    {
      key: "instance",
      header: t`Instance`,
      card: "labeled",
      cell: ({ instance }) =>
        instance === null ? (
          <NoValue />
        ) : (
          <StackedCell
            subtitle={
              <Link
                to="/admin/workspaces/$workspaceID"
                params={{ workspaceID: instance.workspace.id }}
              >
                {instance.workspace.handle}
              </Link>
            }
          >
            <span translate="no">{instance.hostname}</span>
          </StackedCell>
        ),
    },
    {
      key: "reference",
      header: t`At the provider`,
      card: "plain",
      hides: "second",
      cell: ({ reference }) => <CopyText text={reference} what={t`Copy reference`} />,
    },
    ...useSeenColumns(isResolved),
  ];
}
