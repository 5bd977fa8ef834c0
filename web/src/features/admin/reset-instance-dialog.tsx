import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type AdminInstance, adminInstances } from "#contracts/admin-instances.ts";
import type { ResetAction } from "#contracts/instance-states.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";

/** Reboots an instance of a customer, or changes its power, with a note for its workspace. */
export default function ResetInstanceDialog({
  instance: { id, hostname: name, workspace },
  action,
  onClose,
}: {
  instance: AdminInstance;
  action: ResetAction;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const verbs: Record<ResetAction, string> = {
    reboot: t`Reboot ${name}`,
    hard_reboot: t`Force reboot ${name}`,
    power_on: t`Power on ${name}`,
    power_off: t`Power off ${name}`,
  };
  const titles: Record<ResetAction, string> = {
    reboot: t`Reboot ${name}?`,
    hard_reboot: t`Force reboot ${name}?`,
    power_on: t`Power on ${name}?`,
    power_off: t`Power off ${name}?`,
  };
  const form = useEndpointForm(adminInstances.reset, {
    initial: { note: "" },
    labels: { note: t`Note` },
    path: { adminInstance: id },
    body: ({ note }) => ({ action, note }),
    onDone: async () => {
      void toast({ title: t`Requested for ${name}` });
      onClose();
      await invalidate(client, adminInstances.view, adminInstances.list, adminInstances.logs);
    },
  });
  const note = form.field("note");
  return (
    <FormDialog
      form={form}
      title={titles[action]}
      submit={verbs[action]}
      intro={
        <p>
          {action === "hard_reboot" ? (
            <Trans>Data not yet written to the disk is lost.</Trans>
          ) : action === "power_on" ? (
            <Trans>The instance of {workspace.name} starts.</Trans>
          ) : (
            <Trans>Everything that {workspace.name} runs on it stops.</Trans>
          )}
        </p>
      }
      onClose={onClose}
    >
      <Field {...note.field} help={t`The customer reads it, with Support as its author`}>
        <Textarea {...note.input} rows={3} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
