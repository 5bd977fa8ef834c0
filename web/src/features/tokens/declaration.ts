import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/settings/access-tokens",
      label: msg`Access tokens`,
      icon: "terminal",
      permission: "token.view",
      group: "settings",
      position: 40,
      goToKey: "t",
      creates: { id: "token", label: msg`Create access token`, permission: "token.create" },
    },
  ],
  help: {
    "/$workspace/settings/access-tokens": {
      target: "access-tokens",
      learn: msg`Learn about access tokens`,
    },
    "/$workspace/settings/access-tokens/add": { target: "access-tokens#create" },
    "/$workspace/settings/access-tokens/$tokenID": { target: "access-tokens#rotate" },
  },
};
