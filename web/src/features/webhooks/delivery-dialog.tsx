import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { webhookDeliveryActions } from "#contracts/actions/webhook-endpoints.ts";
import { type WebhookDelivery, webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { CodeButton } from "../../components/code-button.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { errorLabels, eventLabels } from "./event-labels.ts";
import { DeliveryStatus } from "./webhook-status.tsx";
import styles from "./webhooks.module.css";

interface DeliveryDialogProps {
  readonly workspace: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** A delivery: what was sent, each attempt with its response, and a button that sends it again. */
export default function DeliveryDialog({ workspace, id, onClose }: DeliveryDialogProps) {
  const { t, i18n } = useLingui();
  const path = { workspace, webhookDelivery: id };
  const result = useQuery(endpointQuery(webhookEndpoints.delivery, { path }));
  const delivery = result.data;
  const title = delivery === undefined ? t`Delivery` : i18n._(eventLabels[delivery.type]);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {delivery !== undefined && (
            <ReplayButton workspace={workspace} delivery={delivery} onSent={onClose} />
          )}
        </>
      }
    >
      <StaleDataNotice result={result} />
      {delivery === undefined ? (
        result.error === null && <Skeleton width="60%" />
      ) : (
        <DeliveryDetails delivery={delivery} />
      )}
    </Dialog>
  );
}

interface ReplayButtonProps {
  readonly workspace: string;
  readonly delivery: WebhookDelivery;
  readonly onSent: () => void;
}

function ReplayButton({ workspace, delivery, onSent }: ReplayButtonProps) {
  const { t, i18n } = useLingui();
  const reason = useActionReason()(webhookDeliveryActions.replay, delivery);
  const event = i18n._(eventLabels[delivery.type]);
  const replay = useEndpointAction(webhookEndpoints.replay, {
    invalidates: [webhookEndpoints.deliveries, webhookEndpoints.delivery],
    successMessage: () => t`${event}: sent again`,
  });
  const input = { path: { workspace, webhookDelivery: delivery.id } };
  return (
    <>
      <CodeButton requested={() => ({ requests: [replay.code(input)], isComplete: true })} />
      <ActionButton
        tone="primary"
        busy={replay.busy}
        reason={reason}
        onClick={() => void replay.press(input).then(onSent)}
      >
        <Trans>Send again</Trans>
      </ActionButton>
    </>
  );
}

function DeliveryDetails({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useLingui();
  const { type, eventId, createdAt, payload, history, replayedBy } = delivery;
  return (
    <div className={styles["stack"]}>
      <DescriptionList
        pairs={[
          [t`Status`, <DeliveryStatus key="status" delivery={delivery} />],
          [
            t`Type`,
            <span key="type" translate="no">
              {type}
            </span>,
          ],
          [t`Time`, <RelativeTime key="time" at={createdAt} exact />],
          [t`Sent again by`, replayedBy?.name ?? null],
          ["webhook-id", <CopyText key="id" text={eventId} what="webhook-id" />],
        ]}
      />
      {history.length > 0 && (
        <section className={styles["stack"]}>
          <h3 className={styles["label"]}>
            <Trans>Attempts</Trans>
          </h3>
          <ol className={styles["attempts"]}>
            {history.toReversed().map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        </section>
      )}
      <section className={styles["stack"]}>
        <h3 className={styles["label"]}>
          <Trans>Payload</Trans>
        </h3>
        {payload === null ? (
          <p className={styles["subtle"]}>
            <Trans>It is written when the event is sent first.</Trans>
          </p>
        ) : (
          <CodeBlock text={readable(payload)} label={t`Payload`} copyLabel={t`payload`} />
        )}
      </section>
    </div>
  );
}

/** The payload with line breaks, as it is shown but not sent. */
const readable = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2);

function Attempt({ attempt }: { attempt: WebhookDelivery["history"][number] }) {
  const { t, i18n } = useLingui();
  const { number, at, durationMs, responseStatus, responseBody, error } = attempt;
  const duration = formatInteger(durationMs, i18n);
  return (
    <li className={styles["attempt"]}>
      <p className={styles["attemptLine"]}>
        <span>
          <Trans>
            Attempt {number}: {responseStatus === null ? t`no response` : responseStatus}
          </Trans>
        </span>
        <span className={styles["subtle"]}>
          <RelativeTime at={at} exact /> · {t`${duration} ms`}
        </span>
      </p>
      {error !== null && <p>{i18n._(errorLabels[error])}</p>}
      {responseBody !== null && responseBody !== "" && (
        <CodeBlock text={responseBody} label={t`Response`} copyLabel={t`response`} />
      )}
    </li>
  );
}
