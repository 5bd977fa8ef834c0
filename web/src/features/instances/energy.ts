import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EnergySource } from "#contracts/catalogue.ts";
import { formatList, type LocaleSettings, numberFormat } from "../../lib/i18n/format.ts";
import { formatEnergyAmount } from "./shared/energy-amount.ts";

const energySourceLabels: Record<EnergySource, MessageDescriptor> = {
  hydro: msg({ message: "hydro", context: "energy source" }),
  wind: msg({ message: "wind", context: "energy source" }),
  solar: msg({ message: "solar", context: "energy source" }),
  geothermal: msg({ message: "geothermal", context: "energy source" }),
  biomass: msg({ message: "biomass", context: "energy source" }),
  nuclear: msg({ message: "nuclear", context: "energy source" }),
  gas: msg({ message: "gas", context: "energy source" }),
  coal: msg({ message: "coal", context: "energy source" }),
  grid_mix: msg({ message: "grid mix", context: "energy source" }),
};

/** Such as `Geothermal and hydro`. */
export function energySourcesLabel(i18n: I18n, sources: readonly EnergySource[]): string {
  const list = formatList(
    sources.map((source) => i18n._(energySourceLabels[source])),
    i18n.locale,
  );
  return list.charAt(0).toLocaleUpperCase(i18n.locale) + list.slice(1);
}

/** Formats power, and the energy of one hour at this power with its emissions, such as `0.42 kWh · 4.6 gCO₂e`. */
export function formatEnergy(
  watts: number,
  gramsCo2PerKwh: number,
  localeSettings: LocaleSettings,
): { power: string; perHour: string } {
  const kwh = watts / 1_000;
  const figures = (value: number, digits: number) =>
    numberFormat(localeSettings.locale, digits).format(value);
  return {
    power: kwh < 1 ? `${figures(watts, 0)} W` : `${figures(kwh, 1)} kW`,
    perHour: formatEnergyAmount(kwh, gramsCo2PerKwh, localeSettings),
  };
}
