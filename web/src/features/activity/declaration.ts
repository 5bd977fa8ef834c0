import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/feature.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/activities",
      label: msg`Activity`,
      icon: "pulse",
      permission: "activity.view",
      group: "main",
      position: 40,
      goToKey: "a",
    },
  ],
};
