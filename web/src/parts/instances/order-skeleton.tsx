import { Trans, useLingui } from "@lingui/react/macro";
import { wordProblem } from "../../lib/wording.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { Bone, Callout } from "../../ui/notices.tsx";
import { PageHead } from "../../ui/page.tsx";
import styles from "./order.module.css";

const cards = ["1", "2", "3"];
const sections = ["1", "2", "3"];

/** The shape of the form while its catalogue is on the way. */
export function OrderSkeleton() {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <PageHead title={t`Create instance`} facts={t`Billing starts when the instance is active`} />
      <Columns
        main={
          <Card>
            {sections.map((section) => (
              <div key={section} className={styles["boneSection"]}>
                <Bone width="120px" />
                <div className={styles["boneCards"]}>
                  {cards.map((card) => (
                    <Bone key={card} height={72} />
                  ))}
                </div>
              </div>
            ))}
          </Card>
        }
        side={
          <Card title={t`Summary`}>
            <div className={styles["boneSection"]}>
              <Bone />
              <Bone width="80%" />
              <Bone width="60%" height={26} />
            </div>
          </Card>
        }
      />
    </div>
  );
}

/** The catalogue could not be read: nothing can be ordered, but it can be asked for again. */
export function OrderFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <PageHead title={t`Create instance`} />
      <Callout
        tone="bad"
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
        <p>{wordProblem(i18n, error)}</p>
      </Callout>
    </>
  );
}
