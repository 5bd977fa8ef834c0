import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemError } from "../lib/problem.ts";
import { useSession } from "../lib/session.ts";
import { usePageTitle } from "../lib/use-page-title.ts";
import { wordProblem } from "../lib/wording.ts";
import { Button } from "../ui/button.tsx";
import { Card, Columns } from "../ui/card.tsx";
import { Bone, Callout } from "../ui/notices.tsx";
import { PageHead, TabBar } from "../ui/page.tsx";

interface DetailPageProps<T> {
  /** From `usePageQuery`. */
  readonly result: UseQueryResult<T>;
  readonly title: (thing: T) => string;
  readonly status?: (thing: T) => ReactNode;
  readonly facts?: (thing: T) => ReactNode;
  readonly actions?: (thing: T) => ReactNode;
  /** Router links; the current one carries `aria-current`. */
  readonly tabs?: ReactNode;
  readonly children: (thing: T) => ReactNode;
}

/** One thing: its name and state, the facts that matter, what can be done, and its parts. */
export function DetailPage<T>({
  result,
  title,
  status,
  facts,
  actions,
  tabs,
  children,
}: DetailPageProps<T>) {
  const { t } = useLingui();
  const { data } = result;
  usePageTitle(data === undefined ? "" : title(data));
  if (data === undefined)
    return result.error === null ? <DetailSkeleton /> : <StaleNote result={result} />;
  return (
    <>
      <PageHead
        isName
        title={title(data)}
        status={status?.(data)}
        facts={facts?.(data)}
        actions={actions?.(data)}
      />
      <StaleNote result={result} />
      {tabs !== undefined && <TabBar label={t`Page sections`}>{tabs}</TabBar>}
      {children(data)}
    </>
  );
}

/** Shown when what stands on the page could not be asked for again. */
export function StaleNote({
  result,
}: {
  result: Pick<UseQueryResult, "error" | "refetch" | "data">;
}) {
  const { i18n } = useLingui();
  const { error } = result;
  const { maintenanceSince } = useSession();
  if (error === null) return null;
  // The banner says it for the whole page.
  if (maintenanceSince !== null && error instanceof ProblemError && error.status === 423)
    return null;
  const gone = error instanceof ProblemError && error.status === 404;
  // A role that lost its permission gets the same answer again.
  const isFinal = gone || (error instanceof ProblemError && error.status === 403);
  return (
    <div style={{ marginBottom: 16 }}>
      <Callout
        tone={gone ? "warn" : "bad"}
        action={
          !isFinal && (
            <Button icon="refresh" onClick={() => void result.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {gone ? (
          <p>
            <Trans>This no longer exists. You're seeing the last known data.</Trans>
          </p>
        ) : (
          <p>{wordProblem(i18n, error)}</p>
        )}
      </Callout>
    </div>
  );
}

const DetailSkeleton = () => (
  <div aria-busy="true">
    <div style={{ display: "grid", gap: 10, marginBottom: 28 }}>
      <Bone width="220px" height={22} />
      <Bone width="320px" />
    </div>
    <PartsSkeleton />
  </div>
);

/** What stands below the name, and the tabs, until it is there. */
export const PartsSkeleton = () => (
  <div aria-busy="true">
    <Columns
      main={
        <Card>
          <div style={{ display: "grid", gap: 16 }}>
            <Bone width="30%" />
            <Bone />
            <Bone width="80%" />
            <Bone width="60%" />
          </div>
        </Card>
      }
      side={
        <Card>
          <div style={{ display: "grid", gap: 16 }}>
            <Bone width="40%" />
            <Bone width="60%" height={24} />
            <Bone />
          </div>
        </Card>
      }
    />
  </div>
);
