import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type BareMetalProductRow, bareMetalProducts } from "#contracts/bare-metal-items.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { formatHourlyRate, formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { Facts } from "../../ui/facts.tsx";
import { type Column, NameCell, NoValue } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/bare-metal-products/")({
  validateSearch: validateSearchFor<typeof bareMetalProducts.list>(bareMetalProducts.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.bm_product.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(bareMetalProducts.list, { query: deps })),
  component: BareMetalProducts,
});

function BareMetalProducts() {
  const { t } = useLingui();
  const search = Route.useSearch();
  return (
    <StaffTable
      file={staffExports.bareMetalProducts}
      title={t`Bare metal`}
      call={bareMetalProducts.list}
      defaultOrder="name"
      query={endpointQuery(bareMetalProducts.list, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      searchLabel={t`Search by name`}
      empty={{
        title: t`No bare-metal products`,
        text: t`Products of the catalog that are sold as bare metal are listed here.`,
      }}
    />
  );
}

function useColumns(): Column<BareMetalProductRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const figure = (count: number) => formatInteger(count, localeSettings);
  const count =
    (...states: readonly (keyof BareMetalProductRow["itemCounts"])[]) =>
    ({ itemCounts }: BareMetalProductRow) =>
      figure(states.reduce((sum, state) => sum + itemCounts[state], 0));
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ id, name, vcpu, memoryGb }) => (
        <NameCell
          subtitle={
            <Facts items={[t`${figure(vcpu)} vCPUs`, t`${figure(memoryGb)} GB of memory`]} />
          }
        >
          <Link to="/admin/bare-metal-products/$productID" params={{ productID: id }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "rate",
      header: t`Price per hour`,
      card: "labeled",
      hides: "first",
      end: true,
      cell: ({ rateMicrosPerHour }) =>
        rateMicrosPerHour === null ? <NoValue /> : formatHourlyRate(rateMicrosPerHour),
    },
    {
      key: "available",
      header: t`Available`,
      card: "labeled",
      end: true,
      cell: count("available"),
    },
    {
      key: "in_use",
      header: t`In use`,
      card: "labeled",
      end: true,
      cell: count("reserved", "in_use"),
    },
    {
      key: "erasing",
      header: t`Being erased`,
      card: "labeled",
      end: true,
      cell: count("erasing"),
    },
    {
      key: "out",
      header: t`Out of service`,
      card: "labeled",
      end: true,
      cell: count("maintenance", "broken"),
    },
    {
      key: "retired",
      header: t`Retired`,
      card: "hidden",
      isOptional: true,
      end: true,
      cell: count("retired"),
    },
  ];
}
