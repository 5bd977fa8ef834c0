import { Trans, useLingui } from "@lingui/react/macro";
import type { PageMeta } from "#contracts/endpoint.ts";
import { formatInteger } from "../lib/i18n/format.ts";
import { useLocaleSettings } from "../lib/i18n/i18n.ts";
import { Button } from "../ui/button.tsx";
import { tableStyles } from "../ui/table.tsx";

/** The pages of a list beside others: they are not in the URL. */
export function CardPages({
  meta,
  shown,
  onPage,
}: {
  meta: PageMeta;
  shown: number;
  onPage: (page: number) => void;
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const first = (meta.page - 1) * meta.perPage + 1;
  const last = first + shown - 1;
  const total = formatInteger(meta.total, localeSettings);
  return (
    <div className={tableStyles["footer"]}>
      <span>
        <Trans>
          {first}–{last} of{" "}
          {meta.totalIsExact
            ? total
            : t`more than ${formatInteger(meta.total - 1, localeSettings)}`}
        </Trans>
      </span>
      <nav aria-label={t`Pagination`}>
        <Button disabled={meta.page <= 1} onClick={() => onPage(meta.page - 1)}>
          <Trans>Previous</Trans>
        </Button>{" "}
        <Button disabled={meta.page >= meta.lastPage} onClick={() => onPage(meta.page + 1)}>
          <Trans>Next</Trans>
        </Button>
      </nav>
    </div>
  );
}
