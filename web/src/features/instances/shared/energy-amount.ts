import { type LocaleSettings, numberFormat } from "../../../lib/i18n/format.ts";

/** Formats energy with its emissions, such as `0.42 kWh · 4.6 gCO₂e`; emissions of a kilogram and more in `kgCO₂e`. */
export function formatEnergyAmount(
  kwh: number,
  gramsCo2PerKwh: number,
  { locale }: Pick<LocaleSettings, "locale">,
): string {
  const figures = (value: number, digits: number) => numberFormat(locale, digits).format(value);
  const grams = kwh * gramsCo2PerKwh;
  const emissions =
    grams < 1_000
      ? `${figures(grams, grams < 10 ? 1 : 0)}\u00a0gCO₂e`
      : `${figures(grams / 1_000, 1)}\u00a0kgCO₂e`;
  // Only the space after the dot may break.
  return `${figures(kwh, kwh < 1 ? 2 : 1)}\u00a0kWh\u00a0· ${emissions}`;
}
