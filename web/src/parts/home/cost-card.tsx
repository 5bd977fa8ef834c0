import { Trans, useLingui } from "@lingui/react/macro";
import type { Overview } from "#contracts/workspaces.ts";
import { dayOf, money, ratePerHour, ratePerMonth } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Card, KeyFigure } from "../../ui/card.tsx";
import styles from "./home.module.css";

type CostCardProps = Pick<Overview, "instances" | "expenditure">;

/** What runs costs an hour, and what this month came to; each only for a role that sees it. */
export function CostCard({ instances, expenditure }: CostCardProps) {
  const { t } = useLingui();
  const manner = useManner();
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
              <KeyFigure
                note={
                  rate === 0
                    ? t`Nothing billed right now`
                    : t`About ${ratePerMonth(rate)}/month at this rate (730 hours)`
                }
              >
                {ratePerHour(rate)}
              </KeyFigure>
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
              <KeyFigure
                note={t`Since ${dayOf(expenditure.periodStart, { ...manner, timeZone: "UTC" })} (UTC)`}
              >
                {money(expenditure.monthToDate)}
              </KeyFigure>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
