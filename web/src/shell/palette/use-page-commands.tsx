/** Navigation commands: the pages of the navigation and the other workspaces. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { areSingleKeyShortcutsEnabled } from "../../lib/browser/keyboard.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { KeyCombination } from "../../ui/kbd.tsx";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";
import { goToKey, type PalettePage, visiblePages, effectiveWorkspace } from "./palette-pages.ts";

export function usePageCommands(): PaletteCommandGroup {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  const place = effectiveWorkspace(self, role);
  const hasKeys = areSingleKeyShortcutsEnabled();
  const under: Record<PalettePage["area"], string | null> = {
    workspace: role === null ? (place?.name ?? null) : null,
    account: t`Account`,
    staff: t`Admin area`,
    outside: null,
  };
  const pageCommand = ({ to, label, icon, area, open }: PalettePage): PaletteCommand => {
    const letter = goToKey(to);
    return {
      id: `page ${to}`,
      label: i18n._(label),
      description: under[area],
      icon,
      keywords: t`go to open page`,
      ...(hasKeys && letter !== undefined
        ? { aside: <KeyCombination keys={["G", letter.toUpperCase()]} /> }
        : {}),
      run: () => void open(navigate),
    };
  };
  return { label: t`Go to`, options: visiblePages(self, place).map(pageCommand) };
}

export function useWorkspaceCommands(): PaletteCommandGroup {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { userWorkspaceRoles } = useSessionInfo();
  const current = useOptionalWorkspace();
  const switchTo = ({ handle, name, workspaceRoleId }: WorkspaceRole): PaletteCommand => ({
    id: `workspace ${handle}`,
    label: name,
    description: `${handle} · ${workspaceRoleLabel(i18n, workspaceRoleId)}`,
    icon: "updown",
    keywords: t`switch to workspace`,
    run: () => void navigate({ to: "/$workspace", params: { workspace: handle } }),
  });
  return {
    label: t`Switch workspace`,
    options: userWorkspaceRoles.filter(({ handle }) => handle !== current?.handle).map(switchTo),
  };
}
