import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatMoney } from "#contracts/money.ts";
import {
  type InstanceReport,
  type ProductReportRow,
  type RegionReportRow,
  type ReportFigures,
  reports,
} from "#contracts/reports.ts";
import { ChartCard } from "../../../components/chart-card.tsx";
import { costFormat, dayTimes } from "../../../components/cost-format.ts";
import { DetailPage, StaleDataNotice } from "../../../components/detail-page.tsx";
import { ExportButton } from "../../../components/export-button.tsx";
import { FilterSelect, toOptions } from "../../../components/filter-select.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import colours from "../../../components/project-colour.module.css";
import { SkeletonTable } from "../../../components/skeleton-table.tsx";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import type { EndpointSearchParams } from "../../../lib/api/search-params.ts";
import { formatDuration, formatInteger } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card, Stack } from "../../../ui/card.tsx";
import { type ChartData, highestOf } from "../../../ui/chart-data.ts";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Figure, Figures } from "../../../ui/figures.tsx";
import { Filters } from "../../../ui/page.tsx";
import { type Column, NameCell, NoValue, Table } from "../../../ui/table.tsx";
import { formatReportPeriod, ReportFilters } from "./report-filters.tsx";

/** The endpoints of a report. */
export const instanceReports = {
  bareMetal: {
    summary: reports.bareMetal,
    products: reports.bareMetalProducts,
    regions: reports.bareMetalResources,
    file: reports.exportBareMetal,
  },
  virtual: {
    summary: reports.virtual,
    products: reports.virtualProducts,
    regions: reports.virtualResources,
    file: reports.exportVirtual,
  },
} as const;
export type InstanceReportName = keyof typeof instanceReports;

export type InstanceReportSearch = EndpointSearchParams<typeof reports.exportVirtual>;

const withoutGrouping = ({ groupBy: _, ...query }: InstanceReportSearch) => query;

/** What the page requests first. */
export const instanceReportQuery = (name: InstanceReportName, search: InstanceReportSearch) =>
  endpointQuery(instanceReports[name].summary, { query: withoutGrouping(search) });

interface PageProps {
  readonly name: InstanceReportName;
  readonly title: string;
  readonly search: InstanceReportSearch;
}

/** Revenue by day and a row for each product or region, of bare metal or of virtual machines. */
export function InstanceReportPage({ name, title, search }: PageProps) {
  const { t } = useLingui();
  const { locale } = useLocaleSettings();
  const file = useEndpointAction(instanceReports[name].file, { invalidates: [] });
  return (
    <DetailPage
      result={usePageQuery(instanceReportQuery(name, search), { keepPrevious: true })}
      title={() => title}
      summary={(report) => formatReportPeriod(report, locale)}
      actions={() => (
        <ExportButton
          fetch={() => file.run({ query: search })}
          code={file.code({ query: search })}
          busy={file.busy}
          reason={null}
          isEmpty={false}
        />
      )}
    >
      {(report) => (
        <>
          <Filters>
            <ReportFilters search={search} asOf={report.asOf} />
            <FilterSelect
              name="groupBy"
              label={t`Group by`}
              value={search.groupBy}
              options={toOptions({ region: t`Region` })}
            />
          </Filters>
          <Stack>
            <RevenueChart report={report} />
            {search.groupBy === "region" ? (
              <RegionTable name={name} search={search} />
            ) : (
              <ProductTable name={name} search={search} />
            )}
          </Stack>
        </>
      )}
    </DetailPage>
  );
}

const seriesColours = ["spruce", "sky", "amber", "violet", "rose", "teal"] as const;

function RevenueChart({ report }: { report: InstanceReport }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { locale } = localeSettings;
  const { total, series, days } = report;
  const figure = (count: number | null) =>
    count === null ? "–" : formatInteger(count, localeSettings);
  const [sold, free] = [figure(total.units.sold), figure(total.units.free)];
  const figures = (
    <Figures>
      <Figure name={t`Revenue`} note={t`Before discounts and tax`}>
        {formatMoney(total.revenue)}
      </Figure>
      <Figure name={t`Billed time`} note={t`Of all instances together`}>
        {formatDuration(total.hours * 3_600)}
      </Figure>
      <Figure
        name={t`Units rented now`}
        note={total.units.free === null ? undefined : t`${free} available`}
      >
        {sold}
      </Figure>
    </Figures>
  );
  if (series.length === 0)
    return (
      <Card title={t`Revenue per day`}>
        {figures}
        <EmptyState plain title={t`No revenue in this period`}>
          <Trans>Billing starts when an instance is active.</Trans>
        </EmptyState>
      </Card>
    );
  const data: ChartData = {
    kind: "bars",
    times: dayTimes(days[0]?.slice(0, 10) ?? "", days.length),
    series: series.map(({ product, cents }, position) => ({
      key: product?.id ?? "others",
      label: product?.name ?? t`Other products`,
      swatch: colours[product === null ? "slate" : (seriesColours[position] ?? "slate")],
      values: cents,
    })),
  };
  const format = costFormat({ locale });
  const [period, revenue, highest] = [
    formatReportPeriod(report, locale),
    formatMoney(total.revenue),
    format.value(highestOf(data)),
  ];
  return (
    <ChartCard
      title={t`Revenue per day`}
      figures={figures}
      data={data}
      format={format}
      smallestStep={1}
      texts={{
        label: t`Revenue per day, ${period}: ${revenue} in total, ${highest} on the highest day`,
        legendCaption: t`Revenue by product`,
        seriesHeading: t`Product`,
        period: t`Whole period`,
        tableCaption: t`Revenue by day and product`,
        timeHeading: t`Day (UTC)`,
        totalHeading: t`Total`,
      }}
      note={<Trans>Days are in UTC. A month adds up as on its invoices.</Trans>}
    />
  );
}

type ShownFigures = Pick<ReportFigures, "hours" | "revenue"> & {
  readonly units: ReportFigures["units"] | null;
};
interface ShownRow extends ShownFigures {
  readonly key: string;
  readonly name: ReactNode;
  readonly products?: ReactNode;
  readonly isTotal?: true;
}

/** Rows, then what they leave out, and the total of everything. */
function useRows(
  rows: readonly ShownRow[],
  report: Pick<InstanceReport, "total" | "excluded"> | undefined,
): ShownRow[] {
  const { t } = useLingui();
  if (report === undefined) return [];
  const { excluded, total } = report;
  return [
    ...rows,
    ...(excluded.hours === 0 && excluded.revenue.cents === 0
      ? []
      : [
          {
            key: "excluded",
            name: t`Inactive and deleted products`,
            units: null,
            hours: excluded.hours,
            revenue: excluded.revenue,
          },
        ]),
    {
      key: "total",
      name: t`Total`,
      units: total.units,
      hours: total.hours,
      revenue: total.revenue,
      isTotal: true,
    },
  ];
}

function useColumns(heading: string, hasProducts: boolean): Column<ShownRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? <NoValue /> : formatInteger(value, localeSettings);
  const products: Column<ShownRow> = {
    key: "products",
    header: t`Products`,
    card: "labeled",
    hides: "first",
    end: true,
    cell: (row) => row.products ?? <NoValue />,
  };
  return [
    {
      key: "name",
      header: heading,
      cell: ({ name, isTotal }) => (isTotal === true ? <b>{name}</b> : name),
    },
    ...(hasProducts ? [products] : []),
    {
      key: "sold",
      header: t`Rented now`,
      card: "labeled",
      end: true,
      cell: ({ units }) => count(units?.sold),
    },
    {
      key: "free",
      header: t`Available`,
      card: "labeled",
      hides: "third",
      end: true,
      cell: ({ units }) => count(units?.free),
    },
    {
      key: "total",
      header: t`Units`,
      card: "labeled",
      hides: "second",
      end: true,
      cell: ({ units }) => count(units?.total),
    },
    {
      key: "time",
      header: t`Billed time`,
      card: "labeled",
      end: true,
      cell: ({ hours }) => formatDuration(hours * 3_600),
    },
    {
      key: "revenue",
      header: t`Revenue`,
      card: "beside",
      end: true,
      cell: ({ revenue }) => <b>{formatMoney(revenue)}</b>,
    },
  ];
}

type TableProps = Pick<PageProps, "name" | "search">;

function ProductTable({ name, search }: TableProps) {
  const { t } = useLingui();
  const result = useQuery({
    ...endpointQuery(instanceReports[name].products, { query: withoutGrouping(search) }),
    placeholderData: keepPreviousData,
  });
  const statuses = { active: null, inactive: t`Inactive`, deleted: t`Deleted` };
  const toRow = ({ product, status, units, hours, revenue }: ProductReportRow): ShownRow => ({
    key: product.id,
    name: (
      <NameCell subtitle={statuses[status]}>
        {name === "bareMetal" ? (
          <Link to="/admin/bare-metal-products/$productID" params={{ productID: product.id }}>
            {product.name}
          </Link>
        ) : (
          <span translate="no">{product.name}</span>
        )}
      </NameCell>
    ),
    units,
    hours,
    revenue,
  });
  return (
    <RowsTable
      result={result}
      caption={t`Report by product`}
      columns={useColumns(t`Product`, false)}
      rows={useRows(result.data?.rows.map(toRow) ?? [], result.data)}
    />
  );
}

function RegionTable({ name, search }: TableProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const result = useQuery({
    ...endpointQuery(instanceReports[name].regions, { query: withoutGrouping(search) }),
    placeholderData: keepPreviousData,
  });
  const toRow = ({ region, units, hours, revenue, ...counts }: RegionReportRow): ShownRow => ({
    key: region.handle,
    name: <NameCell subtitle={region.handle}>{region.name}</NameCell>,
    products: formatInteger(counts.active + counts.inactive + counts.deleted, localeSettings),
    units,
    hours,
    revenue,
  });
  return (
    <RowsTable
      result={result}
      caption={t`Report by region`}
      columns={useColumns(t`Region`, true)}
      rows={useRows(result.data?.rows.map(toRow) ?? [], result.data)}
    />
  );
}

function RowsTable({
  result,
  caption,
  columns,
  rows,
}: {
  result: Parameters<typeof StaleDataNotice>[0]["result"] & { readonly isPlaceholderData: boolean };
  caption: string;
  columns: Column<ShownRow>[];
  rows: readonly ShownRow[];
}) {
  return (
    <div>
      <StaleDataNotice result={result} />
      {(result.data !== undefined || result.error === null) && (
        <Card unpadded>
          {result.data === undefined ? (
            <SkeletonTable columns={columns} caption={caption} hasMenu={false} hasBoxes={false} />
          ) : (
            <Table
              caption={caption}
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              busy={result.isPlaceholderData}
            />
          )}
        </Card>
      )}
    </div>
  );
}
