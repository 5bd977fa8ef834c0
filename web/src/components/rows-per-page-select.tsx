import { Trans } from "@lingui/react/macro";
import type { PageMeta } from "#contracts/endpoint.ts";
import { rowsPerPageOptions } from "#contracts/rows-per-page.ts";
import { storeRowsPerPage } from "../lib/browser/rows-per-page.ts";
import { tableStyles as styles } from "../ui/table.tsx";
import { type ListSearchParams, searchForRows, useReplaceSearch } from "./list-search-params.ts";

/** Not shown for a list that fits on the shortest page. */
export function RowsPerPageSelect({
  listId,
  search,
  meta,
}: {
  listId: string;
  search: ListSearchParams;
  meta: PageMeta;
}) {
  const replace = useReplaceSearch();
  if (meta.total <= Number(rowsPerPageOptions[0]) && meta.totalIsExact) return null;
  const current = String(meta.perPage);
  const isOffered = rowsPerPageOptions.some((option) => option === current);
  const choose = (text: string) => {
    const rows = rowsPerPageOptions.find((option) => option === text);
    if (rows === undefined) return;
    storeRowsPerPage(listId, rows);
    replace(searchForRows(search, meta, rows));
  };
  return (
    <label className={styles["rows"]}>
      <Trans>Rows per page</Trans>
      <select value={current} onChange={(event) => choose(event.currentTarget.value)}>
        {/* A number from the URL that is not offered. */}
        {!isOffered && <option value={current}>{current}</option>}
        {rowsPerPageOptions.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
