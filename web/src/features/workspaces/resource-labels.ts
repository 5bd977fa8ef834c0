import { msg } from "@lingui/core/macro";
import type { workspacesResource } from "#contracts/workspaces.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
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
];
