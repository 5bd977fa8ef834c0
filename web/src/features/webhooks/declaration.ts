import { msg } from "@lingui/core/macro";
import type { webhookEndpointsResource } from "#contracts/webhook-endpoints.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/settings/webhooks",
      label: msg`Webhooks`,
      icon: "code",
      permission: "webhook.view",
      group: "settings",
      position: 45,
      creates: {
        id: "webhook",
        label: msg`Create webhook`,
        permission: "webhook.manage",
        to: "/$workspace/settings/webhooks/add",
      },
    },
  ],
  resources: [
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
  ],
  help: {
    "/$workspace/settings/webhooks": { target: "webhooks", learn: msg`Learn about webhooks` },
    "/$workspace/settings/webhooks/add": { target: "webhooks#create" },
    "/$workspace/settings/webhooks/$webhookID": { target: "webhooks#deliveries" },
  },
};
