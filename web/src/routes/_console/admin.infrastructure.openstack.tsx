import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { type OpenstackHost, providerHosts } from "#contracts/provider-hosts.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import { TablePage } from "../../components/table-page.tsx";
import { HypervisorStatus } from "../../features/admin/infrastructure/host-labels.tsx";
import { InfrastructureTabs } from "../../features/admin/infrastructure/infrastructure-tabs.tsx";
import { RegionFilter } from "../../features/admin/infrastructure/region-filter.tsx";
import {
  ReadAgainButton,
  ReadAt,
  RegionNotices,
} from "../../features/admin/infrastructure/region-notices.tsx";
import { Usage } from "../../features/admin/infrastructure/usage.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { type Column, NameCell } from "../../ui/table.tsx";

const call = providerHosts.openstackHosts;

export const Route = createFileRoute("/_console/admin/infrastructure/openstack")({
  validateSearch: validateSearchFor<typeof call>(call),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.infra.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(call, { query: deps })),
  component: OpenstackHosts,
});

function OpenstackHosts() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const query = endpointQuery(call, { query: search });
  const regions = useQuery({ ...query, enabled: false }).data?.regions;
  return (
    <TablePage
      title={t`OpenStack hosts`}
      tabs={<InfrastructureTabs />}
      facts={<ReadAt regions={regions} />}
      actions={<ReadAgainButton call={call} />}
      notice={
        <RegionNotices regions={regions}>
          <GpuCard regions={regions ?? []} />
        </RegionNotices>
      }
      call={call}
      query={query}
      search={search}
      columns={useColumns()}
      rowKey={({ region, name }) => `${region.handle} ${name}`}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name`}
      filters={
        <>
          <FilterSelect
            name="state"
            label={t`State`}
            value={search.state}
            options={[
              { value: "up", label: t`Up` },
              { value: "down", label: t`Down` },
            ]}
          />
          <RegionFilter value={search.regionHandle} />
        </>
      }
      empty={{
        title: t`No hosts`,
        text: t`The hypervisors of all regions that respond are listed here.`,
      }}
    />
  );
}

function GpuCard({
  regions,
}: {
  regions: readonly {
    readonly region: { readonly handle: string; readonly name: string };
    readonly gpus: readonly {
      readonly model: string;
      readonly used: number;
      readonly total: number;
    }[];
  }[];
}) {
  const { t } = useLingui();
  const equipped = regions.filter(({ gpus }) => gpus.length > 0);
  if (equipped.length === 0) return null;
  return (
    <Card title={t`GPUs in use`}>
      <DescriptionList
        pairs={equipped.map(({ region, gpus }) => [
          region.name,
          <span key={region.handle} translate="no">
            {gpus.map(({ model, used, total }) => `${model} ${used}/${total}`).join(" · ")}
          </span>,
        ])}
      />
    </Card>
  );
}

function useColumns(): Column<OpenstackHost>[] {
  const { t } = useLingui();
  const gb = (mb: number) => Math.round(mb / 1024);
  return [
    {
      key: "name",
      header: t`Name`,
      cell: ({ name, region }) => <NameCell subtitle={region.name}>{name}</NameCell>,
    },
    {
      key: "state",
      header: t`State`,
      card: "beside",
      cell: ({ state, status }) => <HypervisorStatus state={state} status={status} />,
    },
    {
      key: "vcpus",
      header: t`vCPU`,
      card: "labeled",
      cell: ({ vcpusUsed, vcpusTotal }) => <Usage used={vcpusUsed} total={vcpusTotal} />,
    },
    {
      key: "memory",
      header: t`Memory`,
      card: "labeled",
      cell: ({ memoryUsedMb, memoryTotalMb }) => (
        <Usage used={gb(memoryUsedMb)} total={gb(memoryTotalMb)} unit="GB" />
      ),
    },
    {
      key: "servers",
      header: t`Servers`,
      card: "labeled",
      end: true,
      cell: ({ serverCount }) => serverCount,
    },
  ];
}
