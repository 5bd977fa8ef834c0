import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Endpoint, PageMeta } from "#contracts/endpoint.ts";
import { type QueryDefinition, invalidate } from "../lib/api/api-client.ts";
import { useDebouncedInput } from "../lib/hooks/use-debounced-input.ts";
import { usePreloadDetailRoute } from "../lib/hooks/use-preload-detail-route.ts";
import { usePageTitle } from "../lib/hooks/use-page-title.ts";
import { useClampPage } from "../lib/hooks/use-clamp-page.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SearchInput } from "../ui/filter-chip.tsx";
import type { MenuEntryWithCode } from "./use-menu-code.ts";
import { EmptyState } from "../ui/feedback.tsx";
import { Filters, PageHeader, TabBar, BottomActionBar } from "../ui/page.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { ariaSort, ColumnHeader } from "./column-header.tsx";
import { ColumnsButton, useShownColumns } from "./columns-button.tsx";
import { StaleDataNotice } from "./detail-page.tsx";
import { LearnLink } from "./help-link.tsx";
import {
  withoutFilters,
  hasActiveFilters,
  type ListSearchParams,
  useUpdateSearch,
  useReplaceSearch,
} from "./list-search-params.ts";
import { usePageQuery } from "./page-error.tsx";
import { Pagination } from "./pagination.tsx";
import { useRowMenu } from "./use-row-menu.tsx";
import { SelectionBar, useRowSelection } from "./row-selection.tsx";
import { SkeletonTable } from "./skeleton-table.tsx";
import { SortMenu } from "./sort-menu.tsx";

interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: PageMeta;
}

/** Callbacks for an action that removes a row. */
export interface ListActions {
  /** Refetches the list; goes to the previous page when the last row of the last page was removed. */
  readonly removed: (...also: readonly Pick<Endpoint, "id">[]) => Promise<void>;
}

export interface TablePageProps<Row> {
  readonly title: string;
  /** `endpointQuery(resource.list, { path, query: search })`. */
  readonly query: QueryDefinition<Page<Row>>;
  /** The endpoint of the query, refetched after a removal. */
  readonly call: Pick<Endpoint, "id">;
  /** Names the list where its columns and rows per page are remembered; by default the id of `call`. */
  readonly listId?: string;
  /** The order of the list without `orderBy`, such as `-createdAt`. */
  readonly defaultOrder?: string;
  /** The route's search parameters: `validateSearchFor(resource.list)`. */
  readonly search: ListSearchParams;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** One-sentence summary under the title. */
  readonly facts?: ReactNode;
  readonly actions?: ReactNode;
  readonly primary?: ReactNode;
  /** Router links to related lists; the current one carries `aria-current`. */
  readonly tabs?: ReactNode;
  /** What concerns the whole list, above its filters. */
  readonly notice?: ReactNode;
  /** Placeholder of the search field; without it there is no search. */
  readonly searchLabel?: string;
  /** Filter chips. */
  readonly filters?: ReactNode;
  /** `SavedViews` of the list. */
  readonly views?: ReactNode;
  readonly menu?: (row: Row, list: ListActions) => readonly MenuEntryWithCode[];
  /** Actions for the selected rows; makes the rows selectable. */
  readonly bulk?: ((selected: readonly Row[]) => ReactNode) | undefined;
  /** Empty state: one sentence, one action and a link to the documentation of the page; `other` is one more link. */
  readonly empty: { readonly title: string; readonly text: ReactNode; readonly other?: ReactNode };
}

/** A list of server rows with pagination, sort, search and filters in the URL. */
export function TablePage<Row>(props: TablePageProps<Row>) {
  const { title, search, rowKey, nameOf, menu, bulk, empty, primary, defaultOrder } = props;
  const listId = props.listId ?? props.call.id;
  usePageTitle(title);
  const { t } = useLingui();
  const client = useQueryClient();
  const change = useUpdateSearch();
  const replace = useReplaceSearch();
  const result = usePageQuery(props.query, { keepPrevious: true });
  const page = result.data;
  const rows = page?.data ?? [];
  usePreloadDetailRoute(rows.length > 0);
  const [typed, setTyped] = useDebouncedInput(search.search ?? "", (text) =>
    change({ search: text === "" ? undefined : text }, { replace: true }),
  );

  const goTo = (number: number) =>
    replace({
      ...search,
      after: undefined,
      before: undefined,
      page: number <= 1 ? undefined : String(number),
    });
  // A page number past the end leads to the last page.
  useClampPage(result.isPlaceholderData ? undefined : page, goTo);

  const list: ListActions = {
    removed: async (...also) => {
      const isLastOfPage = page !== undefined && rows.length <= 1 && page.meta.page > 1;
      if (!isLastOfPage) return invalidate(client, props.call, ...also);
      // Leave the emptied page before the refetch, so that it is not requested again.
      await client.invalidateQueries({ queryKey: [props.call.id], refetchType: "none" });
      goTo(page.meta.page - 1);
      await invalidate(client, ...also);
    },
  };
  const rowMenu = useRowMenu({
    rows,
    rowKey,
    nameOf,
    entries: (row: Row) => menu?.(row, list) ?? [],
  });
  const selection = useRowSelection({ rows, rowKey, nameOf });
  const isSelecting = bulk !== undefined && selection.chosen.length > 0;

  const columns = useShownColumns(listId, props.columns);
  const order = search.orderBy ?? defaultOrder;
  const sortBy = (orderBy: string | undefined) => change({ orderBy });

  const narrowed = hasActiveFilters(search);
  const isEmpty = page !== undefined && page.meta.total === 0 && !narrowed;
  return (
    <>
      <PageHeader
        title={title}
        summary={props.facts}
        actions={props.actions}
        primary={isEmpty ? undefined : primary}
      />
      {props.tabs !== undefined && <TabBar label={t`Page sections`}>{props.tabs}</TabBar>}
      {props.notice}
      {!isEmpty && (props.searchLabel !== undefined || props.filters !== undefined) && (
        <Filters>
          {props.searchLabel !== undefined && (
            <SearchInput
              label={props.searchLabel}
              value={typed}
              maxLength={100}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {props.filters}
          {narrowed && (
            <Button tone="subtle" onClick={() => replace(withoutFilters(search))}>
              <Trans>Clear filters</Trans>
            </Button>
          )}
          {props.views}
          <SortMenu columns={props.columns} order={order} onOrder={sortBy} />
          <ColumnsButton listId={listId} columns={props.columns} />
        </Filters>
      )}
      <StaleDataNotice result={result} />
      <Card unpadded>
        {page === undefined && result.error === null && (
          <SkeletonTable
            columns={columns}
            caption={title}
            hasMenu={menu !== undefined}
            hasBoxes={bulk !== undefined}
          />
        )}
        {page !== undefined && rows.length > 0 && (
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            busy={result.isPlaceholderData}
            sorted={(column) => ariaSort(column, order)}
            head={(column) => (
              <ColumnHeader
                column={column}
                orderBy={search.orderBy}
                defaultOrder={defaultOrder}
                onOrder={sortBy}
              />
            )}
            {...(bulk === undefined ? {} : { select: selection.column })}
            {...(menu === undefined ? {} : { menu: { label: t`Actions`, of: rowMenu.trigger } })}
          />
        )}
        {isEmpty && (
          <EmptyState
            title={empty.title}
            actions={
              <>
                {primary !== undefined && <span data-primary="">{primary}</span>}
                {empty.other}
                <LearnLink />
              </>
            }
          >
            {empty.text}
          </EmptyState>
        )}
        {page !== undefined && narrowed && page.meta.total === 0 && (
          <EmptyState
            plain
            title={t`No results`}
            actions={
              <Button onClick={() => replace(withoutFilters(search))}>{t`Clear filters`}</Button>
            }
          >
            <Trans>No items match your filters.</Trans>
          </EmptyState>
        )}
        {page !== undefined && rows.length > 0 && (
          <Pagination listId={listId} search={search} meta={page.meta} shown={rows.length} />
        )}
      </Card>
      {bulk !== undefined && (
        <SelectionBar selection={selection}>{bulk(selection.chosen)}</SelectionBar>
      )}
      {primary !== undefined && !isEmpty && !isSelecting && (
        <BottomActionBar>{primary}</BottomActionBar>
      )}
      {rowMenu.popup}
    </>
  );
}
