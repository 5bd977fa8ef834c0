import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type Credential, credentials } from "#contracts/credentials.ts";
import { readPublicKey } from "#contracts/ssh-key.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormCode, FormProblems } from "../../blocks/form-frame.tsx";
import { refresh } from "../../lib/client.ts";
import { toast } from "../../ui/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import styles from "./order.module.css";

interface AddKeyProps {
  readonly workspace: string;
  readonly onAdded: (key: Credential) => void;
  readonly onCancel?: () => void;
}

/** Adds a key from inside another form: its own fields and its own button, but no form element. */
export function AddKey({ workspace, onAdded, onCancel }: AddKeyProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useContractForm(credentials.create, {
    initial: { publicKey: "", name: "" },
    labels: { publicKey: t`Public key`, name: t`Name of the key` },
    path: { workspace },
    onDone: async (key) => {
      await refresh(client, credentials.list);
      onAdded(key);
      void toast({ title: t`${key.name} was added` });
    },
  });
  const name = form.field("name");
  const publicKey = form.field("publicKey");
  /** What stands behind a key is most often whose it is. */
  const paste = (text: string) => {
    const read = readPublicKey(text);
    const suggested = "fault" in read ? "" : read.comment.slice(0, 64);
    form.change(
      name.input.value === "" && suggested !== ""
        ? { publicKey: text, name: suggested }
        : { publicKey: text },
    );
  };
  return (
    <div className={styles["addKey"]}>
      <FormProblems form={form} />
      <Field
        {...publicKey.field}
        help={
          <Trans>
            The one line in the file that ends in .pub, such as <code>~/.ssh/id_ed25519.pub</code>
          </Trans>
        }
      >
        <Textarea
          {...publicKey.input}
          onChange={paste}
          mono
          rows={3}
          spellCheck={false}
          autoComplete="off"
          placeholder="ssh-ed25519 AAAA…"
        />
      </Field>
      <Field {...name.field} help={t`So that you recognise it, such as the computer it is on`}>
        <TextInput
          {...name.input}
          maxLength={64}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter adds the key; it must not send the order around it.
            event.preventDefault();
            void form.submit();
          }}
        />
      </Field>
      <div className={styles["buttons"]}>
        <Button busy={form.busy} onClick={() => void form.submit()}>
          <Trans>Add key</Trans>
        </Button>
        {onCancel !== undefined && (
          <Button tone="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <FormCode form={form} tone="plain" />
      </div>
    </div>
  );
}
