import { Trans, useLingui } from "@lingui/react/macro";
import { type Member, members } from "#contracts/members.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { CodedEntry } from "../../blocks/coded-entries.ts";
import { asking } from "../../blocks/confirm.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import type { ListHandle } from "../../blocks/table-page.tsx";
import { useAction } from "../../blocks/use-action.ts";
import { useWorkspace } from "../../lib/permissions.ts";
import { reloadSelf, useSelf } from "../../lib/session.ts";
import { toast } from "../../ui/toast.ts";
import { useLeave } from "./use-leave.tsx";

/** The menu of a member's row; `onChangeRole` opens the dialog that gives another role. */
export function useMemberMenu(
  onChangeRole: (member: Member) => void,
): (member: Member, list: ListHandle) => readonly CodedEntry[] {
  const { t } = useLingui();
  const whyNot = useWhyNot();
  const { user } = useSelf();
  const { handle: workspace, name: workspaceName, workspaceRoleId } = useWorkspace();
  const leave = useLeave();
  const remove = useAction(members.remove, { refreshes: [] });
  const reassign = useAction(members.reassignOwner, { refreshes: [members.list] });

  const askRemove = ({ id, name }: Member, list: ListHandle) =>
    asking({
      habit: "interrupting",
      title: t`Remove ${name} from ${workspaceName}?`,
      verb: t`Remove ${name}`,
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
    asking({
      habit: "destroying",
      title: t`Transfer ownership of ${workspaceName} to ${name}?`,
      verb: t`Transfer to ${name}`,
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
        await reloadSelf();
      },
    });

  const notOn = (member: Member): string | null => {
    if (member.id === user.id) return t`You can't do this to your own account`;
    return member.role === "owner" ? t`Transfer ownership first` : null;
  };
  const whyNotOwner = (member: Member): string | null => {
    if (member.id !== user.id && member.role === "owner") return t`Already the owner`;
    return notOn(member);
  };
  const goes = (member: Member, list: ListHandle): CodedEntry =>
    member.id === user.id
      ? {
          label: t`Leave workspace`,
          icon: "out",
          tone: "danger",
          reason: whyNot({
            permission: "member.leave",
            reason: workspaceRoleId === "owner" ? t`Transfer ownership first` : null,
          }),
          ...leave,
        }
      : {
          label: t`Remove from workspace`,
          icon: "trash",
          tone: "danger",
          reason: whyNot({ permission: "member.manage", reason: notOn(member) }),
          ...askRemove(member, list),
        };

  return (member, list) => [
    {
      label: t`Change role`,
      icon: "shield",
      reason: whyNot({ permission: "member.manage", reason: notOn(member) }),
      onSelect: () => onChangeRole(member),
    },
    {
      label: t`Transfer ownership`,
      icon: "key",
      reason: whyNot({ permission: "owner.reassign", reason: whyNotOwner(member) }),
      ...askMakeOwner(member),
    },
    { kind: "rule" },
    goes(member, list),
  ];
}
