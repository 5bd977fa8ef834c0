import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { credentials } from "#contracts/credentials.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { toast } from "../../ui/toast.ts";
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
    <FormDialog
      form={form}
      title={t`Add SSH key`}
      submit={<Trans>Add key</Trans>}
      onClose={onClose}
    >
      <KeyFields form={form} rows={4} />
    </FormDialog>
  );
}
