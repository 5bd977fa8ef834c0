import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { type BillingSummary, billingHistory } from "#contracts/billing-history.ts";
import { type AlertThreshold, spendingAlerts } from "#contracts/spending-alerts.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { formatDateTime, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, Stack } from "../../../ui/card.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import { Meter } from "../../../ui/meter.tsx";
import { alertActionLabels } from "./alert-actions.ts";
import styles from "./cards.module.css";

const loadDialog = () => import("./alert-threshold-dialog.tsx");
const AlertThresholdDialog = lazyPart(loadDialog);

/** The cost of the month beside the amount at which the workspace is alerted, and what happens then. */
export function AlertThresholdCard({
  workspace,
  summary: { alertThreshold: threshold, currentExpenditure },
}: {
  workspace: string;
  summary: BillingSummary;
}) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const mayManage = useHasPermission("billing.alert_manage");
  const remove = useEndpointAction(spendingAlerts.removeAlertThreshold, {
    invalidates: [billingHistory.summary],
    successMessage: () => t`Alert threshold removed`,
  });
  const spent = formatMoneyAmount(currentExpenditure);
  const amount = threshold === null ? "" : formatMoneyAmount(threshold.amount);
  return (
    <Card title={t`Alert threshold`}>
      <Stack>
        {threshold === null ? (
          <p className={styles["note"]}>
            <Trans>
              Choose an amount per month. You get an email at 50, 80, and 100% of it, and decide now
              what happens at 100%.
            </Trans>
          </p>
        ) : (
          <>
            <div className={styles["use"]}>
              <p>
                <Trans>
                  {spent} of {amount} this month (UTC)
                </Trans>
              </p>
              <Meter
                label={t`Cost of the month beside the alert threshold`}
                used={currentExpenditure.cents}
                maximum={threshold.amount.cents}
                text={spent}
              />
            </div>
            <ThresholdState threshold={threshold} />
          </>
        )}
        {mayManage && (
          <div className={styles["actions"]}>
            <Button onPointerEnter={() => void loadDialog()} onClick={() => setOpen(true)}>
              {threshold === null ? <Trans>Set threshold</Trans> : <Trans>Change threshold</Trans>}
            </Button>
            {threshold !== null && (
              <Button busy={remove.busy} onClick={() => void remove.press({ path: { workspace } })}>
                <Trans>Remove threshold</Trans>
              </Button>
            )}
          </div>
        )}
      </Stack>
      {isOpen && (
        <Suspense>
          <AlertThresholdDialog
            workspace={workspace}
            threshold={threshold}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function ThresholdState({
  threshold: { action, passedAt, terminateAt },
}: {
  threshold: AlertThreshold;
}) {
  const { i18n } = useLingui();
  const settings = useLocaleSettings();
  const label = i18n._(alertActionLabels[action]);
  if (passedAt === null)
    return (
      <p className={styles["note"]}>
        <Trans>At 100%: {label}</Trans>
      </p>
    );
  const at = formatDateTime(passedAt, settings);
  if (terminateAt !== null) {
    const end = formatDateTime(terminateAt, settings);
    return (
      <Callout tone="danger">
        <p>
          <Trans>
            Passed on {at}. New orders are rejected, and virtual machines are terminated on {end}.
            To keep them, raise or remove the threshold before.
          </Trans>
        </p>
      </Callout>
    );
  }
  return (
    <Callout tone="warn">
      <p>
        {action === "notify" ? (
          <Trans>Passed on {at}. Nothing is stopped.</Trans>
        ) : (
          <Trans>Passed on {at}. New orders are rejected until the month ends (UTC).</Trans>
        )}
      </p>
    </Callout>
  );
}
