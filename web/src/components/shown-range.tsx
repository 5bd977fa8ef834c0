import { Trans, useLingui } from "@lingui/react/macro";
import type { PageMeta } from "#contracts/endpoint.ts";
import { formatInteger } from "../lib/i18n/format.ts";
import { useLocaleSettings } from "../lib/i18n/i18n.ts";

/** Which rows of a list a page shows, and how many there are. */
export function ShownRange({ meta, shown }: { meta: PageMeta; shown: number }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const first = (meta.page - 1) * meta.perPage + 1;
  const last = first + shown - 1;
  const total = formatInteger(meta.total, localeSettings);
  return (
    <Trans>
      {first}–{last} of{" "}
      {meta.totalIsExact ? total : t`more than ${formatInteger(meta.total - 1, localeSettings)}`}
    </Trans>
  );
}
