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
          They see nothing of this workspace any more, and their access tokens here end. Projects,
          keys and machines they made stay and become yours. They are told by mail.
        </Trans>
      ),
      code: remove.code({ path: { workspace, member: id } }),
      action: async () => {
        await remove.run({ path: { workspace, member: id } });
        void toast({ title: t`${name} was removed from ${workspaceName}` });
        await list.removed(workspaces.overview);
      },
    });

  const askMakeOwner = ({ id, name, email }: Member) =>
    asking({
      habit: "destroying",
      title: t`Make ${name} the owner of ${workspaceName}?`,
      verb: t`Make ${name} the owner`,
      name: workspace,
      consequences: (
        <ul>
          <li>
            <Trans>
              {name} ({email}) decides from then on who is in it, what it pays and whether it goes
              on.
            </Trans>
          </li>
          <li>
            <Trans>You stay as an administrator. Only {name} can make you the owner again.</Trans>
          </li>
          <li>
            <Trans>Invitations you sent and nobody accepted end.</Trans>
          </li>
        </ul>
      ),
      code: reassign.code({ path: { workspace, member: id }, body: { handle: workspace } }),
      action: async () => {
        await reassign.run({ path: { workspace, member: id }, body: { handle: workspace } });
        void toast({ title: t`${name} is the owner of ${workspaceName} now` });
        await reloadSelf();
      },
    });

  const notOn = (member: Member): string | null => {
    if (member.id === user.id) return t`You cannot do this to yourself`;
    return member.role === "owner" ? t`Make somebody else the owner first` : null;
  };
  const whyNotOwner = (member: Member): string | null => {
    if (member.id !== user.id && member.role === "owner") return t`They own the workspace already`;
    return notOn(member);
  };
  const goes = (member: Member, list: ListHandle): CodedEntry =>
    member.id === user.id
      ? {
          label: t`Leave workspace…`,
          icon: "out",
          tone: "danger",
          reason: whyNot({
            permission: "member.leave",
            reason: workspaceRoleId === "owner" ? t`Make somebody else the owner first` : null,
          }),
          ...leave,
        }
      : {
          label: t`Remove from workspace…`,
          icon: "trash",
          tone: "danger",
          reason: whyNot({ permission: "member.manage", reason: notOn(member) }),
          ...askRemove(member, list),
        };

  return (member, list) => [
    {
      label: t`Change role…`,
      icon: "shield",
      reason: whyNot({ permission: "member.manage", reason: notOn(member) }),
      onSelect: () => onChangeRole(member),
    },
    {
      label: t`Make owner…`,
      icon: "key",
      reason: whyNot({ permission: "owner.reassign", reason: whyNotOwner(member) }),
      ...askMakeOwner(member),
    },
    { kind: "rule" },
    goes(member, list),
  ];
}
