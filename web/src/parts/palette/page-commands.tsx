/** Where one can go: the pages of the navigation, and the other workspaces. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { areSingleKeysOn } from "../../lib/keys.ts";
import { useMaybeWorkspace } from "../../lib/permissions.ts";
import { useSelf } from "../../lib/session.ts";
import { wordRole } from "../../lib/wording.ts";
import { Keys } from "../../ui/kbd.tsx";
import type { Command, Commands } from "./command.ts";
import { letterOf, type PlacePage, pagesOf, placeOf } from "./pages.ts";

export function usePageCommands(): Commands {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const self = useSelf();
  const role = useMaybeWorkspace();
  const place = placeOf(self, role);
  const hasKeys = areSingleKeysOn();
  const under: Record<PlacePage["area"], string | null> = {
    workspace: role === null ? (place?.name ?? null) : null,
    account: t`Account`,
    staff: t`Admin area`,
    outside: null,
  };
  const pageCommand = ({ to, label, icon, area, open }: PlacePage): Command => {
    const letter = letterOf(to);
    return {
      id: `page ${to}`,
      label: i18n._(label),
      second: under[area],
      icon,
      words: t`go to open page`,
      ...(hasKeys && letter !== undefined
        ? { aside: <Keys keys={["G", letter.toUpperCase()]} /> }
        : {}),
      run: () => void open(navigate),
    };
  };
  return { label: t`Go to`, options: pagesOf(self, place).map(pageCommand) };
}

export function useWorkspaceCommands(): Commands {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { userWorkspaceRoles } = useSelf();
  const current = useMaybeWorkspace();
  const switchTo = ({ handle, name, workspaceRoleId }: WorkspaceRole): Command => ({
    id: `workspace ${handle}`,
    label: name,
    second: `${handle} · ${wordRole(i18n, workspaceRoleId)}`,
    icon: "updown",
    words: t`switch to workspace`,
    run: () => void navigate({ to: "/$workspace", params: { workspace: handle } }),
  });
  return {
    label: t`Switch workspace`,
    options: userWorkspaceRoles.filter(({ handle }) => handle !== current?.handle).map(switchTo),
  };
}
