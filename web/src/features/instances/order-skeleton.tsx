import { Trans, useLingui } from "@lingui/react/macro";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { Skeleton, Callout } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import styles from "./order.module.css";

const cards = ["1", "2", "3"];
const rows = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** Skeleton of the form while the catalog loads. */
export function OrderSkeleton({ title }: { title?: string }) {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <PageHeader
        title={title ?? t`Create instance`}
        summary={t`Billing starts when the instance is active`}
      />
      <Columns
        main={
          <Card>
            <div className={styles["skeletonSection"]}>
              <Skeleton width="120px" />
              <div className={styles["skeletonCards"]}>
                {cards.map((card) => (
                  <Skeleton key={card} height={84} />
                ))}
              </div>
            </div>
            <div className={styles["skeletonSection"]}>
              <Skeleton width="120px" />
              {rows.map((row) => (
                <Skeleton key={row} height={24} />
              ))}
            </div>
            <div className={styles["skeletonSection"]}>
              <Skeleton width="120px" />
              <Skeleton height={38} />
            </div>
          </Card>
        }
        aside={
          <Card title={t`Summary`}>
            <div className={styles["skeletonSection"]}>
              <Skeleton />
              <Skeleton width="80%" />
              <Skeleton width="60%" height={26} />
            </div>
          </Card>
        }
      />
    </div>
  );
}

/** The catalog failed to load: no order is possible, but a retry is. */
export function OrderError({
  title,
  error,
  onRetry,
}: {
  title?: string;
  error: unknown;
  onRetry: () => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <>
      <PageHeader title={title ?? t`Create instance`} />
      <Callout
        tone="danger"
        action={
          <Button icon="refresh" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <p>
          <strong>
            <Trans>Couldn't load the available products</Trans>
          </strong>
        </p>
        <p>{problemMessage(i18n, error)}</p>
      </Callout>
    </>
  );
}
