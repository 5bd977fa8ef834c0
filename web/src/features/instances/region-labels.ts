/** A region's country and energy sources in the user's language; the API names them in English. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Region } from "#contracts/catalogue.ts";

const energySources: ReadonlyMap<string, MessageDescriptor> = new Map([
  ["hydro", msg`hydro`],
  ["wind", msg`wind`],
  ["solar", msg`solar`],
  ["geothermal", msg`geothermal`],
  ["biomass", msg`biomass`],
  ["nuclear", msg`nuclear`],
  ["gas", msg`gas`],
  ["coal", msg`coal`],
  ["grid mix", msg`grid mix`],
]);

/** For example "Geothermal and hydro". A text with an unknown energy source stays as it is. */
export function energySourceLabel(i18n: I18n, { energySource }: Pick<Region, "energySource">) {
  const names = energySource
    .toLowerCase()
    .split(/, | and /)
    .map((source) => energySources.get(source));
  const known = names.filter((name) => name !== undefined).map((name) => i18n._(name));
  if (known.length < names.length) return energySource;
  const list = new Intl.ListFormat(i18n.locale).format(known);
  return list.charAt(0).toLocaleUpperCase(i18n.locale) + list.slice(1);
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The ISO code of a country by its English name. */
function countryCode(country: string): string | undefined {
  const english = new Intl.DisplayNames("en", { type: "region" });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .find((code) => english.of(code) === country);
}

const translatedCountries = new Map<string, string>();

function countryName(country: string, locale: string): string {
  if (locale === "en") return country;
  const key = `${locale} ${country}`;
  const known = translatedCountries.get(key);
  if (known !== undefined) return known;
  const code = countryCode(country);
  const name =
    code === undefined
      ? country
      : (new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? country);
  translatedCountries.set(key, name);
  return name;
}

/** For example "Luleå, Sweden". */
export const regionLabel = (
  { locale }: Pick<I18n, "locale">,
  { name, country }: Pick<Region, "name" | "country">,
): string => `${name}, ${countryName(country, locale)}`;
