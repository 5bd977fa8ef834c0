import { Trans, useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { minimumSeconds } from "#contracts/rating.ts";
import { ratePerHour, ratePerMonth } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { KeyValue } from "../../ui/facts.tsx";
import { Callout } from "../../ui/notices.tsx";
import { pageStyles, ThumbBar } from "../../ui/page.tsx";
import { energyOf } from "./energy.ts";
import styles from "./order.module.css";

export interface Chosen {
  readonly region: Region | undefined;
  readonly product: Product | undefined;
  readonly system: string | null;
  readonly keys: readonly string[];
  readonly project: string;
  /** Null while what is typed is no number of machines. */
  readonly quantity: number | null;
}

interface SummaryProps {
  readonly chosen: Chosen;
  readonly submit: string;
  readonly busy: boolean;
  /** The price that was shown before the server told another; null where nothing changed. */
  readonly oldRate: number | null;
}

/** What is ordered and what it costs; stays in view beside the form. */
export function OrderSummary({ chosen, submit, busy, oldRate }: SummaryProps) {
  const { t } = useLingui();
  const manner = useManner();
  const { region, product, quantity } = chosen;
  const none = <span className={styles["none"]}>{t`Not selected`}</span>;
  const energy =
    product === undefined || region === undefined || quantity === null
      ? null
      : energyOf(product.powerWatts * quantity, region.gramsCo2PerKwh, manner);
  return (
    <Card title={t`Summary`}>
      <KeyValue
        pairs={[
          [t`Region`, region?.name ?? none],
          [
            t`Product`,
            product === undefined
              ? none
              : (quantity ?? 1) > 1
                ? `${quantity} × (${product.name})`
                : product.name,
          ],
          [t`Operating system`, chosen.system ?? none],
          [
            t`SSH keys`,
            chosen.keys.length === 0
              ? none
              : chosen.keys.length > 2
                ? t`${chosen.keys.length} keys`
                : chosen.keys.join(", "),
          ],
          [t`Project`, chosen.project],
        ]}
      />
      <hr className={styles["rule"]} />
      <div className={styles["total"]} aria-live="polite">
        <span>
          <Trans>Per hour</Trans>
        </span>
        <strong>
          <Price chosen={chosen} oldRate={oldRate} />
        </strong>
      </div>
      <KeyValue
        pairs={[
          [
            t`Per month (730 hours)`,
            product === undefined || quantity === null
              ? "–"
              : ratePerMonth(product.rateMicrosPerHour, quantity),
          ],
          [
            t`Energy per hour`,
            energy === null ? "–" : t`${energy.kwh} kWh · ${energy.grams} gCO₂e`,
          ],
        ]}
      />
      {oldRate !== null && product !== undefined && (
        <div className={styles["newPrice"]} role="alert">
          <Callout tone="warn">
            <p>
              <strong>
                {oldRate === product.rateMicrosPerHour ? (
                  <Trans>The price list was updated. Your price hasn't changed.</Trans>
                ) : (
                  <Trans>The price has changed</Trans>
                )}
              </strong>
            </p>
            <p>
              <Trans>
                Was {ratePerHour(oldRate, quantity ?? 1)}/hour, now{" "}
                {ratePerHour(product.rateMicrosPerHour, quantity ?? 1)}/hour. Nothing has been
                created yet.
              </Trans>
            </p>
          </Callout>
        </div>
      )}
      <div className={pageStyles["onlyWide"]}>
        <div className={styles["send"]}>
          <Button type="submit" tone="primary" wide busy={busy}>
            {submit}
          </Button>
        </div>
      </div>
      <p className={styles["terms"]}>
        <Trans>
          Billed per second from the moment it's active until you terminate it, with a minimum of{" "}
          {minimumSeconds} seconds. Stopped instances are billed too.
        </Trans>
      </p>
    </Card>
  );
}

function Price({
  chosen: { product, quantity },
  oldRate,
}: Pick<SummaryProps, "chosen" | "oldRate">) {
  if (product === undefined || quantity === null) return "–";
  return (
    <span translate="no">
      {oldRate !== null && oldRate !== product.rateMicrosPerHour && (
        <del>{ratePerHour(oldRate, quantity)}</del>
      )}{" "}
      {ratePerHour(product.rateMicrosPerHour, quantity)}
    </span>
  );
}

/** Price and button where the thumb is. */
export function OrderBar({ chosen, submit, busy, oldRate }: SummaryProps) {
  return (
    <ThumbBar>
      <div className={styles["bar"]}>
        <p>
          <strong>
            <Price chosen={chosen} oldRate={oldRate} />
          </strong>
          <span>{oldRate === null ? <Trans>per hour</Trans> : <Trans>per hour now</Trans>}</span>
        </p>
        <Button type="submit" tone="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </ThumbBar>
  );
}
