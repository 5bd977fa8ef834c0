import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type AdminImageRow, images } from "#contracts/images.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { FilterSelect } from "../../components/filter-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { CatalogueFilters } from "../../features/catalogue/catalogue-filters.tsx";
import { CatalogueStatusLabel } from "../../features/catalogue/status-labels.tsx";
import { useImageMenu } from "../../features/catalogue/use-image-menu.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { type Column, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";

const loadDialog = () => import("../../features/catalogue/add-image-dialog.tsx");
const AddImageDialog = lazyPart(loadDialog);

export const Route = createFileRoute("/_console/admin/images/")({
  validateSearch: validateSearchFor<typeof images.list>(images.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.image.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(images.list, { query: deps }),
      endpointQuery(images.families, {}),
    ),
  component: Images,
});

function Images() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const menu = useImageMenu();
  const [isAdding, setIsAdding] = useState(false);
  const { data: families } = useQuery(endpointQuery(images.families, {}));
  return (
    <>
      <StaffTable
        file={staffExports.images}
        title={t`Images`}
        call={images.list}
        defaultOrder="name"
        query={endpointQuery(images.list, { query: search })}
        search={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        searchLabel={t`Search by name, family, or Glance ID`}
        filters={
          <>
            <FilterSelect
              name="family"
              label={t`Family`}
              value={search.family}
              options={(families?.data ?? []).map(({ family }) => ({
                value: family,
                label: family,
              }))}
            />
            <CatalogueFilters status={search.status} regionHandle={search.regionHandle} />
          </>
        }
        menu={menu}
        primary={
          <ActionButton
            tone="primary"
            icon="plus"
            permission="staff.image.manage"
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setIsAdding(true)}
          >
            <Trans>Add an image</Trans>
          </ActionButton>
        }
        empty={{
          title: t`No images`,
          text: t`Instances are installed from the images listed here.`,
        }}
      />
      {isAdding && (
        <Suspense>
          <AddImageDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(): Column<AdminImageRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ id, name, family, version, isDefault }) => (
        <NameCell
          subtitle={
            <Facts items={[family, version, isDefault ? t`default of the family` : null]} />
          }
        >
          <Link to="/admin/images/$imageID" params={{ imageID: id }}>
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
      key: "regions",
      header: t`Regions`,
      card: "labeled",
      cell: ({ regions }) => {
        const installable = regions.filter(({ isInstallable }) => isInstallable);
        const [has, all] = [installable.length, regions.length];
        return (
          <StackedCell
            subtitle={<span translate="no">{installable.map(({ name }) => name).join(", ")}</span>}
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
      cell: ({ instanceCount }) => formatInteger(instanceCount, localeSettings),
    },
    {
      key: "end",
      header: t`End of life`,
      sort: "endOfLife",
      card: "labeled",
      hides: "third",
      cell: ({ endOfLife }) =>
        endOfLife === null ? <NoValue /> : <time dateTime={endOfLife}>{endOfLife}</time>,
    },
    {
      key: "updated",
      header: t`Changed`,
      sort: "updatedAt",
      card: "labeled",
      hides: "first",
      end: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
}
