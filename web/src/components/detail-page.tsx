import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemError } from "../lib/api/problem-error.ts";
import { useSession } from "../lib/session/session.ts";
import { usePageTitle } from "../lib/hooks/use-page-title.ts";
import { problemMessage } from "../lib/i18n/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card, Columns } from "../ui/card.tsx";
import { Skeleton, Callout } from "../ui/feedback.tsx";
import { PageHeader, TabBar } from "../ui/page.tsx";

interface DetailPageProps<T> {
  /** From `usePageQuery`. */
  readonly result: UseQueryResult<T>;
  readonly title: (thing: T) => string;
  readonly status?: (thing: T) => ReactNode;
  readonly summary?: (thing: T) => ReactNode;
  readonly actions?: (thing: T) => ReactNode;
  /** Small screens show the actions at their lower edge, within reach of the thumb. */
  readonly actionsAtBottom?: boolean;
  /** Router links; the current one carries `aria-current`. */
  readonly tabs?: ((thing: T) => ReactNode) | ReactNode;
  readonly children: (thing: T) => ReactNode;
}

/** The page of one object: name, status, summary, actions and tabs. */
export function DetailPage<T>({
  result,
  title,
  status,
  summary,
  actions,
  actionsAtBottom = false,
  tabs,
  children,
}: DetailPageProps<T>) {
  const { t } = useLingui();
  const { data } = result;
  usePageTitle(data === undefined ? "" : title(data));
  if (data === undefined)
    return result.error === null ? <DetailSkeleton /> : <StaleDataNotice result={result} />;
  return (
    <>
      <PageHeader
        isName
        title={title(data)}
        status={status?.(data)}
        summary={summary?.(data)}
        actions={actions?.(data)}
        actionsAtBottom={actionsAtBottom}
      />
      <StaleDataNotice result={result} />
      {tabs !== undefined && (
        <TabBar label={t`Page sections`}>{typeof tabs === "function" ? tabs(data) : tabs}</TabBar>
      )}
      {children(data)}
    </>
  );
}

/** Shown when a refetch of the displayed data failed. */
export function StaleDataNotice({
  result,
}: {
  result: Pick<UseQueryResult, "error" | "refetch" | "data">;
}) {
  const { i18n } = useLingui();
  const { error } = result;
  const { maintenanceSince } = useSession();
  if (error === null) return null;
  // The maintenance banner already covers the whole page.
  if (maintenanceSince !== null && error instanceof ProblemError && error.status === 423)
    return null;
  const isNotFound = error instanceof ProblemError && error.status === 404;
  // A retry after a lost permission gets the same response.
  const isFinal = isNotFound || (error instanceof ProblemError && error.status === 403);
  return (
    <div style={{ marginBottom: 16 }}>
      <Callout
        tone={isNotFound ? "warn" : "danger"}
        action={
          !isFinal && (
            <Button icon="refresh" onClick={() => void result.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {isNotFound ? (
          <p>
            <Trans>This no longer exists. You're seeing the last known data.</Trans>
          </p>
        ) : (
          <p>{problemMessage(i18n, error)}</p>
        )}
      </Callout>
    </div>
  );
}

const DetailSkeleton = () => (
  <div aria-busy="true">
    <div style={{ display: "grid", gap: 10, marginBottom: 28 }}>
      <Skeleton width="220px" height={22} />
      <Skeleton width="320px" />
    </div>
    <DetailBodySkeleton />
  </div>
);

/** Skeleton of everything below the title and tabs. */
export const DetailBodySkeleton = () => (
  <div aria-busy="true">
    <Columns
      main={
        <Card>
          <div style={{ display: "grid", gap: 16 }}>
            <Skeleton width="30%" />
            <Skeleton />
            <Skeleton width="80%" />
            <Skeleton width="60%" />
          </div>
        </Card>
      }
      aside={
        <Card>
          <div style={{ display: "grid", gap: 16 }}>
            <Skeleton width="40%" />
            <Skeleton width="60%" height={24} />
            <Skeleton />
          </div>
        </Card>
      }
    />
  </div>
);
