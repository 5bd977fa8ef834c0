import { useLingui } from "@lingui/react/macro";
import { usd } from "#contracts/money.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";

interface Range {
  /** Cents. */
  readonly minimum: number;
  readonly maximum: number;
}

/** Returns what is wrong with an amount in a field, or undefined. Null cents are a text that is no amount. */
export function useAmountRange() {
  const { t } = useLingui();
  return (cents: number | null, { minimum, maximum }: Range): string | undefined => {
    if (cents !== null && cents >= minimum && cents <= maximum) return undefined;
    const [least, most] = [formatMoneyAmount(usd(minimum)), formatMoneyAmount(usd(maximum))];
    return t`Enter an amount from ${least} to ${most}`;
  };
}
