import { Trans, useLingui } from "@lingui/react/macro";
import type { PageMeta } from "#contracts/endpoint.ts";
import { Button } from "../ui/button.tsx";
import { tableStyles } from "../ui/table.tsx";
import { ShownRange } from "./shown-range.tsx";

/** The pages of a list beside others: they are not in the URL. */
export function CardPages({
  title,
  meta,
  shown,
  onPage,
}: {
  /** Title of the list, since a page may have several. */
  title: string;
  meta: PageMeta;
  shown: number;
  onPage: (page: number) => void;
}) {
  const { t } = useLingui();
  return (
    <div className={tableStyles["footer"]}>
      <span>
        <ShownRange meta={meta} shown={shown} />
      </span>
      <nav aria-label={t`Pagination: ${title}`}>
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
