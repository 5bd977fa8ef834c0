import { Trans, useLingui } from "@lingui/react/macro";
import { memberActions } from "#contracts/actions/members.ts";
import { type Member, members } from "#contracts/members.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { MenuEntryWithCode } from "../../components/use-menu-code.ts";
import { withConfirmation } from "../../components/confirmation.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import type { ListActions } from "../../components/table-page.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { refetchSession, useSessionInfo } from "../../lib/session/session.ts";
import { toast } from "../../ui/toast.ts";
import { useLeaveWorkspace } from "./use-leave-workspace.tsx";

/** Row menu of a member; `onChangeRole` opens the dialog that changes the role. */
export function useMemberMenu(
  onChangeRole: (member: Member) => void,
): (member: Member, list: ListActions) => readonly MenuEntryWithCode[] {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const { user } = useSessionInfo();
  const { handle: workspace, name: workspaceName } = useWorkspace();
  const leave = useLeaveWorkspace();
  const remove = useEndpointAction(members.remove, { invalidates: [] });
  const reassign = useEndpointAction(members.reassignOwner, { invalidates: [members.list] });

  const askRemove = ({ id, name }: Member, list: ListActions) =>
    withConfirmation({
      severity: "disruptive",
      title: t`Remove ${name} from ${workspaceName}?`,
      confirmLabel: t`Remove ${name}`,
      text: (
        <Trans>
          They lose access to this workspace, and their access tokens for it stop working. Projects,
          SSH keys, and instances they created are transferred to you. We'll notify them by email.
        </Trans>
      ),
      code: remove.code({ path: { workspace, member: id } }),
      action: async () => {
        await remove.run({ path: { workspace, member: id } });
        void toast({ title: t`${name} removed from ${workspaceName}` });
        await list.removed(workspaces.overview);
      },
    });

  const askMakeOwner = ({ id, name, email }: Member) =>
    withConfirmation({
      severity: "destructive",
      title: t`Transfer ownership of ${workspaceName} to ${name}?`,
      confirmLabel: t`Transfer to ${name}`,
      name: workspace,
      consequences: (
        <ul>
          <li>
            <Trans>
              {name} ({email}) will control the members, the billing, and the workspace itself.
            </Trans>
          </li>
          <li>
            <Trans>
              You'll become an administrator. Only {name} can transfer ownership back to you.
            </Trans>
          </li>
          <li>
            <Trans>Invitations you sent that are still pending are canceled.</Trans>
          </li>
        </ul>
      ),
      code: reassign.code({ path: { workspace, member: id }, body: { handle: workspace } }),
      action: async () => {
        await reassign.run({ path: { workspace, member: id }, body: { handle: workspace } });
        void toast({ title: t`${name} now owns ${workspaceName}` });
        await refetchSession();
      },
    });

  const goes = (member: Member, list: ListActions): MenuEntryWithCode =>
    member.id === user.id
      ? {
          label: t`Leave workspace`,
          icon: "out",
          tone: "danger",
          reason: reasonFor(memberActions.leave, member),
          ...leave,
        }
      : {
          label: t`Remove from workspace`,
          icon: "trash",
          tone: "danger",
          reason: reasonFor(memberActions.remove, member),
          ...askRemove(member, list),
        };

  return (member, list) => [
    {
      label: t`Change role`,
      icon: "shield",
      reason: reasonFor(memberActions.setRole, member),
      onSelect: () => onChangeRole(member),
    },
    {
      label: t`Transfer ownership`,
      icon: "key",
      reason: reasonFor(memberActions.reassignOwner, member),
      ...askMakeOwner(member),
    },
    { kind: "rule" },
    goes(member, list),
  ];
}
