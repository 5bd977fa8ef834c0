/** A list of the staff area: a table page with its saved views and the export of what it lists. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Endpoint, fileDownload, PageMeta } from "#contracts/endpoint.ts";
import { exceedsExportLimit, maxExportRows } from "#contracts/export-limit.ts";
import { ExportButton } from "../../../components/export-button.tsx";
import { countFilters, type SearchParams } from "../../../components/list-search-params.ts";
import { SavedViews } from "../../../components/saved-views.tsx";
import { TablePage, type TablePageProps } from "../../../components/table-page.tsx";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { formatInteger } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { FilterPanel } from "./filter-panel.tsx";

interface StaffTableProps<Row> extends TablePageProps<Row> {
  /** The export of the list. */
  readonly file: Endpoint & { readonly query: z.ZodType; readonly response: typeof fileDownload };
  /** Filters and order of the export, where they are not those of the page. */
  readonly fileQuery?: SearchParams;
}

const withoutPages = ({
  page: _page,
  perPage: _perPage,
  after: _after,
  before: _before,
  ...filters
}: SearchParams): SearchParams => filters;

export function StaffTable<Row>({ file, fileQuery, ...list }: StaffTableProps<Row>) {
  const listId = list.listId ?? list.call.id;
  const { data: page } = useQuery({ ...list.query, retryOnMount: false });
  const exported = useEndpointAction(file, { invalidates: [] });
  const input = { query: withoutPages(fileQuery ?? { ...list.search }) };
  return (
    <TablePage
      {...list}
      views={<SavedViews listId={listId} search={list.search} />}
      {...(list.filters === undefined
        ? {}
        : {
            filters: (
              <FilterPanel listId={listId} active={countFilters(list.search)}>
                {list.filters}
              </FilterPanel>
            ),
          })}
      facts={
        page !== undefined && exceedsExportLimit(page.meta) ? (
          <>
            {list.facts} <ExportLimit />
          </>
        ) : (
          list.facts
        )
      }
      actions={
        <>
          {list.actions}
          <ExportButton
            fetch={() => exported.run(input)}
            code={exported.code(input)}
            busy={exported.busy}
            reason={null}
            isEmpty={isEmpty(page)}
          />
        </>
      }
    />
  );
}

const isEmpty = (page: { readonly meta: PageMeta } | undefined) => page?.meta.total === 0;

/** Shown only when the list may have more rows than an export. */
function ExportLimit() {
  const localeSettings = useLocaleSettings();
  const most = formatInteger(maxExportRows, localeSettings);
  return <Trans>An export has the first {most} rows of the list.</Trans>;
}
