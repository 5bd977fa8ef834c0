import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { minimumBilledSeconds } from "#contracts/rating.ts";
import { formatHourlyRate, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { BottomActionBar, pageStyles } from "../../ui/page.tsx";
import type { CartLine, CartTotals } from "./cart-line.ts";
import { formatEnergy } from "./energy.ts";
import { EnergyPerHour } from "./energy-per-hour.tsx";
import styles from "./order.module.css";

interface CartSummaryProps {
  readonly lines: readonly CartLine[];
  readonly totals: CartTotals;
  readonly submit: string;
  readonly busy: boolean;
  readonly hasNewPrices: boolean;
}

const hourly = ({ rateMicrosPerHour }: CartTotals) =>
  rateMicrosPerHour === null ? "–" : formatHourlyRate(rateMicrosPerHour);

/** Watts of all lines, and the average emissions of their energy, weighted by power. */
function totalPower(lines: readonly CartLine[]) {
  const parts = lines.flatMap(({ product, region, quantity }) =>
    product === undefined || region === undefined
      ? []
      : [{ watts: product.powerWatts * quantity, grams: region.gramsCo2PerKwh }],
  );
  const watts = parts.reduce((sum, part) => sum + part.watts, 0);
  const grams = parts.reduce((sum, part) => sum + part.watts * part.grams, 0);
  return watts === 0 ? null : { watts, gramsPerKwh: grams / watts };
}

export function CartSummary({ lines, totals, submit, busy }: CartSummaryProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const power = totalPower(lines);
  return (
    <Card title={t`Summary`}>
      <DescriptionList
        pairs={[
          [t`Lines`, String(lines.length)],
          [t`Instances`, String(totals.quantity)],
        ]}
      />
      <hr className={styles["separator"]} />
      <div className={styles["total"]} aria-live="polite">
        <span>
          <Trans>Per hour</Trans>
        </span>
        <strong translate="no">{hourly(totals)}</strong>
      </div>
      <DescriptionList
        pairs={[
          [
            t`Per month (730 hours)`,
            totals.rateMicrosPerHour === null ? "–" : formatMonthlyRate(totals.rateMicrosPerHour),
          ],
          [
            t`Energy per hour`,
            power === null ? (
              "–"
            ) : (
              <EnergyPerHour
                key="energy"
                text={formatEnergy(power.watts, power.gramsPerKwh, localeSettings).perHour}
              />
            ),
          ],
        ]}
      />
      <div className={pageStyles["desktopOnly"]}>
        <div className={styles["submit"]}>
          <Button type="submit" tone="primary" wide busy={busy}>
            {submit}
          </Button>
        </div>
      </div>
      <p className={styles["terms"]}>
        <Trans>
          Billed per second from the moment it's active until you terminate it, with a minimum of{" "}
          {minimumBilledSeconds} seconds. Stopped instances are billed too.
        </Trans>
      </p>
    </Card>
  );
}

/** Price and submit button at the lower edge of small screens. */
export function CartActionBar({ totals, submit, busy, hasNewPrices }: CartSummaryProps) {
  const { t } = useLingui();
  return (
    <BottomActionBar>
      <div className={styles["bar"]}>
        <p>
          <strong translate="no">
            {totals.rateMicrosPerHour === null
              ? "–"
              : t`${formatHourlyRate(totals.rateMicrosPerHour)}/hour`}
          </strong>
          <span>
            {hasNewPrices ? (
              <Trans>New price</Trans>
            ) : (
              <Plural value={totals.quantity} one="# instance" other="# instances" />
            )}
          </span>
        </p>
        <Button type="submit" tone="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </BottomActionBar>
  );
}
