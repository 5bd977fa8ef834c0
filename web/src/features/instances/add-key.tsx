import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type Credential, credentials } from "#contracts/credentials.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { FormCodeButton, FormProblems } from "../../components/form.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { emptyKey, KeyFields } from "../credentials/shared/key-fields.tsx";
import styles from "./order.module.css";

interface AddKeyProps {
  readonly workspace: string;
  readonly onAdded: (key: Credential) => void;
  readonly onCancel?: () => void;
}

/** Adds a key inside another form: it has fields and a button but no form element of its own. */
export function AddKey({ workspace, onAdded, onCancel }: AddKeyProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useEndpointForm(credentials.create, {
    initial: emptyKey,
    labels: { publicKey: t`Public key`, name: t`Key name` },
    path: { workspace },
    onDone: async (key) => {
      await invalidate(client, credentials.list);
      onAdded(key);
      void toast({ title: t`${key.name} added` });
    },
  });
  return (
    <div className={styles["addKey"]}>
      <FormProblems form={form} />
      <KeyFields
        form={form}
        rows={3}
        onNameKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter adds the key and must not submit the surrounding order form.
          event.preventDefault();
          void form.submit();
        }}
      />
      <div className={styles["buttons"]}>
        <Button busy={form.busy} onClick={() => void form.submit()}>
          <Trans>Add key</Trans>
        </Button>
        {onCancel !== undefined && (
          <Button tone="subtle" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <FormCodeButton form={form} label={t`Add SSH key`} />
      </div>
    </div>
  );
}
