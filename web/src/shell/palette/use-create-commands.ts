/** Create commands, which the sidebar entries declare, and the one that creates a workspace. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { workspaceNavigation } from "../navigation.ts";
import { cliCommand } from "./cli-command.ts";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";
import { visiblePages } from "./palette-pages.ts";

export function useCreateCommands(): PaletteCommandGroup {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const whyNot = useDisabledReason();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  const workspace: PaletteCommand = {
    id: "create workspace",
    label: t`Create workspace`,
    icon: "plus",
    keywords: t`new`,
    run: () => void navigate({ to: "/workspaces/add" }),
  };
  if (role === null) return { label: t`Create`, options: [workspace] };

  const pages = visiblePages(self, role);
  const entries = workspaceNavigation.flatMap(({ entries: each }) => each);
  const declared = entries.flatMap(({ to: page, creates }): PaletteCommand[] => {
    const found = pages.find(({ to }) => to === page);
    // A form with a page of its own is listed without the page of the entry; a dialog opens on that page.
    if (creates === undefined || (creates.to === undefined && found === undefined)) return [];
    const { id, label, permission, to, cli } = creates;
    const reason = whyNot({ permission });
    return [
      {
        id: `create ${id}`,
        label: i18n._(label),
        icon: "plus",
        keywords: t`new`,
        reason,
        onlyWhenTyped: reason !== null,
        ...(cli === undefined ? {} : { cli: cliCommand(cli, role.handle) }),
        run: () =>
          void (to === undefined
            ? found?.open(navigate)
            : navigate({ to, params: { workspace: role.handle } })),
      },
    ];
  });
  return { label: t`Create`, options: [...declared, workspace] };
}
