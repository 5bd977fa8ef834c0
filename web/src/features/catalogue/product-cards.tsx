/** The cards on the page of a virtual product. */
import { Trans, useLingui } from "@lingui/react/macro";
import { virtualProductActions } from "#contracts/actions/virtual-products.ts";
import {
  type ProductPrice,
  type VirtualProduct,
  virtualProducts,
} from "#contracts/virtual-products.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import {
  formatDateTime,
  formatGigabytes,
  formatHourlyRate,
  formatInteger,
} from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Status } from "../../ui/status.tsx";
import { type Column, NoValue, Table } from "../../ui/table.tsx";
import { changedByProduct } from "./product-queries.ts";

type PriceState = "scheduled" | "current" | "past";

function priceState({ validFrom, validUntil }: ProductPrice, now: number): PriceState {
  if (Date.parse(validFrom) > now) return "scheduled";
  return validUntil !== null && Date.parse(validUntil) <= now ? "past" : "current";
}

const appearance = {
  scheduled: ["busy", "hollow"],
  current: ["ok", "dot"],
  past: ["idle", "hollow"],
} as const;

/** Prices by date, the last one first. A scheduled one can be canceled. */
export function PricesCard({ product }: { product: VirtualProduct }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const reasonFor = useActionReason();
  const now = useNow();
  const states = { scheduled: t`Scheduled`, current: t`Current`, past: t`Past` };
  const cancel = useEndpointAction(virtualProducts.cancelPrice, {
    invalidates: changedByProduct,
    successMessage: ({ name }) => t`Scheduled price of ${name} canceled`,
  });
  const ask = (price: ProductPrice) => {
    const rate = formatHourlyRate(price.rateMicrosPerHour);
    const from = formatDateTime(price.validFrom, localeSettings);
    const path = { virtualProduct: product.id, price: price.id };
    openConfirmDialog({
      severity: "disruptive",
      title: t`Cancel the price of ${rate}?`,
      confirmLabel: t`Cancel this price`,
      text: <Trans>It would hold from {from}. Without it, the price before it continues.</Trans>,
      action: () => cancel.run({ path }),
      code: cancel.code({ path }),
    });
  };
  const columns: Column<ProductPrice>[] = [
    {
      key: "rate",
      header: t`Price per hour`,
      cell: ({ rateMicrosPerHour }) => formatHourlyRate(rateMicrosPerHour),
    },
    {
      key: "state",
      header: t`Status`,
      card: "beside",
      cell: (price) => {
        const state = priceState(price, now);
        return (
          <Status tone={appearance[state][0]} shape={appearance[state][1]}>
            {states[state]}
          </Status>
        );
      },
    },
    {
      key: "from",
      header: t`From`,
      card: "labeled",
      cell: ({ validFrom }) => <RelativeTime at={validFrom} exact />,
    },
    {
      key: "until",
      header: t`Until`,
      card: "labeled",
      cell: ({ validUntil }) =>
        validUntil === null ? <NoValue /> : <RelativeTime at={validUntil} exact />,
    },
    {
      key: "cancel",
      header: t`Actions`,
      card: "plain",
      end: true,
      cell: (price) =>
        priceState(price, now) === "scheduled" ? (
          <ActionButton
            reason={reasonFor(virtualProductActions.cancelPrice, price)}
            onClick={() => ask(price)}
          >
            <Trans>Cancel</Trans>
          </ActionButton>
        ) : null,
    },
  ];
  return (
    <Card title={t`Prices`} unpadded>
      <Table caption={t`Prices`} columns={columns} rows={product.prices} rowKey={({ id }) => id} />
    </Card>
  );
}

export function ProductRegionsCard({ product }: { product: VirtualProduct }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const columns: Column<VirtualProduct["regions"][number]>[] = [
    {
      key: "region",
      header: t`Region`,
      cell: ({ name }) => <span translate="no">{name}</span>,
    },
    {
      key: "flavor",
      header: t`Status`,
      card: "beside",
      cell: ({ isOffered }) =>
        isOffered ? (
          <Status tone="ok" shape="dot">
            <Trans>Available</Trans>
          </Status>
        ) : (
          <Status tone="danger" shape="square">
            <Trans>Not found</Trans>
          </Status>
        ),
    },
    {
      key: "free",
      header: t`Free`,
      card: "labeled",
      end: true,
      cell: ({ free }) => (free === null ? <NoValue /> : formatInteger(free, localeSettings)),
    },
  ];
  return (
    <Card title={t`Regions`} unpadded>
      <Table
        caption={t`Regions`}
        columns={columns}
        rows={product.regions}
        rowKey={({ regionHandle }) => regionHandle}
      />
    </Card>
  );
}

export function ProductDetailsCard({ product }: { product: VirtualProduct }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { impact } = product;
  const figure = (count: number) => formatInteger(count, localeSettings);
  return (
    <>
      <Card title={t`Used by`}>
        <DescriptionList
          pairs={[
            [t`Instances`, figure(impact.instances)],
            [t`Workspaces`, figure(impact.workspaces)],
            [t`Waiting orders`, figure(impact.waitingOrders)],
          ]}
        />
      </Card>
      <Card title={t`Product`}>
        <DescriptionList
          pairs={[
            [t`Family`, product.family],
            [t`Flavor`, <CopyText key="flavor" text={product.flavor} what={t`flavor`} />],
            [
              t`GPUs`,
              product.gpuModel === null ? null : `${product.gpuCount} × ${product.gpuModel}`,
            ],
            [t`vCPUs`, figure(product.vcpu)],
            [t`Memory`, formatGigabytes(product.memoryGb, localeSettings)],
            [t`Disk`, formatGigabytes(product.diskGb, localeSettings)],
            [t`Added`, <RelativeTime key="added" at={product.createdAt} exact />],
            [t`ID`, <CopyText key="id" text={product.id} what={t`ID`} />],
          ]}
        />
      </Card>
    </>
  );
}
