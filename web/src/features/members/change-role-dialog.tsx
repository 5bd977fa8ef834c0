import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { AssignableRole, type Member, members } from "#contracts/members.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { useDiscardConfirmation } from "./use-discard-confirmation.tsx";
import { Form, FormProblems } from "../../components/form.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./members.module.css";
import { roleBody, RoleFields, type RoleValues } from "./role-fields.tsx";

interface ChangeRoleDialogProps {
  readonly workspace: string;
  readonly member: Member;
  readonly onClose: () => void;
}

const initialValues = ({ role, projects }: Member): RoleValues => {
  const known = AssignableRole.safeParse(role);
  return { roleId: known.success ? known.data : "", projectIds: projects };
};

export default function ChangeRoleDialog({ workspace, member, onClose }: ChangeRoleDialogProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const form = useEndpointForm(members.setRole, {
    initial: initialValues(member),
    labels: { roleId: t`Role`, projectIds: t`Projects` },
    path: { workspace, member: member.id },
    body: roleBody,
    onDone: async ({ role }) => {
      const word = workspaceRoleLabel(i18n, role);
      void toast({
        title:
          role === member.role
            ? t`Projects of ${member.name} updated`
            : t`Role of ${member.name} changed to ${word}`,
      });
      onClose();
      await invalidate(client, members.list);
    },
  });
  const discard = useDiscardConfirmation(form, onClose);
  return (
    <Dialog
      open
      title={t`Change role of ${member.name}`}
      onClose={discard.ask}
      actions={
        <>
          <Button onClick={discard.ask}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="primary"
            busy={form.busy}
            disabled={!form.dirty}
            onClick={() => void form.submit()}
          >
            <Trans>Change role</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} className={styles["form"] ?? ""}>
        <p className={styles["subtle"]}>
          <Trans>Takes effect with their next action. We'll notify them by email.</Trans>
        </p>
        <FormProblems form={form} />
        <RoleFields
          workspace={workspace}
          role={form.field("roleId")}
          projects={form.field("projectIds")}
          problems={form.problems}
        />
      </Form>
      {discard.question}
    </Dialog>
  );
}
