/** The members of a workspace, with their roles. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { workspaceRoleActions } from "#contracts/actions/workspace-roles.ts";
import type { AdminWorkspace } from "#contracts/admin-workspaces.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import { useHasStaffPermission } from "../../../lib/session/permissions.ts";
import { Card } from "../../../ui/card.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { UserStatusBadge } from "../shared/user-labels.tsx";
import { UserLink } from "../user-link.tsx";
import { RolesCard } from "./roles-card.tsx";

export function WorkspaceMembersCard({ workspace }: { workspace: AdminWorkspace }) {
  return useHasStaffPermission("staff.workspace_role.view") ? (
    <EditableMembers workspace={workspace} />
  ) : (
    <MemberList workspace={workspace} />
  );
}

function EditableMembers({ workspace }: { workspace: AdminWorkspace }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  return (
    <RolesCard
      title={t`Members`}
      query={{ workspace: workspace.id }}
      user={null}
      workspace={workspace}
      addLabel={<Trans>Add member</Trans>}
      addReason={reasonFor(workspaceRoleActions.add, { user: null, workspace })}
      empty={<Trans>Nobody is a member of this workspace.</Trans>}
      nameOf={({ user }) => user.name}
      name={{
        key: "name",
        header: t`Name`,
        cell: ({ user }) => (
          <>
            <UserLink user={user} strong />
            {user.status !== "active" && <UserStatusBadge status={user.status} />}
          </>
        ),
      }}
    />
  );
}

/** For staff who see workspaces and not what their members may do. */
function MemberList({ workspace: { members } }: { workspace: AdminWorkspace }) {
  const { t, i18n } = useLingui();
  const columns: Column<AdminWorkspace["members"][number]>[] = [
    { key: "name", header: t`Name`, cell: (user) => <UserLink user={user} strong /> },
    { key: "role", header: t`Role`, cell: ({ role }) => workspaceRoleLabel(i18n, role) },
  ];
  return (
    <Card title={<Plural value={members.length} one="# member" other="# members" />} unpadded>
      <Table caption={t`Members`} columns={columns} rows={members} rowKey={({ id }) => id} />
    </Card>
  );
}
