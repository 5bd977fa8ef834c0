import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { serverNow } from "../lib/api/server-clock.ts";
import { timeZoneOptions } from "../lib/i18n/time-zones.ts";
import type { InputBinding } from "../ui/field.tsx";
import { Combobox } from "../ui/combobox.tsx";

/** All time zones with their offsets, searchable by common names. */
export function TimeZoneSelect(ties: InputBinding<string>) {
  const { t } = useLingui();
  const [zones] = useState(() => timeZoneOptions(ties.value, serverNow()));
  return (
    <Combobox
      {...ties}
      options={zones}
      openLabel={t`Show all time zones`}
      emptyLabel={t`No matching time zone`}
    />
  );
}
