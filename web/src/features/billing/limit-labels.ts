/** Names and values of limits. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LimitName } from "#contracts/limit-names.ts";
import { usd } from "#contracts/money.ts";
import { formatInteger, formatMoneyAmount } from "../../lib/i18n/format.ts";

export const limitLabels: Readonly<Record<LimitName, MessageDescriptor>> = {
  instances: msg`Instances`,
  gpus: msg`GPUs`,
  bare_metal: msg`Bare-metal instances`,
  monthly_spend: msg`Spend per month`,
};

/** A value of a limit: a number, or the amount of `monthly_spend`. */
export const formatLimit = (limit: LimitName, value: number, i18n: I18n): string =>
  limit === "monthly_spend" ? formatMoneyAmount(usd(value)) : formatInteger(value, i18n);
