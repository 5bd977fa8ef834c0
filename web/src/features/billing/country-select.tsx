import { useLingui } from "@lingui/react/macro";
import { countryCodes } from "#contracts/countries.ts";
import { formatCountry } from "../../lib/i18n/format.ts";
import { Combobox } from "../../ui/combobox.tsx";
import type { InputBinding } from "../../ui/field.tsx";

/** All countries, by their names in the reader's language. */
export function CountrySelect(ties: InputBinding<string>) {
  const { t, i18n } = useLingui();
  const options = countryCodes
    .map((value) => ({ value, label: formatCountry(value, i18n.locale) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, i18n.locale));
  return (
    <Combobox
      {...ties}
      options={options}
      openLabel={t`Show all countries`}
      emptyLabel={t`No matching country`}
    />
  );
}
