/** All navigation pages that the user may open, with their go-to keys. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { UseNavigateResult } from "@tanstack/react-router";
import type { SessionInfo, WorkspaceRole } from "#contracts/auth.ts";
import { currentWorkspaceRole } from "../../lib/session/route-guards.ts";
import { isImpersonating } from "../../lib/session/signed-in.ts";
import { visibleAdminNavigation } from "../admin-navigation.ts";
import { accountNavigation, workspaceNavigation } from "../navigation.ts";
import type { IconName } from "../../ui/icons.tsx";

export type Navigate = UseNavigateResult<string>;

export interface PalettePage {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly icon: IconName;
  readonly area: "workspace" | "account" | "staff" | "outside";
  readonly open: (navigate: Navigate) => Promise<void>;
}

/** Pressed after G. Pages without a key are opened from the palette. */
const goToKeys: Readonly<Record<string, string>> = {
  "/$workspace": "o",
  "/$workspace/instances": "i",
  "/$workspace/projects": "p",
  "/$workspace/activities": "a",
  "/$workspace/settings/credentials": "k",
  "/$workspace/settings/access-tokens": "t",
  "/$workspace/settings/team-members": "m",
  "/$workspace/settings/general": "s",
  "/workspaces": "w",
  "/account/general": "y",
  "/admin/users": "u",
};
export const goToKey = (to: string): string | undefined => goToKeys[to];

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
