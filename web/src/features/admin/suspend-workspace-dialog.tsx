import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { AdminWorkspace } from "#contracts/admin-workspaces.ts";
import { type SuspensionEffect, workspaceSuspension } from "#contracts/workspace-suspension.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Select, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";
import { workspaceQueries } from "./workspace-queries.ts";

export default function SuspendWorkspaceDialog({
  workspace: { id, name, instanceCount },
  onClose,
}: {
  workspace: AdminWorkspace;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const effects: Record<SuspensionEffect, string> = {
    keep_running: t`They continue to run`,
    stop_instances: t`They are powered off`,
  };
  const initial: { reason: string; effect: SuspensionEffect } = {
    reason: "",
    effect: "keep_running",
  };
  const form = useEndpointForm(workspaceSuspension.suspend, {
    initial,
    labels: { reason: t`Reason`, effect: t`Its instances` },
    path: { adminWorkspace: id },
    onDone: async () => {
      void toast({ title: t`${name} suspended` });
      onClose();
      await invalidate(client, ...workspaceQueries);
    },
  });
  const [reason, effect] = [form.field("reason"), form.field("effect")];
  return (
    <FormDialog
      form={form}
      title={t`Suspend ${name}?`}
      submit={<Trans>Suspend {name}</Trans>}
      tone="danger"
      intro={
        <ul className={styles["list"]}>
          <li>
            <Trans>Nothing new can be ordered, started, or invited.</Trans>
          </li>
          <li>
            <Trans>Its members can still read, pay, power off, terminate, export, and leave.</Trans>
          </li>
          {instanceCount > 0 && (
            <li>
              <Plural
                value={instanceCount}
                one="Its # instance is kept and billed."
                other="Its # instances are kept and billed."
              />
            </li>
          )}
        </ul>
      }
      onClose={onClose}
    >
      <Field {...effect.field}>
        <Select
          {...effect.input}
          options={[
            { value: "keep_running", label: effects.keep_running },
            { value: "stop_instances", label: effects.stop_instances },
          ]}
        />
      </Field>
      <Field
        {...reason.field}
        help={t`Its members read it on every page, and its owner gets it by email`}
      >
        <Textarea {...reason.input} rows={3} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
