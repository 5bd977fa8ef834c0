/** The pages of the navigation that the user may open, with their keys. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { UseNavigateResult } from "@tanstack/react-router";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import { hasPermission } from "../../lib/session/permissions.ts";
import { currentWorkspaceRole } from "../../lib/session/route-guards.ts";
import { isImpersonating } from "../../lib/session/signed-in.ts";
import { visibleAdminNavigation } from "../admin-navigation.ts";
import { accountNavigation, workspaceNavigation } from "../navigation.ts";
import { navigationItems } from "../../lib/features/feature-registry.ts";
import type { IconName } from "../../ui/icons.tsx";

export type Navigate = UseNavigateResult<string>;

export interface PalettePage {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  readonly area: "workspace" | "account" | "staff" | "outside";
  readonly open: (navigate: Navigate) => Promise<void>;
}

/** Keys after G of pages outside of workspaces; features declare those of a workspace's pages. */
const goToKeys: Readonly<Record<string, string>> = {
  "/workspaces": "w",
  "/account/general": "y",
  "/admin/users": "u",
};
/** Undefined for a page that is opened from the palette only. */
export const goToKey = (path: string): string | undefined =>
  navigationItems.find(({ to }) => to === path)?.goToKey ?? goToKeys[path];

/** The workspace of the current page, or else the current workspace. */
export const effectiveWorkspace = (
  self: SessionInfo,
  role: WorkspaceRole | null,
): WorkspaceRole | null => role ?? currentWorkspaceRole(self);

export function visiblePages(self: SessionInfo, place: WorkspaceRole | null): PalettePage[] {
  // Account pages are not available during impersonation.
  const ofAccount = accountNavigation
    .flatMap(({ entries }) => entries)
    .filter(({ to }) => !isImpersonating(self) || to === "/my-activities");
  const ofWorkspace = workspaceNavigation
    .flatMap(({ entries }) => entries)
    .filter(({ permission }) => hasPermission(place, permission));
  return [
    ...(place === null
      ? []
      : ofWorkspace.map(
          ({ to, label, icon }): PalettePage => ({
            to,
            label,
            icon,
            area: "workspace",
            open: (navigate) => navigate({ to, params: { workspace: place.handle } }),
          }),
        )),
    {
      to: "/workspaces",
      label: msg`Workspaces`,
      icon: "server",
      area: "outside",
      open: (navigate) => navigate({ to: "/workspaces" }),
    },
    ...ofAccount.map(
      ({ to, label, icon }): PalettePage => ({
        to,
        label,
        icon,
        area: "account",
        open: (navigate) => navigate({ to }),
      }),
    ),
    ...visibleAdminNavigation(self)
      .flatMap(({ entries }) => entries)
      .map(
        ({ to, label, icon }): PalettePage => ({
          to,
          label,
          icon,
          area: "staff",
          open: (navigate) => navigate({ to }),
        }),
      ),
  ];
}
