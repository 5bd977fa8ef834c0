import { useLingui } from "@lingui/react/macro";
import { formatInteger } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Meter } from "../../../ui/meter.tsx";
import { StackedCell } from "../../../ui/table.tsx";

/** A used part of a total, as text and bar. */
export function UsageCell({
  label,
  used,
  total,
  unit,
}: {
  label: string;
  used: number;
  total: number;
  unit?: string;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const [part, whole] = [formatInteger(used, localeSettings), formatInteger(total, localeSettings)];
  const text = unit === undefined ? t`${part} of ${whole}` : t`${part} of ${whole} ${unit}`;
  return (
    <StackedCell subtitle={<Meter label={label} used={used} maximum={total} text={text} />}>
      {text}
    </StackedCell>
  );
}
