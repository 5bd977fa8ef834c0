import { useLingui } from "@lingui/react/macro";
import { isAmbiguousAmount, toMinorUnits } from "#contracts/minor-units.ts";
import { usd } from "#contracts/money.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";

interface Range {
  /** Cents. */
  readonly minimum: number;
  readonly maximum: number;
}

/** How an amount in a field is read, as `US$40.23`; undefined for a text that is no amount. */
export function readAmount(text: string): string | undefined {
  const cents = toMinorUnits("USD", text);
  return cents === null ? undefined : formatMoneyAmount(usd(cents));
}

/** Returns the question about an amount that can mean two, or undefined. */
export function useAmountQuestion() {
  const { t } = useLingui();
  return (text: string): string | undefined => {
    if (!isAmbiguousAmount(text)) return undefined;
    const typed = text.trim();
    const thousands = typed.replace(/[.,\uff0c\uff0e]/g, "");
    const decimal = `${thousands.slice(0, -3)}.${thousands.slice(-3, -1)}`;
    return t`${typed} can mean two amounts. Enter ${thousands} or ${decimal}.`;
  };
}

/** Returns what is wrong with an amount, as typed or in cents, or undefined. Null cents are a text that is no amount. */
export function useAmountRange() {
  const { t } = useLingui();
  const question = useAmountQuestion();
  return (amount: string | number | null, { minimum, maximum }: Range): string | undefined => {
    const asked = typeof amount === "string" ? question(amount) : undefined;
    if (asked !== undefined) return asked;
    const cents = typeof amount === "string" ? toMinorUnits("USD", amount) : amount;
    if (cents !== null && cents >= minimum && cents <= maximum) return undefined;
    const [least, most] = [formatMoneyAmount(usd(minimum)), formatMoneyAmount(usd(maximum))];
    return t`Enter an amount from ${least} to ${most}`;
  };
}
