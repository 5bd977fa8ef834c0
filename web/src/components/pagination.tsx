import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PageMeta } from "#contracts/endpoint.ts";
import { tableStyles as styles } from "../ui/table.tsx";
import { type ListSearchParams, searchForPage, type SearchParams } from "./list-search-params.ts";
import { paginationRange } from "./pagination-range.ts";
import { RowsPerPageSelect } from "./rows-per-page-select.tsx";
import { ShownRange } from "./shown-range.tsx";

/** Marks only the exact page as current, not every page of this path. */
const exactMatch = { exact: true, includeSearch: true, explicitUndefined: false };

interface PaginationProps {
  /** Id of the list's endpoint, for which the rows per page are remembered. */
  readonly listId: string;
  readonly search: ListSearchParams;
  readonly meta: PageMeta;
  readonly shown: number;
}

export function Pagination({ listId, search, meta, shown }: PaginationProps) {
  const { t } = useLingui();
  const step = (number: number, label: ReactNode, possible: boolean) =>
    possible ? (
      <Link
        to="."
        activeOptions={exactMatch}
        search={(): SearchParams => ({ ...searchForPage(search, meta, number) })}
        resetScroll={false}
      >
        {label}
      </Link>
    ) : (
      <span aria-disabled="true">{label}</span>
    );
  return (
    <div className={styles["footer"]}>
      <span>
        {meta.lastPage <= 1 && meta.totalIsExact ? (
          <Plural value={meta.total} one="# item" other="# items" />
        ) : (
          <ShownRange meta={meta} shown={shown} />
        )}
      </span>
      <RowsPerPageSelect listId={listId} search={search} meta={meta} />
      {meta.lastPage > 1 && (
        <nav className={styles["pagination"]} aria-label={t`Pagination`}>
          {step(meta.page - 1, <Trans>Previous</Trans>, meta.page > 1)}
          {paginationRange(meta.page, meta.lastPage).map((page, position) =>
            page === null ? (
              // oxlint-disable-next-line react/no-array-index-key -- a gap has no identity but its position
              <span key={`gap ${position}`} className={styles["number"]}>
                …
              </span>
            ) : (
              <Link
                key={page}
                to="."
                className={styles["number"]}
                search={(): SearchParams => ({ ...searchForPage(search, meta, page) })}
                aria-label={t`Page ${page}`}
                aria-current={page === meta.page ? "page" : undefined}
                activeOptions={exactMatch}
                resetScroll={false}
              >
                {page}
              </Link>
            ),
          )}
          {step(meta.page + 1, <Trans>Next</Trans>, meta.page < meta.lastPage)}
        </nav>
      )}
    </div>
  );
}
