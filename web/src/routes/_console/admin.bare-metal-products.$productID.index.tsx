import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type BareMetalItemRow, bareMetalItems, itemStates } from "#contracts/bare-metal-items.ts";
import { bareMetalProductActions } from "#contracts/actions/bare-metal-items.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { ItemInstance } from "../../features/admin/bare-metal/item-instance.tsx";
import { ItemStatus, itemStateLabel } from "../../features/admin/bare-metal/item-labels.tsx";
import { productQuery } from "../../features/admin/bare-metal/item-queries.ts";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { type Column, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";

const loadDialog = () => import("../../features/admin/bare-metal/add-item-dialog.tsx");
const AddItemDialog = lazyPart(loadDialog);

const listQuery = (product: string, search: object) =>
  endpointQuery(bareMetalItems.list, { query: { ...search, product } });

export const Route = createFileRoute("/_console/admin/bare-metal-products/$productID/")({
  validateSearch: validateSearchFor<typeof bareMetalItems.list>(bareMetalItems.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.bm_item.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { productID }, deps }) =>
    prefetch(context.queryClient, productQuery(productID), listQuery(productID, deps)),
  component: BareMetalItems,
});

function BareMetalItems() {
  const { t, i18n } = useLingui();
  const { productID } = Route.useParams();
  const search = Route.useSearch();
  const reasonFor = useActionReason();
  const [isAdding, setIsAdding] = useState(false);
  const { data: product } = usePageQuery(productQuery(productID));
  return (
    <>
      <StaffTable
        file={staffExports.bareMetalItems}
        fileQuery={{ ...search, product: productID }}
        title={product?.name ?? t`Items`}
        facts={
          product === undefined ? undefined : (
            <Facts
              items={[
                product.family,
                product.rateMicrosPerHour === null
                  ? t`no price`
                  : t`${formatHourlyRate(product.rateMicrosPerHour)}/h`,
              ]}
            />
          )
        }
        call={bareMetalItems.list}
        defaultOrder="serial"
        query={listQuery(productID, search)}
        search={search}
        columns={useColumns(productID)}
        rowKey={({ id }) => id}
        nameOf={({ serial }) => serial}
        searchLabel={t`Search by serial number, host, rack, or instance`}
        filters={
          <FilterMultiSelect
            name="state"
            label={t`State`}
            value={search.state}
            options={itemStates.map((value) => ({ value, label: itemStateLabel(i18n, value) }))}
          />
        }
        primary={
          <ActionButton
            tone="primary"
            icon="plus"
            reason={
              product === undefined ? null : reasonFor(bareMetalProductActions.addItem, product)
            }
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setIsAdding(true)}
          >
            <Trans>Add an item</Trans>
          </ActionButton>
        }
        empty={{
          title: t`No items yet`,
          text: t`Each item is a host of the region's Foreman server that this product sells.`,
        }}
      />
      {isAdding && product !== undefined && (
        <Suspense>
          <AddItemDialog product={product} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(productID: string): Column<BareMetalItemRow>[] {
  const { t } = useLingui();
  const text = (value: string) =>
    value === "" ? <NoValue /> : <span translate="no">{value}</span>;
  return [
    {
      key: "serial",
      header: t`Serial number`,
      sort: "serial",
      cell: ({ id, serial, foremanHost }) => (
        <NameCell subtitle={<span translate="no">{foremanHost}</span>}>
          <Link
            to="/admin/bare-metal-products/$productID/items/$itemID"
            params={{ productID, itemID: id }}
          >
            {serial}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "state",
      header: t`State`,
      card: "beside",
      cell: ({ state, stateReason, note }) => (
        <StackedCell subtitle={stateReason ?? (note === "" ? null : note)}>
          <ItemStatus state={state} />
        </StackedCell>
      ),
    },
    {
      key: "instance",
      header: t`Instance`,
      card: "plain",
      cell: ({ instance }) => <ItemInstance instance={instance} />,
    },
    {
      key: "region",
      header: t`Region`,
      card: "labeled",
      hides: "second",
      cell: ({ region }) => <span translate="no">{region.name}</span>,
    },
    {
      key: "rack",
      header: t`Rack`,
      sort: "rack",
      card: "labeled",
      hides: "third",
      cell: ({ rack }) => text(rack),
    },
    {
      key: "group",
      header: t`Host group`,
      card: "hidden",
      hides: "first",
      cell: ({ hostGroup }) => text(hostGroup),
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
