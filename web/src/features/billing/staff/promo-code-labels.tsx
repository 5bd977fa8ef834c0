import { useLingui } from "@lingui/react/macro";
import type { PromoCode, promoListStatuses } from "#contracts/promo-codes.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import { formatMoneyAmount, formatPercent } from "../../../lib/i18n/format.ts";
import { Status, type StatusShape, type StatusTone } from "../../../ui/status.tsx";

export type ListedStatus = (typeof promoListStatuses)[number];

export function usePromoStatusLabels(): Record<ListedStatus, string> {
  const { t } = useLingui();
  return {
    scheduled: t`Scheduled`,
    active: t`Active`,
    exhausted: t`Used up`,
    expired: t`Expired`,
    disabled: t`Disabled`,
    deleted: t`Deleted`,
  };
}

const looks: Record<ListedStatus, readonly [StatusTone, StatusShape]> = {
  scheduled: ["busy", "hollow"],
  active: ["ok", "dot"],
  exhausted: ["idle", "square"],
  expired: ["idle", "square"],
  disabled: ["warn", "diamond"],
  deleted: ["idle", "square"],
};

export function PromoStatusBadge({ code }: { code: PromoCode }) {
  const labels = usePromoStatusLabels();
  const status = code.deletedAt === null ? code.status : "deleted";
  return (
    <Status tone={looks[status][0]} shape={looks[status][1]}>
      {labels[status]}
    </Status>
  );
}

/** What a code gives: an amount, or a part of the subtotal. */
export function usePromoValue(): (code: PromoCode) => string {
  const { i18n } = useLingui();
  return ({ amount, percentPpm }) => {
    if (amount !== null) return formatMoneyAmount(amount);
    return percentPpm === null ? "" : formatPercent(percentOfPpm(percentPpm), i18n, 4);
  };
}
