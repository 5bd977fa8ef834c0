import { Trans, useLingui } from "@lingui/react/macro";
import type { WebhookEndpoint } from "#contracts/webhook-endpoints.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { StackedCell } from "../../ui/table.tsx";

/** When a webhook last sent an event, and how the receiver responded. */
export function LastDelivery({ lastDelivery }: Pick<WebhookEndpoint, "lastDelivery">) {
  const { t } = useLingui();
  if (lastDelivery === null) return <Trans>None yet</Trans>;
  const { at, responseStatus } = lastDelivery;
  return (
    <StackedCell
      subtitle={responseStatus === null ? t`No response` : t`Response ${responseStatus}`}
    >
      <RelativeTime at={at} />
    </StackedCell>
  );
}
