import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Account, account } from "#contracts/account.ts";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { endpointQuery, invalidate } from "../../lib/api/api-client.ts";
import { refetchSession } from "../../lib/session/session.ts";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { Card, Columns } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import styles from "./account.module.css";

export const accountQuery = endpointQuery(account.view, {});

/** Invalidates the account and the session info. */
export function useInvalidateAccount(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([refetchSession(), invalidate(client, account.view)]);
  };
}

interface AccountPageProps {
  readonly title: string;
  /** The line below the title; without the account while it loads. */
  readonly facts: (known: Account | undefined) => ReactNode;
  /** Whether all other queries of the page have loaded, so that nothing moves after the first render. */
  readonly isComplete?: boolean;
  readonly children: (known: Account) => ReactNode;
}

export function AccountPage({ title, facts, isComplete = true, children }: AccountPageProps) {
  usePageTitle(title);
  const result = usePageQuery(accountQuery);
  const known = isComplete ? result.data : undefined;
  return (
    <>
      <PageHeader title={title} summary={facts(result.data)} />
      <StaleDataNotice result={result} />
      {known === undefined ? result.error === null && <AccountSkeleton /> : children(known)}
    </>
  );
}

const AccountSkeleton = () => (
  <div aria-busy="true">
    <Columns
      main={
        <Card>
          <div className={styles["form"]}>
            <Skeleton width="30%" />
            <Skeleton height={36} />
            <Skeleton width="30%" />
            <Skeleton height={36} />
          </div>
        </Card>
      }
      aside={
        <Card>
          <div className={styles["form"]}>
            <Skeleton width="40%" />
            <Skeleton width="70%" />
          </div>
        </Card>
      }
    />
  </div>
);
