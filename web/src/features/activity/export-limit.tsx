import { Trans } from "@lingui/react/macro";
import type { PageMeta } from "#contracts/endpoint.ts";
import { exceedsExportLimit, maxExportRows } from "#contracts/export-limit.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";

/** Shown only when the list may exceed the maximum number of rows. */
export function ExportLimit({ meta }: { meta: PageMeta }) {
  const localeSettings = useLocaleSettings();
  if (!exceedsExportLimit(meta)) return null;
  const most = formatInteger(maxExportRows, localeSettings);
  return (
    <>
      {". "}
      <Trans>
        Exports include the {most} most recent events. To export older ones, filter by date.
      </Trans>
    </>
  );
}
