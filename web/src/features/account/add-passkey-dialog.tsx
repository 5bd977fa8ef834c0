import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { account } from "#contracts/account.ts";
import { request } from "../../lib/api/api-client.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { toast } from "../../ui/toast.ts";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";
import { deviceName, createPasskey } from "./create-passkey.ts";

const formId = "add-passkey";

export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const changed = useInvalidateAccount();
  const [name, setName] = useState(deviceName);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const add = async () => {
    if (busy || name.trim() === "") return;
    setBusy(true);
    setFailure(null);
    try {
      const created = await createPasskey(await request(account.addPasskeyOptions, {}));
      if (created.response === null)
        setFailure(
          created.reason === "known"
            ? t`This device already has a passkey for your account.`
            : t`No passkey was created. Try again when you're ready.`,
        );
      else {
        await request(account.addPasskey, {
          body: { name: name.trim(), response: created.response },
        });
        void toast({ title: t`Passkey ${name} added` });
        onClose();
        await changed();
      }
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={t`Add passkey`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={busy}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Next, your browser asks where to save the passkey.</Trans>
      </p>
      <form
        id={formId}
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field id="passkey-name" label={t`Name`} help={t`Helps you recognize it in the list`}>
          <TextInput
            id="passkey-name"
            name="passkey-name"
            value={name}
            onChange={setName}
            maxLength={64}
            autoComplete="off"
          />
        </Field>
        {failure !== null && <Callout tone="danger">{failure}</Callout>}
      </form>
    </Dialog>
  );
}
