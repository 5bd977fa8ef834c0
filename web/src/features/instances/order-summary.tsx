import { Trans, useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { minimumBilledSeconds } from "#contracts/rating.ts";
import { formatDateTime, formatHourlyRate, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { pageStyles, BottomActionBar } from "../../ui/page.tsx";
import { formatEnergy } from "./energy.ts";
import { EnergyPerHour } from "./energy-per-hour.tsx";
import styles from "./order.module.css";

export interface OrderSelection {
  readonly region: Region | undefined;
  readonly product: Product | undefined;
  readonly system: string | null;
  readonly keys: readonly string[];
  readonly project: string;
  /** What is created if the product is sold out; null for nothing. */
  readonly otherwise: string | null;
  /** Null while the typed quantity is invalid. */
  readonly quantity: number | null;
}

interface SummaryProps {
  readonly chosen: OrderSelection;
  readonly submit: string;
  readonly busy: boolean;
  /** The displayed price before the server reported another one; null without a change. */
  readonly oldRate: number | null;
  /** What else can be done with the selection; null for nothing. */
  readonly secondary: { readonly label: string; readonly onClick: () => void } | null;
}

/** Summary of the order with its cost; stays visible beside the form. */
export function OrderSummary({
  chosen: selected,
  submit,
  busy,
  oldRate: previousRate,
  secondary,
}: SummaryProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { region, product, quantity } = selected;
  const none = <span className={styles["empty"]}>{t`Not selected`}</span>;
  const energy =
    product === undefined || region === undefined || quantity === null
      ? null
      : formatEnergy(product.powerWatts * quantity, region.gramsCo2PerKwh, localeSettings);
  return (
    <Card title={t`Summary`}>
      <DescriptionList
        pairs={[
          [t`Region`, region?.name ?? none],
          [t`Product`, product?.name ?? none],
          [t`Instances`, quantity === null ? none : String(quantity)],
          [t`Otherwise`, selected.otherwise],
          [t`Operating system`, selected.system ?? none],
          [
            t`SSH keys`,
            selected.keys.length === 0
              ? none
              : selected.keys.length > 2
                ? t`${selected.keys.length} keys`
                : selected.keys.join(", "),
          ],
          [t`Project`, selected.project],
        ]}
      />
      <hr className={styles["separator"]} />
      <div className={styles["total"]} aria-live="polite">
        <span>
          <Trans>Per hour</Trans>
        </span>
        <strong>
          <Price chosen={selected} oldRate={previousRate} />
        </strong>
      </div>
      <DescriptionList
        pairs={[
          [
            t`Per month (730 hours)`,
            product === undefined || quantity === null
              ? "–"
              : formatMonthlyRate(product.rateMicrosPerHour, quantity),
          ],
          [
            t`Price until`,
            product === undefined || product.priceValidUntil === null
              ? null
              : formatDateTime(product.priceValidUntil, localeSettings),
          ],
          [
            t`Energy per hour`,
            energy === null ? "–" : <EnergyPerHour key="energy" text={energy.perHour} />,
          ],
        ]}
      />
      {previousRate !== null && product !== undefined && (
        <div className={styles["newPrice"]} role="alert">
          <Callout tone="warn">
            <p>
              <strong>
                <Trans>The price has changed</Trans>
              </strong>
            </p>
            <p>
              <Trans>Nothing has been created yet.</Trans>
            </p>
            <PriceComparison
              before={previousRate}
              now={product.rateMicrosPerHour}
              quantity={quantity ?? 1}
            />
          </Callout>
        </div>
      )}
      <div className={pageStyles["desktopOnly"]}>
        <div className={styles["submit"]}>
          <Button type="submit" tone="primary" wide busy={busy}>
            {submit}
          </Button>
        </div>
      </div>
      {secondary !== null && (
        <div className={styles["secondary"]}>
          <Button wide onClick={secondary.onClick}>
            {secondary.label}
          </Button>
        </div>
      )}
      <p className={styles["terms"]}>
        <Trans>
          Billed per second from the moment it's active until you terminate it, with a minimum of{" "}
          {minimumBilledSeconds} seconds. Stopped instances are billed too.
        </Trans>
      </p>
    </Card>
  );
}

/** The old and the new price side by side. */
export function PriceComparison({
  before,
  now,
  quantity,
}: {
  before: number;
  now: number;
  quantity: number;
}) {
  const { t } = useLingui();
  const rows = [
    [t`Per hour`, formatHourlyRate],
    [t`Per month`, formatMonthlyRate],
  ] as const;
  return (
    <table className={styles["comparison"]}>
      <thead>
        <tr>
          <th scope="col">{t`Price`}</th>
          <th scope="col">{t`Before`}</th>
          <th scope="col">{t`Now`}</th>
        </tr>
      </thead>
      <tbody translate="no">
        {rows.map(([label, format]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format(before, quantity)}</td>
            <td>{format(now, quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Price({
  chosen: { product, quantity },
  oldRate: previousRate,
  format = formatHourlyRate,
}: Pick<SummaryProps, "chosen" | "oldRate"> & {
  readonly format?: (rateMicros: number, quantity: number) => string;
}) {
  if (product === undefined || quantity === null)
    return <span className={styles["noPrice"]}>–</span>;
  return (
    <span translate="no">
      {previousRate !== null && previousRate !== product.rateMicrosPerHour && (
        <del>{format(previousRate, quantity)}</del>
      )}{" "}
      {format(product.rateMicrosPerHour, quantity)}
    </span>
  );
}

/** Price and submit button at the lower edge of small screens. */
export function OrderActionBar({
  chosen: selected,
  submit,
  busy,
  oldRate: previousRate,
}: SummaryProps) {
  const { t } = useLingui();
  const { product, quantity } = selected;
  return (
    <BottomActionBar>
      <div className={styles["bar"]}>
        <p>
          <strong>
            <Price
              chosen={selected}
              oldRate={previousRate}
              format={(rate, count) => t`${formatHourlyRate(rate, count)}/hour`}
            />
          </strong>
          {previousRate !== null && (
            <span>
              <Trans>New price</Trans>
            </span>
          )}
          {previousRate === null && product !== undefined && quantity !== null && (
            <span translate="no">
              {t`${formatMonthlyRate(product.rateMicrosPerHour, quantity)}/month`}
            </span>
          )}
        </p>
        <Button type="submit" tone="primary" busy={busy}>
          {submit}
        </Button>
      </div>
    </BottomActionBar>
  );
}
