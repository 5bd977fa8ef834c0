/** What a redeemed promo code gives, and for how long. */
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { PromoGrant } from "#contracts/promo-codes.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import { oneMillisecondBefore } from "../../lib/i18n/calendar-days.ts";
import { formatDate, formatMoneyAmount, formatPercent } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";

/** The credit that is left, or the percentage with its monthly invoices. */
export function usePromoBenefit(): (promo: PromoGrant) => string {
  const { t, i18n } = useLingui();
  return ({ remaining, percentPpm, monthsLeft, maximum }) => {
    if (remaining !== null) return formatMoneyAmount(remaining);
    const percent = formatPercent(percentOfPpm(percentPpm ?? 0), i18n, 4);
    const invoices = plural(monthsLeft ?? 0, {
      one: "# monthly invoice",
      other: "# monthly invoices",
    });
    if (maximum === null) return t`${percent} off ${invoices}`;
    const most = formatMoneyAmount(maximum);
    return t`${percent} off ${invoices}, at most ${most} each`;
  };
}

/** `Valid until Dec 31, 2026`, its last day; null without an end. */
export function useValidUntil(): (promo: PromoGrant) => string | null {
  const { t } = useLingui();
  const settings = useLocaleSettings();
  return ({ validUntil }) => {
    if (validUntil === null) return null;
    const day = formatDate(oneMillisecondBefore(validUntil), settings);
    return t`Valid until ${day}`;
  };
}
