import { type LocaleSettings, numberFormat } from "../../lib/i18n/format.ts";

/** Formats power, and the energy of one hour at this power with its emissions, such as `0.42 kWh · 4.6 gCO₂e`. */
export function formatEnergy(
  watts: number,
  gramsCo2PerKwh: number,
  localeSettings: LocaleSettings,
): { power: string; perHour: string } {
  const kwh = watts / 1_000;
  const figures = (value: number, digits: number) =>
    numberFormat(localeSettings.locale, digits).format(value);
  const grams = kwh * gramsCo2PerKwh;
  // Only the space after the dot may break.
  const energy = `${figures(kwh, kwh < 1 ? 2 : 1)}\u00a0kWh`;
  const emissions = `${figures(grams, grams < 10 ? 1 : 0)}\u00a0gCO₂e`;
  return {
    power: kwh < 1 ? `${figures(watts, 0)} W` : `${figures(kwh, 1)} kW`,
    perHour: `${energy}\u00a0· ${emissions}`,
  };
}
