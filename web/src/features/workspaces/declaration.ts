import { msg } from "@lingui/core/macro";
import type { workspacesResource } from "#contracts/workspaces.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

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
  resources: [
    labelResource<typeof workspacesResource>({
      resource: "workspaces",
      label: msg`Workspace`,
      activityLabel: msg`Workspaces`,
      position: 70,
      permissions: {
        "workspace.view": { label: msg`view`, scope: msg`view the workspace and its overview` },
        "activity.view": { label: msg`view activity` },
        "member.leave": { label: msg`leave` },
        "workspace.update": { label: msg`edit name, handle, and color` },
        "workspace.delete": { label: msg`deactivate` },
      },
    }),
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
