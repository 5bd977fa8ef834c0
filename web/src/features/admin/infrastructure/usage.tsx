import { Trans } from "@lingui/react/macro";
import { formatInteger } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";

/** A used part of a total. */
export function Usage({ used, total, unit }: { used: number; total: number; unit?: "GB" }) {
  const localeSettings = useLocaleSettings();
  const [part, whole] = [formatInteger(used, localeSettings), formatInteger(total, localeSettings)];
  return unit === undefined ? (
    <Trans>
      {part} of {whole}
    </Trans>
  ) : (
    <Trans>
      {part} of {whole} {unit}
    </Trans>
  );
}
