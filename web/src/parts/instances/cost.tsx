/** What a machine has cost so far, by the function that will make its invoice. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import { costCents } from "#contracts/rating.ts";
import { ratePerHour, ratePerMonth } from "../../lib/format.ts";
import { neverRan } from "../../lib/instance-words.ts";
import { useNow } from "../../lib/use-now.ts";
import { Card, KeyFigure } from "../../ui/card.tsx";
import { KeyValue } from "../../ui/facts.tsx";
import styles from "./instance.module.css";

type Usage = Pick<Instance, "usage">;

export const isBilled = ({ usage }: Usage): boolean =>
  usage.some(({ endSecond }) => endSecond === null);

const second = (milliseconds: number) => Math.floor(milliseconds / 1_000);

/** To the cent, as the invoice will have it. */
export function CostSoFar({ machine }: { machine: Usage }) {
  const now = useNow(isBilled(machine) ? "second" : "half-minute");
  return <span translate="no">{formatMoney(usd(costCents(machine.usage, 0, second(now))))}</span>;
}

/** Hundredths of a cent behind the amount, so that one sees it move. */
function MovingCost({ machine }: { machine: Usage }) {
  const now = useNow("second");
  const fine = machine.usage.map((span) => ({
    ...span,
    rateMicrosPerHour: span.rateMicrosPerHour * 100,
  }));
  const hundredths = costCents(fine, 0, second(now));
  return (
    <>
      {formatMoney(usd(Math.trunc(hundredths / 100)))}
      <span className={styles["fraction"]}>{String(hundredths % 100).padStart(2, "0")}</span>
    </>
  );
}

export function CostCard({ machine }: { machine: Instance }) {
  const { t } = useLingui();
  const runs = isBilled(machine);
  const rate = machine.hourlyRate;
  return (
    <Card title={t`Cost`}>
      <KeyFigure note={<CostNote machine={machine} />}>
        {runs ? <MovingCost machine={machine} /> : <CostSoFar machine={machine} />}
      </KeyFigure>
      {machine.status !== "terminating" &&
        machine.status !== "terminated" &&
        !neverRan(machine) && (
          <div className={styles["pairs"]}>
            <KeyValue
              pairs={[
                [t`Per hour`, ratePerHour(rate)],
                [t`Per month (730 hours)`, ratePerMonth(rate)],
              ]}
            />
          </div>
        )}
    </Card>
  );
}

function CostNote({ machine }: { machine: Instance }) {
  const { status, usage } = machine;
  if (status === "stopped" && isBilled(machine))
    return (
      <Trans>
        Still billed while stopped, because its capacity, disk, and IP address stay reserved
      </Trans>
    );
  if (isBilled(machine)) return <Trans>So far, updated every second</Trans>;
  if (status === "pending" || status === "building")
    return <Trans>Billing starts when the instance is active</Trans>;
  if (usage.length === 0) return <Trans>Nothing was billed</Trans>;
  if (status === "terminating" || status === "terminated")
    return <Trans>Total. Billing stopped when you terminated it.</Trans>;
  return <Trans>So far. Not billed right now.</Trans>;
}
