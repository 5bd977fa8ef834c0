/**
 * The pages of each area of the console, as the sidebar lists them. An entry comes with its page,
 * never before. Another area: its entries here (the staff's are in admin-navigation.ts), when it is
 * the current one in `useArea`, and how its sidebar looks in sidebar.tsx.
 */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useRouterState } from "@tanstack/react-router";
import type { WorkspaceRole } from "#contracts/auth.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { Overview } from "#contracts/workspaces.ts";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import type { IconName } from "../ui/icons.tsx";

export interface NavigationItem<To extends string> {
  readonly to: To;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  /** Paths of pages that are tabs of this one. */
  readonly relatedPaths?: readonly string[];
}

export interface WorkspaceNavigationItem
  extends NavigationItem<
    | "/$workspace"
    | "/$workspace/instances"
    | "/$workspace/projects"
    | "/$workspace/activities"
    | "/$workspace/settings/general"
    | "/$workspace/settings/credentials"
    | "/$workspace/settings/access-tokens"
    | "/$workspace/settings/team-members"
  > {
  readonly permission: WorkspacePermission;
  /** Count shown at the end of the line. */
  readonly count?: (overview: Overview) => number | null;
}

export type AccountNavigationItem = NavigationItem<
  "/account/general" | "/account/security" | "/account/sessions" | "/my-activities" | "/playground"
>;

export interface NavigationGroup<E> {
  readonly label: MessageDescriptor | null;
  readonly entries: readonly E[];
}

export const workspaceNavigation: readonly NavigationGroup<WorkspaceNavigationItem>[] = [
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
        to: "/$workspace/settings/general",
        label: msg`General`,
        icon: "sliders",
        permission: "workspace.view",
      },
      {
        to: "/$workspace/settings/team-members",
        label: msg`Members`,
        icon: "users",
        permission: "member.view",
        count: ({ members }) => members,
        relatedPaths: ["/$workspace/settings/pending-team-members"],
      },
      {
        to: "/$workspace/settings/credentials",
        label: msg`SSH keys`,
        icon: "key",
        permission: "credential.view",
        count: ({ credentials }) => credentials,
      },
      {
        to: "/$workspace/settings/access-tokens",
        label: msg`Access tokens`,
        icon: "terminal",
        permission: "token.view",
      },
    ],
  },
];

export const accountNavigation: readonly NavigationGroup<AccountNavigationItem>[] = [
  {
    label: msg`Account`,
    entries: [
      { to: "/account/general", label: msg`General`, icon: "user" },
      { to: "/account/security", label: msg`Security`, icon: "shield" },
      { to: "/account/sessions", label: msg`Sessions`, icon: "laptop" },
      { to: "/my-activities", label: msg`My activity`, icon: "pulse" },
      { to: "/playground", label: msg`API playground`, icon: "code" },
    ],
  },
];

/** Area of the console with a sidebar of its own; `none` when no workspace is chosen yet. */
export type ConsoleArea = "workspace" | "account" | "admin" | "none";

const accountPaths = /^\/(?:account|my-activities|playground)(?:\/|$)/;
const adminPaths = /^\/admin(?:\/|$)/;

export function useConsoleArea(): ConsoleArea {
  const role = useOptionalWorkspace();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (role !== null) return "workspace";
  if (adminPaths.test(path)) return "admin";
  return accountPaths.test(path) ? "account" : "none";
}

/** The first settings page of a workspace that a role may see; the overview when there is none. */
export function firstSettingsPage({ workspaceRole }: WorkspaceRole): WorkspaceNavigationItem["to"] {
  const entries = workspaceNavigation.flatMap(({ entries: each }) => each);
  const found = entries.find(
    ({ to, permission }) =>
      to.startsWith("/$workspace/settings/") && workspaceRole.permissions.includes(permission),
  );
  return found?.to ?? "/$workspace";
}

/** The entry that a path belongs to. */
export function findNavigationItem<E extends NavigationItem<string>>(
  navigation: readonly NavigationGroup<E>[],
  path: string,
): E | null {
  const entries = navigation.flatMap(({ entries: each }) => each);
  const isUnder = (to: string) => {
    const own = to.replace("/$workspace", "");
    const inside = to.startsWith("/$workspace") ? `/${path.split("/").slice(2).join("/")}` : path;
    return own !== "" && (inside === own || inside.startsWith(`${own}/`));
  };
  return entries.find(({ to, relatedPaths = [] }) => [to, ...relatedPaths].some(isUnder)) ?? null;
}
