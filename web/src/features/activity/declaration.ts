import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

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
  help: {
    "/$workspace/activities": {
      target: "security#activity",
      learn: msg`Learn about the activity log`,
    },
    "/$workspace/activities/$activityID": { target: "security#activity" },
    "/my-activities": { target: "security#activity", learn: msg`Learn about the activity log` },
    "/my-activities/$activityID": { target: "security#activity" },
  },
};
