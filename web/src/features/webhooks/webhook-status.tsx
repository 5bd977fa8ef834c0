/** Status of a webhook and of a delivery, as shape, text and color. */
import { useLingui } from "@lingui/react/macro";
import type { WebhookDeliveryRow, WebhookEndpoint } from "#contracts/webhook-endpoints.ts";
import { Status } from "../../ui/status.tsx";

export function WebhookStatus({
  webhook: { status, failingSince },
}: {
  webhook: Pick<WebhookEndpoint, "status" | "failingSince">;
}) {
  const { t } = useLingui();
  if (status === "disabled")
    return (
      <Status tone="idle" shape="square">
        {t`Disabled`}
      </Status>
    );
  if (failingSince !== null)
    return (
      <Status tone="warn" shape="diamond">
        {t`Failing`}
      </Status>
    );
  return (
    <Status tone="ok" shape="dot">
      {t`Enabled`}
    </Status>
  );
}

export function DeliveryStatus({
  delivery: { status, attempts },
}: {
  delivery: Pick<WebhookDeliveryRow, "status" | "attempts">;
}) {
  const { t } = useLingui();
  if (status === "succeeded")
    return (
      <Status tone="ok" shape="dot">
        {t`Delivered`}
      </Status>
    );
  if (status === "failed")
    return (
      <Status tone="danger" shape="square">
        {t`Failed`}
      </Status>
    );
  return (
    <Status tone={attempts === 0 ? "busy" : "warn"} shape={attempts === 0 ? "spinner" : "diamond"}>
      {attempts === 0 ? t`Sending` : t`Retrying`}
    </Status>
  );
}
