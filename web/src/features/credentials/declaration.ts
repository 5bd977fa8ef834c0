import { msg } from "@lingui/core/macro";
import type { credentialsResource } from "#contracts/credentials.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/settings/credentials",
      label: msg`SSH keys`,
      icon: "key",
      permission: "credential.view",
      group: "settings",
      position: 30,
      count: ({ overview }) => overview?.credentials ?? null,
      goToKey: "k",
      creates: {
        id: "key",
        label: msg`Add SSH key`,
        permission: "credential.create",
        cli: "keys add NAME FILE",
      },
    },
  ],
  resources: [
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
  ],
  help: {
    "/$workspace/settings/credentials": { target: "ssh-keys", learn: msg`Learn about SSH keys` },
  },
};
