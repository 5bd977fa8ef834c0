import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { credentials } from "#contracts/credentials.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./credentials.module.css";
import { emptyKey, KeyFields } from "./shared/key-fields.tsx";

/** Adds a key by pasting or from a file. Closing the dialog discards the typed text. */
export default function AddKeyDialog({
  workspace,
  onClose,
}: {
  workspace: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useEndpointForm(credentials.create, {
    initial: emptyKey,
    labels: { publicKey: t`Public key`, name: t`Name` },
    path: { workspace },
    onDone: async (key) => {
      void toast({ title: t`SSH key ${key.name} added` });
      onClose();
      await invalidate(client, credentials.list, workspaces.overview);
    },
  });
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
      <Form form={form} className={styles["form"] ?? ""}>
        <FormProblems form={form} />
        <KeyFields form={form} rows={4} />
      </Form>
    </Dialog>
  );
}
