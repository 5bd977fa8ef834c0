import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { AssignableRole } from "#contracts/members.ts";
import { type UserWorkspaceRole, workspaceRoles } from "#contracts/workspace-roles.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import { toast } from "../../../ui/toast.ts";
import { roleBody, RoleFields, type RoleValues } from "./role-fields.tsx";
import { roleQueries } from "./role-queries.ts";

export default function ChangeRoleDialog({
  role: { id, user, workspace, role, projects },
  onClose,
}: {
  role: UserWorkspaceRole;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const known = AssignableRole.safeParse(role);
  const initial: RoleValues = {
    roleId: known.success ? known.data : "",
    projectIds: projects.map((project) => project.id),
    reason: "",
  };
  const form = useEndpointForm(workspaceRoles.change, {
    initial,
    labels: { roleId: t`Role`, projectIds: t`Projects`, reason: t`Reason` },
    body: (values) => ({ id, ...roleBody(values) }),
    onDone: async (saved) => {
      const word = workspaceRoleLabel(i18n, saved.role);
      void toast({
        title:
          saved.role === role
            ? t`Projects of ${user.name} updated`
            : t`Role of ${user.name} changed to ${word}`,
      });
      onClose();
      await invalidate(client, ...roleQueries);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Change role of ${user.name} in ${workspace.name}`}
      submit={<Trans>Change role</Trans>}
      isEdit
      intro={
        <p>
          <Trans>Takes effect with their next action. We'll notify them by email.</Trans>
        </p>
      }
      onClose={onClose}
    >
      <RoleFields
        workspaceId={workspace.id}
        role={form.field("roleId")}
        projects={form.field("projectIds")}
        reason={form.field("reason")}
      />
    </FormDialog>
  );
}
