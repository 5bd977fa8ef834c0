import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

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
  help: {
    "/$workspace/settings/webhooks": { target: "webhooks", learn: msg`Learn about webhooks` },
    "/$workspace/settings/webhooks/add": { target: "webhooks#create" },
    "/$workspace/settings/webhooks/$webhookID": { target: "webhooks#deliveries" },
  },
};
