import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Account, account } from "#contracts/account.ts";
import { StaleNote } from "../../blocks/detail-page.tsx";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { query, refresh } from "../../lib/client.ts";
import { reloadSelf } from "../../lib/session.ts";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { Card } from "../../ui/card.tsx";
import { Bone } from "../../ui/notices.tsx";
import { PageHead } from "../../ui/page.tsx";
import styles from "./account.module.css";

export const accountRead = query(account.view, {});

/** What is known of oneself is asked for again, for the page and for the session. */
export function useAccountChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([reloadSelf(), refresh(client, account.view)]);
  };
}

interface AccountPageProps {
  readonly title: string;
  readonly facts: ReactNode;
  /** Whether what else the page shows is there too, so that nothing on it moves once it stands. */
  readonly isComplete?: boolean;
  readonly children: (known: Account) => ReactNode;
}

export function AccountPage({ title, facts, isComplete = true, children }: AccountPageProps) {
  usePageTitle(title);
  const result = usePageQuery(accountRead);
  const known = isComplete ? result.data : undefined;
  return (
    <>
      <PageHead title={title} facts={facts} />
      <StaleNote result={result} />
      {known === undefined ? result.error === null && <Bones /> : children(known)}
    </>
  );
}

const Bones = () => (
  <div className={styles["stack"]} aria-busy="true">
    <Card>
      <div className={styles["form"]}>
        <Bone width="30%" />
        <Bone height={36} />
        <Bone width="30%" />
        <Bone height={36} />
      </div>
    </Card>
    <Card>
      <div className={styles["form"]}>
        <Bone width="40%" />
        <Bone width="70%" />
      </div>
    </Card>
  </div>
);
