import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormFrame, FormProblems } from "../../blocks/form-frame.tsx";
import { refresh } from "../../lib/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";
import { workspaceReads } from "./workspace-reads.ts";

const formId = "deactivate-workspace";

/** What follows for its people, why, and its handle typed. */
export default function DeactivateWorkspaceDialog({
  workspace: { id, name, handle, memberCount },
  onClose,
}: {
  workspace: AdminWorkspace;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const form = useContractForm(adminWorkspaces.remove, {
    initial: { reason: "", typed: "" },
    labels: { reason: t`Reason`, typed: t`Type ${handle} to confirm` },
    path: { adminWorkspace: id },
    body: ({ reason }) => ({ reason }),
    onDone: async () => {
      void toast({ title: t`${name} is deactivated` });
      onClose();
      await refresh(client, ...workspaceReads);
    },
  });
  const reason = form.field("reason");
  const typed = form.field("typed");
  return (
    <Dialog
      open
      alert
      initialFocus={cancel}
      title={t`Deactivate ${name}?`}
      onClose={() => {
        if (!form.busy) onClose();
      }}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="dangerPrimary"
            type="submit"
            form={formId}
            busy={form.busy}
            disabled={form.values.typed.trim() !== handle}
          >
            {t`Deactivate ${name}`}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id={formId} guard={false} className={styles["form"] ?? ""}>
        <ul className={styles["list"]}>
          <li>
            <Trans>
              None of its people gets in any more ({memberCount} in all), and its access tokens stop
              working.
            </Trans>
          </li>
          <li>
            <Trans>Everything in it is kept, and it can be restored for 30 days.</Trans>
          </li>
        </ul>
        <FormProblems form={form} />
        <Field
          {...reason.field}
          help={t`Its people read it in their list of what was done, once it is restored`}
        >
          <Textarea {...reason.input} rows={2} maxLength={500} />
        </Field>
        <Field {...typed.field}>
          <TextInput {...typed.input} autoComplete="off" spellCheck={false} autoCapitalize="off" />
        </Field>
      </FormFrame>
    </Dialog>
  );
}
