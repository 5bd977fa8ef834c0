import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/settings/general",
      label: msg`General`,
      icon: "sliders",
      permission: "workspace.view",
      group: "settings",
      position: 10,
      goToKey: "s",
    },
  ],
  help: {
    "/$workspace/settings/general": { target: "projects-and-members#workspaces" },
    "/workspaces": {
      target: "projects-and-members#workspaces",
      learn: msg`Learn about workspaces`,
    },
    "/workspaces/add": { target: "getting-started#workspace" },
  },
};
