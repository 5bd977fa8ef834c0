import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useRef } from "react";
import { credentials } from "#contracts/credentials.ts";
import { readPublicKey } from "#contracts/ssh-key.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useContractForm } from "../../blocks/contract-form.ts";
import { FormFrame, FormProblems } from "../../blocks/form-frame.tsx";
import { refresh } from "../../lib/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./credentials.module.css";
import { isHardwareKey, kindOf } from "./key-words.tsx";

/** More than any public key needs; the rest of a wrong file is not read. */
const readBytesAtMost = 32_768;
const nameCharactersAtMost = 64;

/** Adds a key by pasting or by its file. What was typed goes with the dialog. */
export default function AddKeyDialog({
  workspace,
  onClose,
}: {
  workspace: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fileInput = useRef<HTMLInputElement>(null);
  const form = useContractForm(credentials.create, {
    initial: { publicKey: "", name: "" },
    labels: { publicKey: t`Public key`, name: t`Name` },
    path: { workspace },
    onDone: async (key) => {
      void toast({ title: t`The key ${key.name} was added` });
      onClose();
      await refresh(client, credentials.list, workspaces.overview);
    },
  });
  const publicKey = form.field("publicKey");
  const name = form.field("name");
  const read = readPublicKey(form.values.publicKey);

  /** The comment behind a key most often says whose it is, or where. */
  const takeKey = (text: string) => {
    const key = readPublicKey(text);
    const suggestion = "fault" in key ? "" : key.comment.slice(0, nameCharactersAtMost);
    form.change(
      form.values.name === "" && suggestion !== ""
        ? { publicKey: text, name: suggestion }
        : { publicKey: text },
    );
  };
  const takeFile = async (file: File | undefined) => {
    if (file !== undefined) takeKey(await file.slice(0, readBytesAtMost).text());
  };
  const drop = (event: DragEvent<HTMLTextAreaElement>) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    void takeFile(file);
  };

  return (
    <Dialog
      open
      onClose={() => {
        if (!form.busy) onClose();
      }}
      title={t`Add SSH key`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" busy={form.busy} onClick={() => void form.submit()}>
            <Trans>Add key</Trans>
          </Button>
        </>
      }
    >
      <FormFrame form={form} className={styles["form"] ?? ""}>
        <FormProblems form={form} />
        <Field
          {...publicKey.field}
          help={
            "fault" in read ? (
              <Trans>
                The one line in the file that ends in .pub, such as{" "}
                <code>~/.ssh/id_ed25519.pub</code>
              </Trans>
            ) : (
              <>
                {kindOf(read)}
                {isHardwareKey(read) && <> · {t`on a security key`}</>}
                {read.comment !== "" && <> · {read.comment}</>}
              </>
            )
          }
        >
          <Textarea
            {...publicKey.input}
            onChange={takeKey}
            onDrop={drop}
            mono
            rows={4}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            placeholder="ssh-ed25519 AAAA…"
          />
        </Field>
        <div className={styles["file"]}>
          <Button onClick={() => fileInput.current?.click()}>
            <Trans>Choose a file</Trans>
          </Button>
          <Trans>or drop it onto the field</Trans>
          <input
            ref={fileInput}
            hidden
            type="file"
            accept=".pub,text/plain"
            aria-label={t`File of the public key`}
            onChange={({ currentTarget }) => {
              void takeFile(currentTarget.files?.[0]);
              // The same file may be chosen again, after it was changed.
              currentTarget.value = "";
            }}
          />
        </div>
        <Field {...name.field} help={t`So that you recognise it, such as the computer it is on`}>
          <TextInput {...name.input} maxLength={nameCharactersAtMost} autoComplete="off" />
        </Field>
      </FormFrame>
    </Dialog>
  );
}
