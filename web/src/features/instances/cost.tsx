/** The cost of an instance so far, calculated by the same function as its invoice. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { usd } from "#contracts/money.ts";
import { costCents } from "#contracts/rating.ts";
import { formatHourlyRate, formatMoneyAmount, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { neverRan } from "./shared/instance-labels.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { Card, Metric } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import styles from "./instance.module.css";

type BilledInstance = Pick<Instance, "usage">;

export const isBilled = ({ usage }: BilledInstance): boolean =>
  usage.some(({ endSecond }) => endSecond === null);

const toEpochSeconds = (milliseconds: number) => Math.floor(milliseconds / 1_000);

/** The cost in cents, as on the invoice. */
export function CostSoFar({ instance }: { instance: BilledInstance }) {
  const now = useNow(isBilled(instance) ? "second" : "half-minute");
  return (
    <span translate="no">
      {formatMoneyAmount(usd(costCents(instance.usage, 0, toEpochSeconds(now))))}
    </span>
  );
}

/** Four decimals instead of two, so that the cost visibly changes. */
function TickingCost({ instance }: { instance: BilledInstance }) {
  const now = useNow("second");
  const fine = instance.usage.map((span) => ({
    ...span,
    rateMicrosPerHour: span.rateMicrosPerHour * 100,
  }));
  const hundredths = costCents(fine, 0, toEpochSeconds(now));
  return (
    <>
      {formatMoneyAmount(usd(Math.trunc(hundredths / 100)))}
      <span className={styles["fraction"]}>{String(hundredths % 100).padStart(2, "0")}</span>
    </>
  );
}

export function CostCard({ instance }: { instance: Instance }) {
  const { t } = useLingui();
  const runs = isBilled(instance);
  const rate = instance.hourlyRate;
  return (
    <Card title={t`Cost`}>
      <Metric note={<CostNote instance={instance} />}>
        {runs ? <TickingCost instance={instance} /> : <CostSoFar instance={instance} />}
      </Metric>
      {instance.status !== "terminating" &&
        instance.status !== "terminated" &&
        !neverRan(instance) && (
          <div className={styles["pairs"]}>
            <DescriptionList
              pairs={[
                [t`Per hour`, formatHourlyRate(rate)],
                [t`Per month (730 hours)`, formatMonthlyRate(rate)],
              ]}
            />
          </div>
        )}
    </Card>
  );
}

function CostNote({ instance }: { instance: Instance }) {
  const { status, usage } = instance;
  if (status === "stopped" && isBilled(instance))
    return (
      <Trans>
        Still billed while stopped, because its capacity, disk, and IP address stay reserved
      </Trans>
    );
  if (isBilled(instance)) return <Trans>So far, updated every second</Trans>;
  if (status === "pending" || status === "building")
    return <Trans>Billing starts when the instance is active</Trans>;
  if (usage.length === 0) return <Trans>Nothing was billed</Trans>;
  if (status === "terminating" || status === "terminated")
    return <Trans>Total. Billing has ended.</Trans>;
  return <Trans>So far. Not billed right now.</Trans>;
}
