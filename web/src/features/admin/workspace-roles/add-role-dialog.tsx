import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import {
  type AdminWorkspace,
  type AdminWorkspaceRow,
  adminWorkspaces,
} from "#contracts/admin-workspaces.ts";
import type { User, UserRow } from "#contracts/users.ts";
import { workspaceRoles } from "#contracts/workspace-roles.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { SearchableList } from "../../../components/searchable-list.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { endpointQuery, invalidate } from "../../../lib/api/api-client.ts";
import { FieldNotes } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { userDisplayName } from "../shared/user-labels.tsx";
import { UserSearch } from "../user-search.tsx";
import { roleBody, RoleFields, type RoleValues } from "./role-fields.tsx";
import { roleQueries } from "./role-queries.ts";

interface AddRoleDialogProps {
  /** The user of the page; null to search for one. */
  readonly user: User | null;
  /** The workspace of the page; null to search for one. */
  readonly workspace: AdminWorkspace | null;
  readonly onClose: () => void;
}

interface Values extends RoleValues {
  readonly userId: UserRow | null;
  readonly workspaceId: AdminWorkspaceRow | null;
}

export default function AddRoleDialog({ user, workspace, onClose }: AddRoleDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const initial: Values = {
    userId: user,
    workspaceId: workspace,
    roleId: "",
    projectIds: [],
    reason: "",
  };
  const form = useEndpointForm(workspaceRoles.add, {
    initial,
    labels: {
      userId: t`User`,
      workspaceId: t`Workspace`,
      roleId: t`Role`,
      projectIds: t`Projects`,
      reason: t`Reason`,
    },
    fieldOf: { email_already_in_use: "userId" },
    body: ({ userId, workspaceId, ...values }) => ({
      userId: userId?.id,
      workspaceId: workspaceId?.id,
      ...roleBody(values),
    }),
    onDone: async (added) => {
      void toast({ title: t`${added.user.name} added to ${added.workspace.name}` });
      onClose();
      await invalidate(client, ...roleQueries);
    },
  });
  const [found, place] = [form.field("userId"), form.field("workspaceId")];
  const chosen = place.input.value;
  const projects = form.field("projectIds");
  return (
    <FormDialog
      form={form}
      title={
        user === null
          ? t`Add a member to ${workspace?.name ?? ""}`
          : t`Add ${userDisplayName(user)} to a workspace`
      }
      submit={<Trans>Add</Trans>}
      guard={false}
      onClose={onClose}
    >
      {user === null && (
        <div id={found.input.id} tabIndex={-1}>
          <UserSearch chosen={found.input.value} onChoose={found.input.onChange} />
          <FieldNotes id={found.input.id} error={found.field.error} />
        </div>
      )}
      {workspace === null && (
        <div id={place.input.id} tabIndex={-1}>
          <SearchableList
            label={place.field.label}
            searchLabel={t`Search workspaces`}
            read={(search) =>
              endpointQuery(adminWorkspaces.list, {
                query: { search, status: "active", orderBy: "handle" },
              })
            }
            rowKey={({ id }) => id}
            disabledReason={() => null}
            isSelected={({ id }) => id === chosen?.id}
            onChoose={(row) => {
              place.input.onChange(row);
              projects.input.onChange([]);
            }}
          >
            {({ name, handle }) => (
              <>
                <span translate="no">{name}</span>
                <small>{handle}</small>
              </>
            )}
          </SearchableList>
          <FieldNotes id={place.input.id} error={place.field.error} />
        </div>
      )}
      <RoleFields
        workspaceId={chosen?.id ?? null}
        role={form.field("roleId")}
        projects={projects}
        reason={form.field("reason")}
      />
    </FormDialog>
  );
}
