import { Trans, useLingui } from "@lingui/react/macro";
import { type OrderReport, type OrderReportRow, reports } from "#contracts/reports.ts";
import { ChartCard } from "../../../components/chart-card.tsx";
import { costFormat, dayTimes } from "../../../components/cost-format.ts";
import type { ListSearchParams } from "../../../components/list-search-params.ts";
import { Pagination } from "../../../components/pagination.tsx";
import colours from "../../../components/project-colour.module.css";
import { formatDate, formatInteger, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card, Stack } from "../../../ui/card.tsx";
import type { ChartData } from "../../../ui/chart-data.ts";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Figure, Figures } from "../../../ui/figures.tsx";
import { type Column, NameCell, Table } from "../../../ui/table.tsx";
import { formatReportPeriod } from "./report-filters.tsx";

interface ViewProps {
  readonly report: OrderReport;
  readonly search: ListSearchParams;
  /** The rows are those of the query before. */
  readonly busy: boolean;
}

/** Ordered instances by day, the totals, and a row for each day, product and region. */
export function OrderReportView({ report, search, busy }: ViewProps) {
  return (
    <Stack>
      <OrderChart report={report} />
      <OrderTable report={report} search={search} busy={busy} />
    </Stack>
  );
}

function OrderChart({ report }: { report: OrderReport }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { locale } = localeSettings;
  const { total, days } = report;
  const integer = (count: number) => formatInteger(count, localeSettings);
  const figures = (
    <Figures>
      <Figure name={t`Orders`}>{integer(total.orders)}</Figure>
      <Figure name={t`Instances ordered`}>{integer(total.instances)}</Figure>
      <Figure name={t`Canceled`} note={t`Before they were active`}>
        {integer(total.cancelled)}
      </Figure>
      <Figure name={t`Failed`} note={t`Could not be created`}>
        {integer(total.failed)}
      </Figure>
      <Figure name={t`Revenue`} note={t`Before discounts and tax`}>
        {formatMoneyAmount(total.revenue)}
      </Figure>
    </Figures>
  );
  if (total.instances === 0)
    return (
      <Card title={t`Instances ordered per day`}>
        {figures}
        <EmptyState plain title={t`No orders in this period`}>
          <Trans>Choose another period to see its orders.</Trans>
        </EmptyState>
      </Card>
    );
  const series = {
    created: { label: t`Created or in progress`, colour: colours["spruce"] },
    cancelled: { label: t`Canceled`, colour: colours["slate"] },
    failed: { label: t`Failed`, colour: colours["rose"] },
  };
  const values = {
    created: days.map(({ instances, cancelled, failed }) => instances - cancelled - failed),
    cancelled: days.map(({ cancelled }) => cancelled),
    failed: days.map(({ failed }) => failed),
  };
  const names = ["created", "cancelled", "failed"] as const;
  const data: ChartData = {
    kind: "bars",
    times: dayTimes(days[0]?.day ?? "", days.length),
    series: names
      .filter((name) => name === "created" || values[name].some((count) => count > 0))
      .map((name) => ({
        key: name,
        label: series[name].label,
        swatch: series[name].colour,
        values: values[name],
      })),
  };
  const [period, instances] = [formatReportPeriod(report, locale), integer(total.instances)];
  return (
    <ChartCard
      title={t`Instances ordered per day`}
      figures={figures}
      data={data}
      // Counts are short: the name of the time zone would cover the first day.
      format={{ ...costFormat({ locale }), value: integer, axisValue: integer, timeZone: "" }}
      smallestStep={1}
      texts={{
        label: t`Instances ordered per day, ${period}: ${instances} in total`,
        legendCaption: t`Instances by result`,
        seriesHeading: t`Result`,
        period: t`Whole period`,
        tableCaption: t`Instances by day and result`,
        timeHeading: t`Day (UTC)`,
        totalHeading: t`Total`,
      }}
      note={
        <Trans>
          Days are in UTC. Revenue is the usage of a day, also of instances that were ordered
          earlier. A month adds up as on its invoices.
        </Trans>
      }
    />
  );
}

function OrderTable({ report, search, busy }: ViewProps) {
  const { t } = useLingui();
  const columns = useColumns();
  const { excluded, data, meta } = report;
  const left = formatMoneyAmount(excluded.revenue);
  return (
    <Card unpadded>
      {data.length === 0 ? (
        <EmptyState plain title={t`No rows`}>
          {excluded.rows > 0 ? (
            <Trans>Only inactive and deleted products have rows in this period.</Trans>
          ) : (
            <Trans>No product was ordered or used in this period.</Trans>
          )}
        </EmptyState>
      ) : (
        <>
          <Table
            caption={t`Orders by day, product and region`}
            columns={columns}
            rows={data}
            rowKey={({ day, product, region }) => `${day} ${product.id} ${region.handle}`}
            busy={busy}
          />
          <Pagination listId={reports.orders.id} search={search} meta={meta} shown={data.length} />
        </>
      )}
      {excluded.rows > 0 && data.length > 0 && (
        <EmptyState plain title={t`Inactive and deleted products are not listed`}>
          <Trans>Their revenue of {left} is part of the total.</Trans>
        </EmptyState>
      )}
    </Card>
  );
}

function useColumns(): Column<OrderReportRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const count =
    (figure: "orders" | "instances" | "cancelled" | "failed") => (row: OrderReportRow) =>
      formatInteger(row[figure], localeSettings);
  return [
    {
      key: "product",
      header: t`Product`,
      cell: ({ product, region }) => (
        <NameCell subtitle={region.name}>
          <span translate="no">{product.name}</span>
        </NameCell>
      ),
    },
    {
      key: "day",
      header: t`Day (UTC)`,
      card: "labeled",
      cell: ({ day }) => formatDate(day, { ...localeSettings, timeZone: "UTC" }),
    },
    { key: "orders", header: t`Orders`, card: "labeled", end: true, cell: count("orders") },
    {
      key: "instances",
      header: t`Instances`,
      card: "labeled",
      end: true,
      cell: count("instances"),
    },
    {
      key: "cancelled",
      header: t`Canceled`,
      card: "labeled",
      end: true,
      hides: "second",
      cell: count("cancelled"),
    },
    {
      key: "failed",
      header: t`Failed`,
      card: "labeled",
      end: true,
      hides: "third",
      cell: count("failed"),
    },
    {
      key: "revenue",
      header: t`Revenue`,
      card: "beside",
      end: true,
      cell: ({ revenue }) => <b>{formatMoneyAmount(revenue)}</b>,
    },
  ];
}
