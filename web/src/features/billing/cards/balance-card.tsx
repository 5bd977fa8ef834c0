import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { BalanceForecast } from "#contracts/payments.ts";
import { useNow } from "../../../lib/hooks/use-now.ts";
import {
  formatDateTime,
  formatHourlyRate,
  formatMoneyAmount,
  formatRelativeTime,
} from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Card, Metric } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import styles from "./cards.module.css";

interface BalanceCardProps {
  readonly workspace: string;
  readonly balance: BalanceForecast;
  readonly hasCard: boolean;
}

/** The balance with how long it lasts, and what stops first. */
export function BalanceCard({ workspace, balance, hasCard }: BalanceCardProps) {
  const { t } = useLingui();
  const hourly = formatHourlyRate(balance.hourlyRate);
  return (
    <Card title={t`Balance`}>
      <Metric
        note={
          <>
            <Runway balance={balance} hasCard={hasCard} />
            {balance.stopsFirst !== null && balance.lastsUntil !== null && (
              <>
                {" "}
                <StopsFirst workspace={workspace} instance={balance.stopsFirst} />
              </>
            )}
          </>
        }
      >
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
            [t`Used, not invoiced yet`, formatMoneyAmount(balance.accrued)],
            [
              t`After discounts and tax`,
              balance.accruedTotal.cents === balance.accrued.cents
                ? null
                : formatMoneyAmount(balance.accruedTotal),
            ],
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
        Usage exceeds the balance. The next invoice charges the rest to your default card.
      </Trans>
    ) : (
      <Trans>Usage exceeds the balance. Top up, or add a card.</Trans>
    );
  const at = formatDateTime(lastsUntil, settings);
  const hours = formatRelativeTime(lastsUntil, now, settings);
  return (
    <Trans>
      Lasts until {at} at the present rate ({hours}).
    </Trans>
  );
}

function StopsFirst({
  workspace,
  instance: { id, hostname },
}: {
  workspace: string;
  instance: NonNullable<BalanceForecast["stopsFirst"]>;
}) {
  const mayView = useHasPermission("instance.view");
  const name = mayView ? (
    <Link to="/$workspace/instances/$instanceID" params={{ workspace, instanceID: id }}>
      {hostname}
    </Link>
  ) : (
    <strong>{hostname}</strong>
  );
  return <Trans>If invoices then stay unpaid, {name} stops first.</Trans>;
}
