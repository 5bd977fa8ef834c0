/** Money is in whole cents; an hourly rate is in whole micro-dollars. Neither is ever a float. */
import "./zod-config.ts";
import { z } from "zod";
import type { Locale } from "./locale.ts";

export const Money = z.object({ cents: z.int(), currency: z.literal("USD") });
export type Money = z.infer<typeof Money>;

/** Micro-dollars for one hour of one instance. */
export const RateMicros = z.int().min(0);

export const usd = (cents: number): Money => ({ cents, currency: "USD" });

const inThousands = (digits: string, separator: string): string =>
  digits.length <= 3
    ? digits
    : `${inThousands(digits.slice(0, -3), separator)}${separator}${digits.slice(-3)}`;

/** Shown as `US$1,234.50`, a negative amount as `-US$15.00`; in German `US$1.234,50`. */
export function formatMoney(money: Money, locale: Locale = "en"): string {
  const [thousands, decimal] = locale === "de" ? [".", ","] : [",", "."];
  const cents = Math.abs(money.cents);
  const dollars = inThousands(Math.trunc(cents / 100).toString(), thousands);
  const rest = (cents % 100).toString().padStart(2, "0");
  return `${money.cents < 0 ? "-" : ""}US$${dollars}${decimal}${rest}`;
}
