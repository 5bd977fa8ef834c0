import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type VolumeProduct, volumeProducts } from "#contracts/volume-products.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { CatalogueFilters } from "../../features/catalogue/catalogue-filters.tsx";
import { CatalogueStatusLabel } from "../../features/catalogue/status-labels.tsx";
import { useVolumeMenu } from "../../features/catalogue/use-volume-menu.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatGigabytes, formatHourlyRate, formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";

const VolumePriceDialog = lazyPart(
  () => import("../../features/catalogue/volume-price-dialog.tsx"),
);

export const Route = createFileRoute("/_console/admin/volumes-products")({
  validateSearch: validateSearchFor<typeof volumeProducts.list>(volumeProducts.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.volume.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(volumeProducts.list, { query: deps })),
  component: VolumeProducts,
});

function VolumeProducts() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const [edited, setEdited] = useState<VolumeProduct | null>(null);
  return (
    <>
      <StaffTable
        file={staffExports.volumeProducts}
        title={t`Block storage`}
        call={volumeProducts.list}
        defaultOrder="name"
        query={endpointQuery(volumeProducts.list, { query: search })}
        search={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        nameOf={({ name, region }) => `${name} (${region.name})`}
        searchLabel={t`Search by name or description`}
        filters={<CatalogueFilters status={search.status} regionHandle={search.regionHandle} />}
        menu={useVolumeMenu(setEdited)}
        empty={{
          title: t`No volume types`,
          text: t`Volume types of the regions are listed here within five minutes.`,
        }}
      />
      {edited !== null && (
        <Suspense>
          <VolumePriceDialog product={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(): Column<VolumeProduct>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ name, description }) => (
        <NameCell subtitle={description === "" ? null : description}>
          <span translate="no">{name}</span>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, isAtProvider }) => (
        <StackedCell subtitle={isAtProvider ? null : t`no longer in the region`}>
          <CatalogueStatusLabel status={status} />
        </StackedCell>
      ),
    },
    {
      key: "region",
      header: t`Region`,
      sort: "region",
      card: "labeled",
      cell: ({ region }) => <span translate="no">{region.name}</span>,
    },
    {
      key: "price",
      header: t`Price per GB and month`,
      card: "labeled",
      end: true,
      cell: ({ rateMicrosPerGbMonth }) =>
        rateMicrosPerGbMonth === null ? <NoValue /> : formatHourlyRate(rateMicrosPerGbMonth),
    },
    {
      key: "sizes",
      header: t`Sizes`,
      card: "labeled",
      hides: "third",
      cell: ({ minSizeGb, maxSizeGb }) => {
        const [smallest, largest] = [minSizeGb, maxSizeGb].map((size) =>
          formatGigabytes(size, localeSettings),
        );
        return t`${smallest} to ${largest}`;
      },
    },
    {
      key: "volumes",
      header: t`Volumes`,
      card: "labeled",
      end: true,
      cell: ({ impact }) => (
        <StackedCell
          subtitle={impact.volumes === 0 ? null : formatGigabytes(impact.sizeGb, localeSettings)}
        >
          {formatInteger(impact.volumes, localeSettings)}
        </StackedCell>
      ),
    },
    {
      key: "checked",
      header: t`Checked`,
      card: "labeled",
      hides: "second",
      end: true,
      cell: ({ checkedAt }) => <RelativeTime at={checkedAt} />,
    },
  ];
}
