import { useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePageTitle } from "../lib/hooks/use-page-title.ts";
import { Card, Columns } from "../ui/card.tsx";
import { Skeleton } from "../ui/feedback.tsx";
import { PageHeader, TabBar } from "../ui/page.tsx";
import { StaleDataNotice } from "./stale-data-notice.tsx";

interface DetailPageProps<T> {
  /** From `usePageQuery`. */
  readonly result: UseQueryResult<T>;
  readonly title: (thing: T) => string;
  readonly status?: (thing: T) => ReactNode;
  readonly summary?: (thing: T) => ReactNode;
  readonly actions?: (thing: T) => ReactNode;
  /** Router links; the current one carries `aria-current`. */
  readonly tabs?: ReactNode;
  readonly children: (thing: T) => ReactNode;
}

/** The page of one object: name, status, summary, actions and tabs. */
export function DetailPage<T>({
  result,
  title,
  status,
  summary,
  actions,
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
      />
      <StaleDataNotice result={result} />
      {tabs !== undefined && <TabBar label={t`Page sections`}>{tabs}</TabBar>}
      {children(data)}
    </>
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
