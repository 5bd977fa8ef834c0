/** Parts of a webhook's page. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { webhookEndpointActions } from "#contracts/actions/webhook-endpoints.ts";
import { type WebhookEndpoint, webhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { pageStyles } from "../../ui/page.tsx";
import { toast } from "../../ui/toast.ts";
import { eventLabels } from "./event-labels.ts";
import { LastDelivery } from "./last-delivery.tsx";
import styles from "./webhooks.module.css";

const RotateDialog = lazyPart(() => import("./rotate-secret-dialog.tsx"));

interface WebhookProps {
  readonly webhook: WebhookEndpoint;
}
interface WorkspaceWebhookProps extends WebhookProps {
  readonly workspace: string;
}

export const WebhookSummary = ({ webhook: { url, createdBy, createdAt } }: WebhookProps) => (
  <Facts
    items={[
      <span key="host" translate="no">
        {new URL(url).host}
      </span>,
      <Trans key="created">
        created by {createdBy.name} <RelativeTime at={createdAt} />
      </Trans>,
    ]}
  />
);

/** What is wrong with a webhook, and what to do about it. */
export function WebhookNotice({ webhook }: WebhookProps) {
  const { status, disabledReason, failingSince } = webhook;
  if (status === "enabled" && failingSince === null) return null;
  if (disabledReason === "user")
    return (
      <Notice tone="info">
        <Trans>This webhook is disabled. Events that happen meanwhile are not sent later.</Trans>
      </Notice>
    );
  if (disabledReason === "gone")
    return (
      <Notice tone="warn">
        <Trans>
          We disabled this webhook, because the receiver responded with status 410 (Gone). Enable it
          again once the receiver is back.
        </Trans>
      </Notice>
    );
  if (disabledReason === "failures")
    return (
      <Notice tone="warn">
        <Trans>
          We disabled this webhook, because no event was accepted for 3 days. Enable it again once
          the receiver works, then send again what it missed.
        </Trans>
      </Notice>
    );
  return (
    failingSince !== null && (
      <Notice tone="warn">
        <Trans>
          The receiver has accepted no event since <RelativeTime at={failingSince} />. We retry for
          about 3 days, then disable the webhook.
        </Trans>
      </Notice>
    )
  );
}

const Notice = ({ tone, children }: { tone: "info" | "warn"; children: ReactNode }) => (
  <div style={{ marginBottom: 16 }}>
    <Callout tone={tone}>
      <p>{children}</p>
    </Callout>
  </div>
);

export function WebhookDetailsCard({ webhook }: WebhookProps) {
  const { t } = useLingui();
  return (
    <Card title={<Trans>Webhook</Trans>}>
      <DescriptionList
        pairs={[
          [t`URL`, <CopyText key="url" text={webhook.url} what={t`URL`} />],
          [t`Last delivery`, <LastDelivery key="last" {...webhook} />],
          [t`Created`, <RelativeTime key="created" at={webhook.createdAt} exact />],
          [t`ID`, <CopyText key="id" text={webhook.id} what={t`ID`} />],
        ]}
      />
    </Card>
  );
}

export function WebhookEventsCard({ webhook }: WebhookProps) {
  const { i18n } = useLingui();
  return (
    <Card title={<Trans>Events</Trans>}>
      <ul className={styles["events"]}>
        {webhook.eventTypes.map((type) => (
          <li key={type}>{i18n._(eventLabels[type])}</li>
        ))}
      </ul>
    </Card>
  );
}

export function WebhookSecretCard({ workspace, webhook }: WorkspaceWebhookProps) {
  const reason = useActionReason()(webhookEndpointActions.rotateSecret, webhook);
  const now = useNow();
  const [rotating, setRotating] = useState(false);
  const { previousSecretUntil } = webhook;
  const isOverlapping = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  return (
    <Card title={<Trans>Secret</Trans>}>
      <div className={pageStyles["form"]}>
        <p className={pageStyles["secondary"]}>
          {isOverlapping ? (
            <Trans>
              Events are signed with two secrets. The former one ends{" "}
              <RelativeTime at={previousSecretUntil} />.
            </Trans>
          ) : (
            <Trans>Events are signed with a secret that was shown once.</Trans>
          )}
        </p>
        <div>
          <ActionButton reason={reason} onClick={() => setRotating(true)}>
            <Trans>Replace secret</Trans>
          </ActionButton>
        </div>
      </div>
      {rotating && (
        <Suspense>
          <RotateDialog
            workspace={workspace}
            webhook={webhook}
            onClose={() => setRotating(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

export function DeleteWebhookCard({ workspace, webhook }: WorkspaceWebhookProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const reason = useActionReason()(webhookEndpointActions.remove, webhook);
  const remove = useEndpointAction(webhookEndpoints.remove, { invalidates: [] });
  const { id, name } = webhook;
  const input = { path: { workspace, webhookEndpoint: id } };
  const ask = () =>
    openConfirmDialog({
      severity: "destructive",
      title: t`Delete webhook ${name}?`,
      confirmLabel: t`Delete ${name}`,
      name,
      code: remove.code(input),
      consequences: (
        <ul>
          <li>
            <Trans>No more events are sent, including those that wait for a retry.</Trans>
          </li>
          <li>
            <Trans>Its deliveries are deleted. This can't be undone.</Trans>
          </li>
        </ul>
      ),
      action: async () => {
        await remove.run(input);
        void toast({ title: t`Webhook ${name} deleted` });
        await navigate({
          to: "/$workspace/settings/webhooks",
          params: { workspace },
          replace: true,
        });
        await invalidate(client, webhookEndpoints.list);
      },
    });
  return (
    <Card title={<Trans>Delete webhook</Trans>}>
      <div className={pageStyles["form"]}>
        <p className={pageStyles["secondary"]}>
          <Trans>To stop events for a while, disable it instead.</Trans>
        </p>
        <div>
          <ActionButton tone="danger" reason={reason} onClick={ask}>
            <Trans>Delete webhook</Trans>
          </ActionButton>
        </div>
      </div>
    </Card>
  );
}
