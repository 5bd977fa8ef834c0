import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { WebhookEndpoint } from "#contracts/webhook-endpoints.ts";
import { useCreatedColumns } from "../../components/created-columns.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, Mono, NameCell, StackedCell } from "../../ui/table.tsx";
import { LastDelivery } from "./last-delivery.tsx";
import { WebhookStatus } from "./webhook-status.tsx";
import styles from "./webhooks.module.css";

export function useWebhookColumns(workspace: string): Column<WebhookEndpoint>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: ({ id, name, url }) => (
        <NameCell
          subtitle={
            <Mono>
              <span className={styles["url"]} title={url}>
                {url}
              </span>
            </Mono>
          }
        >
          <Link to="/$workspace/settings/webhooks/$webhookID" params={{ workspace, webhookID: id }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: (webhook) => (
        <StackedCell
          subtitle={
            webhook.status === "enabled" && webhook.failingSince !== null ? (
              <RelativeTime at={webhook.failingSince} />
            ) : null
          }
        >
          <WebhookStatus webhook={webhook} />
        </StackedCell>
      ),
    },
    {
      key: "events",
      header: t`Events`,
      card: "labeled",
      cell: ({ eventTypes }) => <Plural value={eventTypes.length} one="# type" other="# types" />,
    },
    {
      key: "last",
      header: t`Last delivery`,
      card: "labeled",
      cell: ({ lastDelivery }) => <LastDelivery lastDelivery={lastDelivery} />,
    },
    ...useCreatedColumns<WebhookEndpoint>(),
  ];
}
