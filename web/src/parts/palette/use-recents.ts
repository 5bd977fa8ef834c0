/** What was opened or run from the palette last, as commands again; what somebody may no longer do is left out. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { WorkspaceRole } from "#contracts/auth.ts";
import type { StaffPermission, WorkspacePermission } from "#contracts/permissions.ts";
import { staffCan, useMaybeWorkspace } from "../../lib/permissions.ts";
import { keepRecent, type Recent, recentsOf } from "../../lib/recents.ts";
import { useSelf } from "../../lib/session.ts";
import { isImpersonating } from "../../lib/signed-in.ts";
import type { Command, Commands } from "./command.ts";
import { mayRecur } from "./machine-commands.ts";
import { useVerbs } from "./verbs.ts";

type Recall = (recent: Recent, rest: string) => Command | null;

/** Found ones are asked for by their id again; what they are called may have changed. */
export function useRecents(known: readonly Commands[]): {
  group: Commands;
  keep: (command: Command) => void;
} {
  const { t } = useLingui();
  const self = useSelf();
  const role = useMaybeWorkspace();
  const recallFound = useRecallFound(role);
  const place = role?.workspaceId ?? "outside";
  // As they were when the palette was opened: nothing moves while it is.
  const [recents] = useState(() => (isImpersonating(self) ? [] : recentsOf(self.user.id, place)));
  const all = known.flatMap(({ options }) => options);
  const recall = (recent: Recent): Command | null =>
    all.find(({ id, reason }) => id === recent.id && (reason ?? null) === null) ??
    recallFound(recent);
  return {
    group: {
      label: t`Recent`,
      options: recents.map(recall).filter((command) => command !== null),
    },
    keep: ({ id, label, recentName, passing }) => {
      // What staff do in somebody's name is not that person's.
      if (passing !== true && !isImpersonating(self))
        keepRecent(self.user.id, place, { id, name: recentName ?? label });
    },
  };
}

function useRecallFound(role: WorkspaceRole | null): (recent: Recent) => Command | null {
  const { t } = useLingui();
  const navigate = useNavigate();
  const self = useSelf();
  const verbs = useVerbs();
  const may = (permission: WorkspacePermission) =>
    role?.workspaceRole.permissions.includes(permission) === true;
  const mayAsStaff = (permission: StaffPermission) => staffCan(self, permission);
  const workspace = role?.handle ?? "";

  const kinds: Readonly<Record<string, Recall>> = {
    instance: ({ id, name }, instanceID) =>
      may("instance.view")
        ? {
            id,
            label: name,
            second: t`Instance`,
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
            second: t`Project`,
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
            second: t`SSH key`,
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
            second: t`User`,
            icon: "user",
            run: () => void navigate({ to: "/admin/users/$userID", params: { userID } }),
          }
        : null,
    // Whether it is possible now is told when the machine has been found again.
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
