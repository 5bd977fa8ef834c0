import { type LocaleSettings, numberFormat } from "../../lib/i18n/format.ts";

/** Formats the energy of one hour at this power. */
export function formatEnergy(
  watts: number,
  gramsCo2PerKwh: number,
  localeSettings: LocaleSettings,
): { kwh: string; grams: string; power: string } {
  const kwh = watts / 1_000;
  const figures = (value: number, digits: number) =>
    numberFormat(localeSettings.locale, digits).format(value);
  const grams = kwh * gramsCo2PerKwh;
  return {
    kwh: figures(kwh, kwh < 1 ? 2 : 1),
    power: kwh < 1 ? `${figures(watts, 0)} W` : `${figures(kwh, 1)} kW`,
    grams: figures(grams, grams < 10 ? 1 : 0),
  };
}
