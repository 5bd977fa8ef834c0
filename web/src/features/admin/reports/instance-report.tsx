import { Trans, useLingui } from "@lingui/react/macro";
import type { InstanceReport } from "#contracts/reports.ts";
import { ChartCard } from "../../../components/chart-card.tsx";
import { costFormat, dayTimes } from "../../../components/cost-format.ts";
import { DetailPage } from "../../../components/detail-page.tsx";
import { ExportButton } from "../../../components/export-button.tsx";
import { FilterSelect, toOptions } from "../../../components/filter-select.tsx";
import { usePageQuery } from "../../../components/page-error.tsx";
import colours from "../../../components/project-colour.module.css";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { formatDuration, formatInteger, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card, Stack } from "../../../ui/card.tsx";
import { type ChartData, highestOf } from "../../../ui/chart-data.ts";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Figure, Figures } from "../../../ui/figures.tsx";
import { Filters } from "../../../ui/page.tsx";
import { FilterPanel } from "../shared/filter-panel.tsx";
import { countReportFilters, formatReportPeriod, ReportFilters } from "./report-filters.tsx";
import {
  type InstanceReportName,
  instanceReportQuery,
  type InstanceReportSearch,
  instanceReports,
} from "./report-queries.ts";
import { ProductTable, RegionTable } from "./report-tables.tsx";

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
            <FilterPanel listId="reports" active={countReportFilters(search)}>
              <ReportFilters search={search} asOf={report.asOf} />
              <FilterSelect
                name="groupBy"
                label={t`Group by`}
                value={search.groupBy}
                defaultLabel={t`Product`}
                options={toOptions({ region: t`Region` })}
              />
            </FilterPanel>
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
        {formatMoneyAmount(total.revenue)}
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
    formatMoneyAmount(total.revenue),
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
