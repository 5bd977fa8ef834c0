import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type User, users } from "#contracts/users.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormFrame, FormProblems } from "../../blocks/form-frame.tsx";
import { refresh } from "../../lib/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";

/** Nothing brings the person back: what follows, why, and their address typed. */
export default function DeleteForeverDialog({
  user,
  onClose,
}: {
  user: User;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const form = useContractForm(users.deleteForever, {
    initial: { reason: "", typed: "" },
    labels: { reason: t`Reason`, typed: t`Type ${user.email} to confirm` },
    path: { user: user.id },
    body: ({ reason }) => ({ reason }),
    onDone: async () => {
      void toast({ title: t`The account is deleted for good` });
      onClose();
      await refresh(client, users.view, users.list, users.noRole, users.count);
    },
  });
  const reason = form.field("reason");
  const typed = form.field("typed");
  return (
    <Dialog
      open
      alert
      initialFocus={cancel}
      title={t`Delete ${user.email} for good?`}
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
            busy={form.busy}
            disabled={form.values.typed.trim() !== user.email}
            onClick={() => void form.submit()}
          >
            {t`Delete ${user.email}`}
          </Button>
        </>
      }
    >
      <FormFrame form={form} className={styles["form"] ?? ""}>
        <ul className={styles["list"]}>
          <li>
            <Trans>Name, e-mail, password, passkeys and linked accounts are erased.</Trans>
          </li>
          <li>
            <Trans>Bills and the record of what was done stay, and name nobody.</Trans>
          </li>
          <li>
            <Trans>Nobody can take this back.</Trans>
          </li>
        </ul>
        <FormProblems form={form} />
        <Field {...reason.field} help={t`Who asked for it, and when`}>
          <Textarea {...reason.input} rows={2} maxLength={500} />
        </Field>
        <Field {...typed.field}>
          <TextInput {...typed.input} autoComplete="off" spellCheck={false} autoCapitalize="off" />
        </Field>
      </FormFrame>
    </Dialog>
  );
}
