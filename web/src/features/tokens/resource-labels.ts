import { msg } from "@lingui/core/macro";
import type { tokensResource } from "#contracts/resources.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof tokensResource>({
    resource: "tokens",
    label: msg`Access tokens`,
    position: 40,
    permissions: {
      "token.view": { label: msg`view` },
      "token.create": { label: msg`create` },
      "token.delete": { label: msg`delete` },
    },
  }),
];
