/** The workspaces of a user, with the role in each. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { workspaceRoleActions } from "#contracts/actions/workspace-roles.ts";
import type { User } from "#contracts/users.ts";
import type { UserWorkspaceRole } from "#contracts/workspace-roles.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import { useHasStaffPermission } from "../../../lib/session/permissions.ts";
import { Card } from "../../../ui/card.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, NameCell, Table } from "../../../ui/table.tsx";
import { WorkspaceStatusBadge } from "../workspace-labels.tsx";
import { RolesCard } from "./roles-card.tsx";

export function UserWorkspacesCard({ user }: { user: User }) {
  return useHasStaffPermission("staff.workspace_role.view") ? (
    <EditableWorkspaces user={user} />
  ) : (
    <WorkspaceList user={user} />
  );
}

function EditableWorkspaces({ user }: { user: User }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  return (
    <RolesCard
      title={t`Workspaces`}
      query={{ user: user.id }}
      user={user}
      workspace={null}
      addLabel={<Trans>Add to a workspace</Trans>}
      addReason={reasonFor(workspaceRoleActions.add, { user, workspace: null })}
      empty={<Trans>This user hasn't joined or created a workspace.</Trans>}
      nameOf={({ workspace }) => workspace.name}
      name={{
        key: "name",
        header: t`Name`,
        cell: ({ workspace, isDefault }) => (
          <WorkspaceName workspace={workspace} isDefault={isDefault}>
            {workspace.status !== "active" && <WorkspaceStatusBadge status={workspace.status} />}
          </WorkspaceName>
        ),
      }}
    />
  );
}

function WorkspaceName({
  workspace: { id, name, handle },
  isDefault,
  children,
}: {
  workspace: Pick<UserWorkspaceRole["workspace"], "id" | "name" | "handle">;
  isDefault: boolean;
  children?: React.ReactNode;
}) {
  const { t } = useLingui();
  const seesWorkspaces = useHasStaffPermission("staff.workspace.view");
  return (
    <NameCell subtitle={handle}>
      {seesWorkspaces ? (
        <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: id }}>
          {name}
        </Link>
      ) : (
        name
      )}{" "}
      {isDefault && <Badge>{t`Default`}</Badge>} {children}
    </NameCell>
  );
}

/** For staff who see users and not what they may do in workspaces. */
function WorkspaceList({ user: { workspaces } }: { user: User }) {
  const { t, i18n } = useLingui();
  const columns: Column<User["workspaces"][number]>[] = [
    {
      key: "name",
      header: t`Name`,
      cell: ({ isDefault, ...workspace }) => (
        <WorkspaceName workspace={workspace} isDefault={isDefault} />
      ),
    },
    { key: "role", header: t`Role`, cell: ({ role }) => workspaceRoleLabel(i18n, role) },
  ];
  return (
    <Card
      title={
        <Plural value={workspaces.length} _0="No workspaces" one="Workspace" other="Workspaces" />
      }
      unpadded={workspaces.length > 0}
    >
      {workspaces.length === 0 ? (
        <p>
          <Trans>This user hasn't joined or created a workspace.</Trans>
        </p>
      ) : (
        <Table
          caption={t`Workspaces`}
          columns={columns}
          rows={workspaces}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  );
}
