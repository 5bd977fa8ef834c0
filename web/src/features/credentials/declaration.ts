import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

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
  help: {
    "/$workspace/settings/credentials": { target: "ssh-keys", learn: msg`Learn about SSH keys` },
  },
};
