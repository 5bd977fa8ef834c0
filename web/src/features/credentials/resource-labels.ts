import { msg } from "@lingui/core/macro";
import type { credentialsResource } from "#contracts/credentials.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof credentialsResource>({
    resource: "credentials",
    label: msg`SSH keys`,
    position: 30,
    permissions: {
      "credential.view": {
        label: msg`view`,
        scope: msg`view SSH keys`,
        confinedScope: msg`view SSH key names to create instances`,
      },
      "credential.create": { label: msg`add`, scope: msg`add SSH keys` },
      "credential.delete": { label: msg`delete`, scope: msg`delete SSH keys` },
      "credential.set_default": {
        label: msg`set the default`,
        scope: msg`set the default SSH key`,
      },
    },
  }),
];
