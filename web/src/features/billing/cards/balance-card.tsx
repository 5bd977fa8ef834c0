import { Trans, useLingui } from "@lingui/react/macro";
import type { BalanceForecast } from "#contracts/payments.ts";
import { useNow } from "../../../lib/hooks/use-now.ts";
import {
  formatDateTime,
  formatHourlyRate,
  formatMoneyAmount,
  formatRelativeTime,
} from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card, Metric } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import styles from "./cards.module.css";

/** The balance with how long it lasts. */
export function BalanceCard({ balance, hasCard }: { balance: BalanceForecast; hasCard: boolean }) {
  const { t } = useLingui();
  const hourly = formatHourlyRate(balance.hourlyRate);
  return (
    <Card title={t`Balance`}>
      <Metric note={<Runway balance={balance} hasCard={hasCard} />}>
        {formatMoneyAmount(balance.balance)}
      </Metric>
      <div className={styles["facts"]}>
        <DescriptionList
          pairs={[
            [t`Promo credit`, balance.promo.cents === 0 ? null : formatMoneyAmount(balance.promo)],
            [
              t`Open invoices`,
              balance.outstanding.cents === 0 ? null : formatMoneyAmount(balance.outstanding),
            ],
            [t`Used this month, not invoiced yet`, formatMoneyAmount(balance.accrued)],
            [t`Usage now`, t`${hourly}/hour`],
          ]}
        />
      </div>
    </Card>
  );
}

function Runway({
  balance: { lastsUntil, hourlyRate },
  hasCard,
}: {
  balance: BalanceForecast;
  hasCard: boolean;
}) {
  const settings = useLocaleSettings();
  const now = useNow();
  if (hourlyRate === 0) return <Trans>Nothing is being used right now.</Trans>;
  if (lastsUntil === null) return <Trans>Lasts for years at the present rate.</Trans>;
  if (Date.parse(lastsUntil) <= now)
    return hasCard ? (
      <Trans>
        This month's usage exceeds the balance. The next invoice charges the rest to your default
        card.
      </Trans>
    ) : (
      <Trans>This month's usage exceeds the balance. Top up, or add a card.</Trans>
    );
  const at = formatDateTime(lastsUntil, settings);
  const hours = formatRelativeTime(lastsUntil, now, settings);
  return (
    <Trans>
      Lasts until {at} at the present rate ({hours}).
    </Trans>
  );
}
