import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace",
      label: msg`Overview`,
      icon: "home",
      permission: "workspace.view",
      group: "main",
      position: 10,
      goToKey: "o",
    },
  ],
  help: {
    "/$workspace": { target: "getting-started#find-your-way" },
  },
};
