import { msg } from "@lingui/core/macro";
import type { queueResource } from "#contracts/queue.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  resources: [
    labelResource<typeof queueResource>({
      resource: "queue",
      label: msg`Waiting orders`,
      position: 11,
    }),
  ],
  help: {
    "/$workspace/cart/queue": {
      target: "instances#waiting",
      learn: msg`Learn about waiting orders`,
    },
  },
};
