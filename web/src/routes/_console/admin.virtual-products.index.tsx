import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type VirtualProductRow, virtualProducts } from "#contracts/virtual-products.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { CatalogueFilters } from "../../features/catalogue/catalogue-filters.tsx";
import { CatalogueStatusLabel } from "../../features/catalogue/status-labels.tsx";
import { useProductMenu } from "../../features/catalogue/use-product-menu.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { formatHourlyRate, formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { type Column, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/virtual-products/")({
  validateSearch: validateSearchFor<typeof virtualProducts.list>(virtualProducts.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.product.manage"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(virtualProducts.list, { query: deps })),
  component: VirtualProducts,
});

function VirtualProducts() {
  const { t } = useLingui();
  const search = Route.useSearch();
  return (
    <StaffTable
      file={staffExports.virtualProducts}
      title={t`Virtual products`}
      call={virtualProducts.list}
      defaultOrder="name"
      query={endpointQuery(virtualProducts.list, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name or flavor`}
      filters={<CatalogueFilters status={search.status} regionHandle={search.regionHandle} />}
      menu={useProductMenu()}
      empty={{
        title: t`No virtual products`,
        text: t`Products of the catalog that are sold as virtual machines are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<VirtualProductRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const figure = (count: number) => formatInteger(count, localeSettings);
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ id, name, vcpu, memoryGb, flavor }) => (
        <NameCell
          subtitle={
            <Facts
              items={[
                <span key="flavor" translate="no">
                  {flavor}
                </span>,
                t`${figure(vcpu)} vCPUs`,
                t`${figure(memoryGb)} GB of memory`,
              ]}
            />
          }
        >
          <Link to="/admin/virtual-products/$productID" params={{ productID: id }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => <CatalogueStatusLabel status={status} />,
    },
    {
      key: "rate",
      header: t`Price per hour`,
      sort: "rate",
      card: "labeled",
      end: true,
      cell: ({ rateMicrosPerHour }) =>
        rateMicrosPerHour === null ? <NoValue /> : formatHourlyRate(rateMicrosPerHour),
    },
    {
      key: "next",
      header: t`Next price`,
      card: "labeled",
      cell: ({ nextPrice }) =>
        nextPrice === null ? (
          <NoValue />
        ) : (
          <StackedCell subtitle={<RelativeTime at={nextPrice.validFrom} exact />}>
            {formatHourlyRate(nextPrice.rateMicrosPerHour)}
          </StackedCell>
        ),
    },
    {
      key: "regions",
      header: t`Regions`,
      card: "labeled",
      hides: "second",
      cell: ({ regions }) => {
        const offered = regions.filter(({ isOffered }) => isOffered);
        const [has, all] = [offered.length, regions.length];
        return (
          <StackedCell
            subtitle={<span translate="no">{offered.map(({ name }) => name).join(", ")}</span>}
          >
            {t`${has} of ${all}`}
          </StackedCell>
        );
      },
    },
    {
      key: "instances",
      header: t`Instances`,
      card: "labeled",
      end: true,
      cell: ({ instanceCount }) => figure(instanceCount),
    },
  ];
}
