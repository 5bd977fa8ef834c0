import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { EndpointInput } from "#contracts/endpoint.ts";
import {
  deliveryStatuses,
  type WebhookDeliveryRow,
  type WebhookEndpoint,
  webhookEndpoints,
} from "#contracts/webhook-endpoints.ts";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { hasActiveFilters, useReplaceSearch } from "../../components/list-search-params.ts";
import { usePageQuery } from "../../components/page-error.tsx";
import { LearnLink } from "../../components/help-link.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { SkeletonTable } from "../../components/skeleton-table.tsx";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { useClampPage } from "../../lib/hooks/use-clamp-page.ts";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { Filters } from "../../ui/page.tsx";
import { type Column, NameCell, StackedCell, Table } from "../../ui/table.tsx";
import { errorLabels, eventLabels } from "./event-labels.ts";
import styles from "./webhooks.module.css";
import { DeliveryStatus } from "./webhook-status.tsx";

const DeliveryDialog = lazyPart(() => import("./delivery-dialog.tsx"));

type DeliverySearch = NonNullable<EndpointInput<typeof webhookEndpoints.deliveries>["query"]>;

export const deliveriesQuery = (
  workspace: string,
  webhookEndpoint: string,
  search: DeliverySearch,
) =>
  endpointQuery(webhookEndpoints.deliveries, {
    path: { workspace, webhookEndpoint },
    query: search,
  });

interface DeliveriesCardProps {
  readonly workspace: string;
  readonly webhook: WebhookEndpoint;
  readonly search: DeliverySearch;
}

/** The deliveries of a webhook. Each opens a dialog with its payload and attempts. */
export function DeliveriesCard({ workspace, webhook, search }: DeliveriesCardProps) {
  const { t } = useLingui();
  const replace = useReplaceSearch();
  const [opened, setOpened] = useState<string | null>(null);
  const result = usePageQuery(deliveriesQuery(workspace, webhook.id, search), {
    keepPrevious: true,
  });
  const page = result.data;
  const rows = page?.data ?? [];
  const columns = useDeliveryColumns(setOpened);
  useClampPage(result.isPlaceholderData ? undefined : page, (number) =>
    replace({ ...search, page: number <= 1 ? undefined : String(number) }),
  );
  const labels = { pending: t`Sending or retrying`, succeeded: t`Delivered`, failed: t`Failed` };
  const isFiltered = hasActiveFilters(search);
  return (
    <>
      <StaleDataNotice result={result} />
      <Card title={<Trans>Deliveries</Trans>} unpadded>
        {(rows.length > 0 || isFiltered) && (
          <div style={{ padding: "12px 16px 0" }}>
            <Filters>
              <FilterMultiSelect
                name="status"
                label={t`Status`}
                value={search.status}
                options={deliveryStatuses.map((value) => ({ value, label: labels[value] }))}
              />
            </Filters>
          </div>
        )}
        {page === undefined ? (
          result.error === null && (
            <SkeletonTable
              caption={t`Deliveries`}
              columns={columns}
              hasMenu={false}
              hasBoxes={false}
            />
          )
        ) : rows.length === 0 ? (
          <EmptyState
            plain
            title={isFiltered ? t`No deliveries match` : t`No deliveries yet`}
            {...(isFiltered
              ? {}
              : {
                  actions: (
                    <LearnLink target="webhooks#deliveries">{t`Learn about deliveries`}</LearnLink>
                  ),
                })}
          >
            {isFiltered ? (
              <Trans>Choose another status.</Trans>
            ) : (
              <Trans>
                Events appear here when they happen. Send a test event to try your server.
              </Trans>
            )}
          </EmptyState>
        ) : (
          <>
            <Table
              caption={t`Deliveries`}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              busy={result.isPlaceholderData}
            />
            <Pagination
              listId={webhookEndpoints.deliveries.id}
              search={search}
              meta={page.meta}
              shown={rows.length}
            />
          </>
        )}
      </Card>
      {opened !== null && (
        <Suspense>
          <DeliveryDialog workspace={workspace} id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

function useDeliveryColumns(open: (id: string) => void): Column<WebhookDeliveryRow>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "event",
      header: t`Event`,
      cell: ({ id, type, replayedBy }) => (
        <NameCell
          subtitle={replayedBy === null ? type : t`${type}, sent again by ${replayedBy.name}`}
        >
          <button type="button" className={styles["open"]} onClick={() => open(id)}>
            {i18n._(eventLabels[type])}
          </button>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: (delivery) => (
        <StackedCell
          warning={delivery.status === "pending"}
          subtitle={
            delivery.nextAttemptAt !== null && delivery.attempts > 0 ? (
              <Trans>
                next attempt <RelativeTime at={delivery.nextAttemptAt} />
              </Trans>
            ) : null
          }
        >
          <DeliveryStatus delivery={delivery} />
        </StackedCell>
      ),
    },
    {
      key: "response",
      header: t`Response`,
      card: "labeled",
      cell: ({ responseStatus, error }) => (
        <StackedCell subtitle={error === null ? null : i18n._(errorLabels[error])}>
          {responseStatus ?? "–"}
        </StackedCell>
      ),
    },
    {
      key: "attempts",
      header: t`Attempts`,
      card: "labeled",
      end: true,
      hides: "first",
      cell: ({ attempts }) => attempts,
    },
    {
      key: "created",
      header: t`Time`,
      card: "labeled",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
