import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import type { AutomaticTopUp } from "#contracts/automatic-top-up.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, Stack } from "../../../ui/card.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { Meter } from "../../../ui/meter.tsx";
import { cardErrorMessage } from "./card-errors.ts";
import styles from "./cards.module.css";

const loadDialog = () => import("./automatic-top-up-dialog.tsx");
const AutomaticTopUpDialog = lazyPart(loadDialog);

/** Whether the balance is topped up by itself, and how much of the month's ceiling is used. */
export function AutomaticTopUpCard({
  workspace,
  topUp,
}: {
  workspace: string;
  topUp: AutomaticTopUp;
}) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const mayManage = useHasPermission("billing.payment_method_manage");
  const [threshold, amount, ceiling, added] = [
    topUp.threshold,
    topUp.amount,
    topUp.ceiling,
    topUp.addedThisMonth,
  ].map(formatMoneyAmount);
  return (
    <Card title={t`Automatic top-up`}>
      <Stack>
        {topUp.isEnabled ? (
          <>
            <p>
              <Trans>
                Adds {amount} by the default card when less than {threshold} are left.
              </Trans>
            </p>
            <div className={styles["use"]}>
              <p className={styles["note"]}>
                <Trans>
                  {added} of {ceiling} added this month (UTC)
                </Trans>
              </p>
              <Meter
                label={t`Automatic top-ups of the month beside their ceiling`}
                used={topUp.addedThisMonth.cents}
                maximum={topUp.ceiling.cents}
                text={added ?? ""}
              />
            </div>
            {topUp.pauseReason !== null && (
              <Callout tone="danger">
                <p>
                  <Trans>Paused, because the last one failed.</Trans>{" "}
                  {i18n._(cardErrorMessage(topUp.pauseReason))}
                </p>
              </Callout>
            )}
          </>
        ) : (
          <p className={styles["note"]}>
            <Trans>
              Off. Turn it on to charge the default card when the balance falls below an amount, up
              to a ceiling per month.
            </Trans>
          </p>
        )}
        {mayManage && (
          <div>
            <Button onPointerEnter={() => void loadDialog()} onClick={() => setOpen(true)}>
              {topUp.isEnabled ? (
                <Trans>Change automatic top-up</Trans>
              ) : (
                <Trans>Set up automatic top-up</Trans>
              )}
            </Button>
          </div>
        )}
      </Stack>
      {isOpen && (
        <Suspense>
          <AutomaticTopUpDialog
            workspace={workspace}
            topUp={topUp}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}
