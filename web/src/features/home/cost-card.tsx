import { Trans, useLingui } from "@lingui/react/macro";
import type { Overview } from "#contracts/workspaces.ts";
import {
  formatDate,
  formatMoneyAmount,
  formatHourlyRate,
  formatMonthlyRate,
} from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card, Metric } from "../../ui/card.tsx";
import styles from "./home.module.css";

type CostCardProps = Pick<Overview, "instances" | "expenditure">;

/** Current hourly cost and this month's cost; each only for roles that may see it. */
export function CostCard({ instances, expenditure }: CostCardProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  if (instances === null && expenditure === null) return null;
  const rate = instances?.billedRateMicrosPerHour ?? 0;
  return (
    <Card title={t`Cost`}>
      <dl className={styles["figures"]}>
        {instances !== null && (
          <div className={styles["figure"]}>
            <dt>
              <Trans>Current hourly rate</Trans>
            </dt>
            <dd>
              <Metric
                note={
                  rate === 0
                    ? t`Nothing billed right now`
                    : t`About ${formatMonthlyRate(rate)}/month at this rate (730 hours)`
                }
              >
                {formatHourlyRate(rate)}
              </Metric>
            </dd>
          </div>
        )}
        {expenditure !== null && (
          <div className={styles["figure"]}>
            <dt>
              <Trans>This month so far</Trans>
            </dt>
            <dd>
              {/* The month is the invoice's: UTC. */}
              <Metric
                note={t`Since ${formatDate(expenditure.periodStart, { ...localeSettings, timeZone: "UTC" })} (UTC)`}
              >
                {formatMoneyAmount(expenditure.monthToDate)}
              </Metric>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
