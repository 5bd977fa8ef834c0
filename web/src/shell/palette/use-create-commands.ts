/** Commands that create a resource; each opens the page with the form. */
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { useOptionalWorkspace } from "../../lib/session/permissions.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { cliCommand } from "./cli-command.ts";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";
import { visiblePages } from "./palette-pages.ts";

/** Created on a navigation page: available when the user may open that page. */
interface OnPage {
  readonly id: string;
  readonly label: string;
  readonly page: string;
  readonly permission: WorkspacePermission;
  /** Command of the CLI. */
  readonly cli?: string;
}

export function useCreateCommands(): PaletteCommandGroup {
  const { t } = useLingui();
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

  const params = { workspace: role.handle };
  const command = (
    id: string,
    label: string,
    permission: WorkspacePermission,
    run: () => void,
    cli?: string,
  ): PaletteCommand => {
    const reason = whyNot({ permission });
    return {
      id: `create ${id}`,
      label,
      icon: "plus",
      keywords: t`new`,
      reason,
      onlyWhenTyped: reason !== null,
      ...(cli === undefined ? {} : { cli: cliCommand(cli, role.handle) }),
      run,
    };
  };
  const pages = visiblePages(self, role);
  const onPages: readonly OnPage[] = [
    {
      id: "key",
      label: t`Add SSH key`,
      page: "/$workspace/settings/credentials",
      permission: "credential.create",
      cli: "keys add NAME FILE",
    },
    {
      id: "invite",
      label: t`Invite people`,
      page: "/$workspace/settings/team-members",
      permission: "member.invite",
    },
    {
      id: "token",
      label: t`Create access token`,
      page: "/$workspace/settings/access-tokens",
      permission: "token.create",
    },
  ];
  const created = onPages.flatMap(({ id, label, page, permission, cli }) => {
    const found = pages.find(({ to }) => to === page);
    return found === undefined
      ? []
      : [command(id, label, permission, () => void found.open(navigate), cli)];
  });
  return {
    label: t`Create`,
    options: [
      command(
        "instance",
        t`Create instance`,
        "instance.create",
        () => void navigate({ to: "/$workspace/instances/create", params }),
        "instances create HOSTNAME --region REGION --product PRODUCT --image IMAGE",
      ),
      command(
        "project",
        t`Create project`,
        "project.create",
        () => void navigate({ to: "/$workspace/projects/add", params }),
        "projects create NAME",
      ),
      ...created,
      workspace,
    ],
  };
}
