import { msg } from "@lingui/core/macro";
import type { webhookEndpointsResource } from "#contracts/webhook-endpoints.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof webhookEndpointsResource>({
    resource: "webhookEndpoints",
    label: msg`Webhooks`,
    position: 45,
    permissions: {
      "webhook.view": { label: msg`view`, scope: msg`view webhooks and their deliveries` },
      "webhook.manage": {
        label: msg`create, change and delete`,
        scope: msg`test and delete webhooks, send events again`,
      },
    },
  }),
];
