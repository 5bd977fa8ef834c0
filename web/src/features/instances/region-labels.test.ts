import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { messages as german } from "../../locales/de.po";
import { energySourceLabel, regionLabel } from "./region-labels.ts";

const en = setupI18n({ locale: "en", messages: { en: {} } });
const de = setupI18n({ locale: "de", messages: { de: german } });

test.each([
  ["Hydro", "Hydro", "Wasserkraft"],
  ["Geothermal and hydro", "Geothermal and hydro", "Geothermie und Wasserkraft"],
  ["Wind, solar and hydro", "Wind, solar, and hydro", "Windkraft, Solarenergie und Wasserkraft"],
  ["Tidal and hydro", "Tidal and hydro", "Tidal and hydro"],
])("names the energy sources of %s in both languages", (energySource, english, translated) => {
  expect(energySourceLabel(en, { energySource })).toBe(english);
  expect(energySourceLabel(de, { energySource })).toBe(translated);
});

test("names the country in the user's language", () => {
  expect(regionLabel(en, { name: "Luleå", country: "Sweden" })).toBe("Luleå, Sweden");
  expect(regionLabel(de, { name: "Luleå", country: "Sweden" })).toBe("Luleå, Schweden");
  expect(regionLabel(de, { name: "Base", country: "Atlantis" })).toBe("Base, Atlantis");
});
