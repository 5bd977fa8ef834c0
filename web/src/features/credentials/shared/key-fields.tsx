import { Trans, useLingui } from "@lingui/react/macro";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import type { credentials } from "#contracts/credentials.ts";
import { decodeKeyFile, holdsPrivateKey, parsePublicKey } from "#contracts/ssh-key.ts";
import type { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { fieldErrorMessage } from "../../../lib/i18n/field-error-messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Textarea, TextInput } from "../../../ui/field.tsx";
import { isHardwareKey, keyTypeLabel } from "../key-display.tsx";
import styles from "../credentials.module.css";

/** Larger than any public key; the rest of a wrong file is not read. */
const maxFileBytes = 32_768;
const maxNameLength = 64;

export interface KeyValues {
  readonly publicKey: string;
  readonly name: string;
}
export const emptyKey: KeyValues = { publicKey: "", name: "" };

interface KeyFieldsProps {
  readonly form: ReturnType<typeof useEndpointForm<typeof credentials.create, KeyValues>>;
  readonly rows: number;
  readonly onNameKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Fields for a key and its name: by pasting, from a file or by drag and drop. */
export function KeyFields({ form, rows, onNameKeyDown }: KeyFieldsProps) {
  const { t, i18n } = useLingui();
  const [rejected, setRejected] = useState<string | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const publicKey = form.field("publicKey");
  const name = form.field("name");

  /** Suggests the key's comment as its name. */
  const takeKey = (text: string) => {
    const key = parsePublicKey(text);
    if (holdsPrivateKey(text)) {
      // A private key must not get into the form, its code sample or a request.
      form.change({ publicKey: "" });
      setRejected("error" in key ? fieldErrorMessage(i18n, key.error) : null);
      return;
    }
    setRejected(null);
    const suggestion = "error" in key ? "" : key.comment.slice(0, maxNameLength);
    form.change(
      form.values.name === "" && suggestion !== ""
        ? { publicKey: text, name: suggestion }
        : { publicKey: text },
    );
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const bytes = await file.slice(0, maxFileBytes).arrayBuffer();
    takeKey(decodeKeyFile(new Uint8Array(bytes)));
  };
  const drop = (event: DragEvent<HTMLTextAreaElement>) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    void takeFile(file);
  };

  return (
    <>
      <Field
        {...publicKey.field}
        error={rejected ?? publicKey.field.error}
        help={<KeyHelp text={form.values.publicKey} />}
      >
        <Textarea
          {...publicKey.input}
          invalid={rejected !== null || publicKey.input.invalid === true}
          onChange={takeKey}
          onDrop={drop}
          mono
          rows={rows}
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
        <Trans>or drop it here</Trans>
        <input
          ref={fileInput}
          hidden
          type="file"
          accept=".pub,text/plain"
          aria-label={t`Public key file`}
          onChange={({ currentTarget }) => {
            void takeFile(currentTarget.files?.[0]);
            // Allows the same file to be selected again after it changed.
            currentTarget.value = "";
          }}
        />
      </div>
      <Field {...name.field} help={t`Helps you recognize it, such as the computer it's on`}>
        <TextInput
          {...name.input}
          maxLength={maxNameLength}
          autoComplete="off"
          {...(onNameKeyDown === undefined ? {} : { onKeyDown: onNameKeyDown })}
        />
      </Field>
    </>
  );
}

/** Explains where to find the key, or shows what was detected in it. */
function KeyHelp({ text }: { text: string }) {
  const { t } = useLingui();
  const read = parsePublicKey(text);
  if ("error" in read)
    return (
      <Trans>
        The single line in the file that ends in .pub, such as <code>~/.ssh/id_ed25519.pub</code>
      </Trans>
    );
  return (
    <>
      {keyTypeLabel(read)}
      {isHardwareKey(read) && <> · {t`on a security key`}</>}
      {read.comment !== "" && <> · {read.comment}</>}
    </>
  );
}
