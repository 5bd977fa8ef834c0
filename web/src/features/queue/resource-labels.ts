import { msg } from "@lingui/core/macro";
import type { queueResource } from "#contracts/queue.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof queueResource>({
    resource: "queue",
    label: msg`Waiting orders`,
    position: 11,
  }),
];
