/** The pages of a workspace, as the sidebar lists them. An entry comes with its page, never before. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { Overview } from "#contracts/workspaces.ts";
import type { IconName } from "../ui/icons.tsx";

export interface NavigationEntry {
  readonly to:
    | "/$workspace"
    | "/$workspace/instances"
    | "/$workspace/projects"
    | "/$workspace/activities"
    | "/$workspace/settings/credentials";
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  readonly permission: WorkspacePermission;
  /** Stands at the end of the line. */
  readonly count?: (overview: Overview) => number | null;
}

export interface NavigationGroup {
  readonly label: MessageDescriptor | null;
  readonly entries: readonly NavigationEntry[];
}

export const navigation: readonly NavigationGroup[] = [
  {
    label: null,
    entries: [
      { to: "/$workspace", label: msg`Overview`, icon: "home", permission: "workspace.view" },
      {
        to: "/$workspace/instances",
        label: msg`Instances`,
        icon: "server",
        permission: "instance.view",
        count: ({ instances }) => instances?.total ?? null,
      },
      {
        to: "/$workspace/projects",
        label: msg`Projects`,
        icon: "folder",
        permission: "project.view",
        count: ({ projects }) => projects,
      },
      {
        to: "/$workspace/activities",
        label: msg`Activity`,
        icon: "pulse",
        permission: "activity.view",
      },
    ],
  },
  {
    label: msg`Workspace`,
    entries: [
      {
        to: "/$workspace/settings/credentials",
        label: msg`SSH keys`,
        icon: "key",
        permission: "credential.view",
        count: ({ credentials }) => credentials,
      },
    ],
  },
];

/** The entry a path lies under. */
export function entryOf(path: string): NavigationEntry | null {
  const inside = `/${path.split("/").slice(2).join("/")}`;
  const entries = navigation
    .flatMap((group) => group.entries)
    .filter((entry) => entry.to !== "/$workspace");
  return entries.find((entry) => inside.startsWith(entry.to.replace("/$workspace", ""))) ?? null;
}
