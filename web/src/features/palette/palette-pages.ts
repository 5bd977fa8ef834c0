/** Every page of the navigation somebody may open, with the letter that leads there. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { UseNavigateResult } from "@tanstack/react-router";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import { currentWorkspaceRole } from "../../lib/session/route-guards.ts";
import { isImpersonating } from "../../lib/session/signed-in.ts";
import { visibleAdminNavigation } from "../../shell/admin-navigation.ts";
import { navigationItems } from "../../shell/features.ts";
import { accountNavigation, workspaceNavigation } from "../../shell/navigation.ts";
import type { IconName } from "../../ui/icons.tsx";

export type Navigate = UseNavigateResult<string>;

export interface PalettePage {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  readonly area: "workspace" | "account" | "staff" | "outside";
  readonly open: (navigate: Navigate) => Promise<void>;
}

/** Pressed after G, outside of workspaces; those of a workspace's pages are declared by their features. */
const goToKeys: Readonly<Record<string, string>> = {
  "/workspaces": "w",
  "/account/general": "y",
  "/admin/users": "u",
};
/** A page without a letter is opened from the palette. */
export const goToKey = (path: string): string | undefined =>
  navigationItems.find(({ to }) => to === path)?.goToKey ?? goToKeys[path];

/** The workspace one is in, or else the one where one works. */
export const effectiveWorkspace = (
  self: SessionInfo,
  role: WorkspaceRole | null,
): WorkspaceRole | null => role ?? currentWorkspaceRole(self);

export function visiblePages(self: SessionInfo, place: WorkspaceRole | null): PalettePage[] {
  // Nobody changes an account in somebody else's name.
  const ofAccount = accountNavigation
    .flatMap(({ entries }) => entries)
    .filter(({ to }) => !isImpersonating(self) || to === "/my-activities");
  const ofWorkspace = workspaceNavigation
    .flatMap(({ entries }) => entries)
    .filter(({ permission }) => place?.workspaceRole.permissions.includes(permission) === true);
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
