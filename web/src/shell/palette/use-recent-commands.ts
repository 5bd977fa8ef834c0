/** Recently used commands; those that the user may no longer run are left out. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import type { StaffPermission, WorkspacePermission } from "#contracts/permissions.ts";
import {
  hasPermission,
  hasStaffPermission,
  useOptionalWorkspace,
} from "../../lib/session/permissions.ts";
import { addRecentCommand, type RecentCommand, getRecentCommands } from "./recent-commands.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { isImpersonating } from "../../lib/session/signed-in.ts";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";
import { mayRecur } from "./use-instance-commands.ts";
import { useVerbs } from "./verbs.ts";

type RestoreCommand = (recent: RecentCommand, rest: string) => PaletteCommand | null;

/** Refetches recently found objects by id, because they may have been renamed. */
export function useRecentCommands(known: readonly PaletteCommandGroup[]): {
  group: PaletteCommandGroup;
  keep: (command: PaletteCommand) => void;
} {
  const { t } = useLingui();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  const recallFound = useRestoreSearchResult(role);
  const place = role?.workspaceId ?? "outside";
  // Fixed when the palette opens, so that nothing moves while it is open.
  const [recents] = useState(() =>
    isImpersonating(self) ? [] : getRecentCommands(self.user.id, place),
  );
  const all = known.flatMap(({ options }) => options);
  const recall = (recent: RecentCommand): PaletteCommand | null =>
    all.find(({ id, reason }) => id === recent.id && (reason ?? null) === null) ??
    recallFound(recent);
  return {
    group: {
      label: t`Recent`,
      options: recents.map(recall).filter((command) => command !== null),
    },
    keep: ({ id, label, recentName, passing }) => {
      // Commands run during impersonation are not added to the customer's recent ones.
      if (passing !== true && !isImpersonating(self))
        addRecentCommand(self.user.id, place, { id, name: recentName ?? label });
    },
  };
}

function useRestoreSearchResult(
  role: WorkspaceRole | null,
): (recent: RecentCommand) => PaletteCommand | null {
  const { t } = useLingui();
  const navigate = useNavigate();
  const self = useSessionInfo();
  const verbs = useVerbs();
  const may = (permission: WorkspacePermission) => hasPermission(role, permission);
  const mayAsStaff = (permission: StaffPermission) => hasStaffPermission(self, permission);
  const workspace = role?.handle ?? "";

  const kinds: Readonly<Record<string, RestoreCommand>> = {
    instance: ({ id, name }, instanceID) =>
      may("instance.view")
        ? {
            id,
            label: name,
            description: t`Instance`,
            icon: "server",
            run: () =>
              void navigate({
                to: "/$workspace/instances/$instanceID",
                params: { workspace, instanceID },
              }),
          }
        : null,
    project: ({ id, name }, projectID) =>
      may("project.view")
        ? {
            id,
            label: name,
            description: t`Project`,
            icon: "folder",
            run: () =>
              void navigate({
                to: "/$workspace/projects/$projectID",
                params: { workspace, projectID },
              }),
          }
        : null,
    key: ({ id, name }, fingerprint) =>
      may("credential.view")
        ? {
            id,
            label: name,
            description: t`SSH key`,
            icon: "key",
            run: () =>
              void navigate({
                to: "/$workspace/settings/credentials",
                params: { workspace },
                search: { search: fingerprint },
              }),
          }
        : null,
    person: ({ id, name }, userID) =>
      mayAsStaff("staff.user.view")
        ? {
            id,
            label: name,
            description: t`User`,
            icon: "user",
            run: () => void navigate({ to: "/admin/users/$userID", params: { userID } }),
          }
        : null,
    // Availability is known once the instance has been refetched.
    order: ({ id, name }, rest) => {
      const verb = verbs.find(({ action }) => rest.startsWith(`${action} `));
      return verb === undefined || !mayRecur(verb.action) || !may("instance.view")
        ? null
        : {
            id,
            label: verb.of(name),
            icon: verb.icon,
            completes: `${verb.says[0] ?? ""} ${name}`,
            passing: true,
            run: () => undefined,
          };
    },
  };
  return (recent) => {
    const cut = recent.id.indexOf(" ");
    const kind = recent.id.slice(0, cut);
    return Object.hasOwn(kinds, kind)
      ? (kinds[kind]?.(recent, recent.id.slice(cut + 1)) ?? null)
      : null;
  };
}
