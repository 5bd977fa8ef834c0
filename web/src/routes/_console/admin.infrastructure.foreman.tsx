import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type ForemanHost, installationStates, providerHosts } from "#contracts/provider-hosts.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import { TablePage } from "../../components/table-page.tsx";
import { ItemStatus } from "../../features/admin/bare-metal/item-labels.tsx";
import {
  InstallationStatus,
  PowerStatus,
  useInstallationLabels,
} from "../../features/admin/infrastructure/host-labels.tsx";
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
import { type Column, Mono, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";

const call = providerHosts.foremanHosts;

export const Route = createFileRoute("/_console/admin/infrastructure/foreman")({
  validateSearch: validateSearchFor<typeof call>(call),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.infra.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(call, { query: deps })),
  component: ForemanHosts,
});

function ForemanHosts() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const labels = useInstallationLabels();
  const query = endpointQuery(call, { query: search });
  const regions = useQuery({ ...query, enabled: false }).data?.regions;
  return (
    <TablePage
      title={t`Foreman hosts`}
      tabs={<InfrastructureTabs />}
      facts={<ReadAt regions={regions} />}
      actions={<ReadAgainButton call={call} />}
      notice={<RegionNotices regions={regions} />}
      call={call}
      query={query}
      search={search}
      columns={useColumns()}
      rowKey={({ region, hostId }) => `${region.handle} ${hostId}`}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name`}
      filters={
        <>
          <FilterSelect
            name="installation"
            label={t`Installation`}
            value={search.installation}
            options={installationStates.map((value) => ({ value, label: labels[value] }))}
          />
          <RegionFilter value={search.regionHandle} />
        </>
      }
      empty={{
        title: t`No hosts`,
        text: t`The bare-metal hosts of all regions that respond are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<ForemanHost>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: ({ name, region }) => <NameCell subtitle={region.name}>{name}</NameCell>,
    },
    {
      key: "power",
      header: t`Power`,
      card: "beside",
      cell: ({ power }) => <PowerStatus power={power} />,
    },
    {
      key: "installation",
      header: t`Installation`,
      card: "labeled",
      cell: ({ installation }) => <InstallationStatus installation={installation} />,
    },
    {
      key: "addresses",
      header: t`Addresses`,
      card: "labeled",
      hides: "second",
      cell: ({ ip, mac }) => (
        <StackedCell subtitle={mac}>{ip === null ? <NoValue /> : <Mono>{ip}</Mono>}</StackedCell>
      ),
    },
    {
      key: "group",
      header: t`Host group`,
      card: "labeled",
      hides: "first",
      cell: ({ hostGroup }) =>
        hostGroup === null ? <NoValue /> : <span translate="no">{hostGroup}</span>,
    },
    {
      key: "item",
      header: t`Item`,
      card: "labeled",
      cell: ({ item }) =>
        item === null ? (
          <NoValue />
        ) : (
          <StackedCell subtitle={<ItemStatus state={item.state} />}>
            <Link
              to="/admin/bare-metal-products/$productID/items/$itemID"
              params={{ productID: item.productId, itemID: item.id }}
              translate="no"
            >
              {item.serial}
            </Link>
          </StackedCell>
        ),
    },
  ];
}
