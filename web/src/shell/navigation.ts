/**
 * The pages of each area of the console, as the sidebar lists them. Features declare the pages of a workspace
 * (`features/<name>/declaration.ts`); admin-navigation.ts has those of staff. A new area needs its entries here, its
 * condition in `useConsoleArea` and its layout in sidebar.tsx.
 */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useRouterState } from "@tanstack/react-router";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { hasPermission, useOptionalWorkspace } from "../lib/session/permissions.ts";
import type { WorkspaceNavigationItem } from "../lib/features/feature-declaration.ts";
import type { IconName } from "../ui/icons.tsx";
import { navigationItems } from "../lib/features/feature-registry.ts";

export interface NavigationItem<To extends string> {
  readonly to: To;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  /** URLs of the other tabs of the page. */
  readonly relatedPaths?: readonly string[];
}

export type AccountNavigationItem = NavigationItem<
  "/account/general" | "/account/security" | "/account/sessions" | "/my-activities" | "/playground"
>;

export interface NavigationGroup<E> {
  readonly label: MessageDescriptor | null;
  readonly entries: readonly E[];
}

const inGroup = (name: WorkspaceNavigationItem["group"]) =>
  navigationItems.filter(({ group }) => group === name);

export const workspaceNavigation: readonly NavigationGroup<WorkspaceNavigationItem>[] = [
  { label: null, entries: inGroup("main") },
  { label: msg`Workspace`, entries: inGroup("settings") },
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
export type ConsoleArea = "workspace" | "account" | "admin" | "docs" | "none";

const accountPaths = /^\/(?:account|my-activities|playground)(?:\/|$)/;
const docsPaths = /^\/docs(?:\/|$)/;
const adminPaths = /^\/admin(?:\/|$)/;

export function useConsoleArea(): ConsoleArea {
  const role = useOptionalWorkspace();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  if (role !== null) return "workspace";
  if (adminPaths.test(path)) return "admin";
  if (docsPaths.test(path)) return "docs";
  return accountPaths.test(path) ? "account" : "none";
}

/** The first page of a workspace's settings that a role may see; its overview when there is none. */
export function firstSettingsPage(role: WorkspaceRole): WorkspaceNavigationItem["to"] {
  const entries = workspaceNavigation.flatMap(({ entries: each }) => each);
  const found = entries.find(
    ({ to, permission }) =>
      to.startsWith("/$workspace/settings/") && hasPermission(role, permission),
  );
  return found?.to ?? "/$workspace";
}

/** The entry that a path belongs to: the one whose own or related path is the longest. */
export function findNavigationItem<E extends NavigationItem<string>>(
  navigation: readonly NavigationGroup<E>[],
  path: string,
): E | null {
  const entries = navigation.flatMap(({ entries: each }) => each);
  const lengthUnder = (to: string) => {
    const own = to.replace("/$workspace", "");
    const inside = to.startsWith("/$workspace") ? `/${path.split("/").slice(2).join("/")}` : path;
    return own !== "" && (inside === own || inside.startsWith(`${own}/`)) ? own.length : 0;
  };
  const lengthOf = ({ to, relatedPaths = [] }: E) =>
    Math.max(...[to, ...relatedPaths].map(lengthUnder));
  const longest = Math.max(0, ...entries.map(lengthOf));
  return longest === 0 ? null : (entries.find((entry) => lengthOf(entry) === longest) ?? null);
}
