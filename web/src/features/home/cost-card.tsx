import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type Overview, spendDays } from "#contracts/workspaces.ts";
import {
  formatDate,
  formatHourlyRate,
  formatMoneyAmount,
  formatMonth,
  formatMonthlyRate,
} from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { Figure, Figures } from "../../ui/figures.tsx";
import { SpendChart } from "../projects/shared/spend-chart.tsx";
import { toDailySpend } from "../projects/shared/spend-series.ts";

interface CostCardProps {
  readonly workspace: string;
  readonly overview: Overview;
}

/** Current rate, the month's cost and forecast, the balance, and the cost of the last days; each only for roles that may see it. */
export function CostCard({ workspace, overview }: CostCardProps) {
  const { t } = useLingui();
  const { instances, expenditure, balance, spend } = overview;
  if (instances === null && expenditure === null && spend === null) return null;
  const rate = instances?.billedRateMicrosPerHour ?? expenditure?.hourlyRate ?? null;
  const figures = (
    <Figures>
      {rate !== null && (
        <Figure
          name={t`Current hourly rate`}
          note={
            rate === 0
              ? t`Nothing billed right now`
              : expenditure === null
                ? t`About ${formatMonthlyRate(rate)}/month at this rate (730 hours)`
                : undefined
          }
        >
          {formatHourlyRate(rate)}
        </Figure>
      )}
      {expenditure !== null && <MonthFigures expenditure={expenditure} />}
      {balance !== null && (
        <Figure
          name={t`Balance`}
          note={
            <>
              <Trans>Invoices are paid from the balance first, then by the default card.</Trans>{" "}
              <Link to="/$workspace/billing/balance-payments" params={{ workspace }}>
                <Trans>Balance and payments</Trans>
              </Link>
            </>
          }
        >
          {formatMoneyAmount(balance)}
        </Figure>
      )}
    </Figures>
  );
  if (spend === null) return <Card title={t`Cost`}>{figures}</Card>;
  return (
    <SpendChart
      workspace={workspace}
      title={t`Cost`}
      figures={figures}
      spend={toDailySpend(spend, spendDays)}
    />
  );
}

/** The month of the invoice, which is UTC, so far and as it will be. */
function MonthFigures({ expenditure }: { expenditure: NonNullable<Overview["expenditure"]> }) {
  const { t } = useLingui();
  const { locale } = useLocaleSettings();
  const { monthToDate, projected, hourlyRate, periodStart, periodEnd } = expenditure;
  const month = formatMonth(periodStart, locale);
  const utc = { locale, timeZone: "UTC" };
  const since = formatDate(periodStart, utc);
  const until = formatDate(periodEnd, utc);
  const rate = formatHourlyRate(hourlyRate);
  return (
    <>
      <Figure name={t`${month} so far`} note={t`Since ${since} (UTC)`}>
        {formatMoneyAmount(monthToDate)}
      </Figure>
      <Figure name={t`Forecast for ${month}`} note={t`At ${rate}/hour until ${until} (UTC)`}>
        {formatMoneyAmount(projected)}
      </Figure>
    </>
  );
}
