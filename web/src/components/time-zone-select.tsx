import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { serverNow } from "../lib/api/server-clock.ts";
import { timeZoneOptions } from "../lib/i18n/time-zones.ts";
import type { InputBinding } from "../ui/field.tsx";
import { Combobox } from "../ui/combobox.tsx";

/** Every time zone with its offset, found by the words people type. */
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
