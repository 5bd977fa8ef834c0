import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import styles from "./members.module.css";

/** Layout of the join pages: one narrow column. */
export const JoinPage = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className={styles["join"]}>
    <PageHeader title={title} />
    {children}
  </div>
);

export const JoinSkeleton = () => (
  <div className={styles["join"]} aria-busy="true">
    <div style={{ marginBottom: 18 }}>
      <Skeleton width="260px" height={22} />
    </div>
    <Card>
      <div className={styles["form"]}>
        <Skeleton width="40%" height={26} />
        <Skeleton />
        <Skeleton width="80%" />
        <Skeleton width="30%" height={36} />
      </div>
    </Card>
  </div>
);
