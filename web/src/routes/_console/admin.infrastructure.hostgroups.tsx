import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { type ForemanHostGroup, providerHosts } from "#contracts/provider-hosts.ts";
import { TablePage } from "../../components/table-page.tsx";
import { InfrastructureTabs } from "../../features/admin/infrastructure/infrastructure-tabs.tsx";
import { RegionFilter } from "../../features/admin/infrastructure/region-filter.tsx";
import {
  ReadAgainButton,
  ReadAt,
  RegionNotices,
} from "../../features/admin/infrastructure/region-notices.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { type Column, NameCell, NoValue } from "../../ui/table.tsx";

const call = providerHosts.foremanHostGroups;

export const Route = createFileRoute("/_console/admin/infrastructure/hostgroups")({
  validateSearch: validateSearchFor<typeof call>(call),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.infra.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(call, { query: deps })),
  component: HostGroups,
});

function HostGroups() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const query = endpointQuery(call, { query: search });
  const regions = useQuery({ ...query, enabled: false }).data?.regions;
  return (
    <TablePage
      title={t`Host groups`}
      tabs={<InfrastructureTabs />}
      facts={<ReadAt regions={regions} />}
      actions={<ReadAgainButton call={call} />}
      notice={<RegionNotices regions={regions} />}
      call={call}
      query={query}
      search={search}
      columns={useColumns()}
      rowKey={({ region, hostGroupId }) => `${region.handle} ${hostGroupId}`}
      nameOf={({ title }) => title}
      searchLabel={t`Search by name`}
      filters={<RegionFilter value={search.regionHandle} />}
      empty={{
        title: t`No host groups`,
        text: t`The installation profiles of all regions that respond are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<ForemanHostGroup>[] {
  const { t } = useLingui();
  return [
    {
      key: "title",
      header: t`Name`,
      cell: ({ title, region }) => <NameCell subtitle={region.name}>{title}</NameCell>,
    },
    {
      key: "system",
      header: t`Operating system`,
      card: "labeled",
      cell: ({ operatingSystem }) =>
        operatingSystem === null ? <NoValue /> : <span translate="no">{operatingSystem}</span>,
    },
    {
      key: "use",
      header: t`Used for`,
      card: "labeled",
      cell: ({ images, isErasing }) => {
        if (isErasing) return t`Erases disks`;
        return images.length === 0 ? <NoValue /> : <span translate="no">{images.join(", ")}</span>;
      },
    },
  ];
}
