import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Token, tokens } from "#contracts/tokens.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./access-tokens.module.css";
import SecretDialog, { type CreatedToken } from "./token-secret-dialog.tsx";

const formId = "rotate-token";

interface RotateDialogProps {
  readonly workspace: string;
  readonly token: Token;
  /** Called with the new token once its secret is saved; with null when nothing was done. */
  readonly onClose: (created: Token | null) => void;
}

export default function RotateDialog({ workspace, token, onClose }: RotateDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { user } = useSessionInfo();
  const [created, setMade] = useState<CreatedToken | null>(null);
  const form = useEndpointForm(tokens.rotate, {
    initial: { overlapHours: "24" },
    labels: { overlapHours: t`Keep the old token active for` },
    path: { workspace, token: token.id },
    body: ({ overlapHours }) => ({ overlapHours: Number(overlapHours) }),
    onDone: (response) => {
      setMade(response);
      void invalidate(client, tokens.list, tokens.view, tokens.own);
    },
  });
  const overlap = form.field("overlapHours");
  if (created !== null)
    return (
      <SecretDialog
        created={created}
        note={
          overlap.input.value === "0"
            ? t`The old token no longer works.`
            : t`The old token keeps working for a while. Replace it everywhere with the new one.`
        }
        onClose={() => onClose(created.token)}
      />
    );
  const close = () => {
    if (!form.busy) onClose(null);
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t`Rotate token ${token.name}`}
      actions={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={form.busy}>
            <Trans>Rotate</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} guard={false} className={styles["form"] ?? ""}>
        <p>
          <Trans>
            Creates a new token with the same name, permissions, projects, and allowed IP addresses,
            valid for the same number of days as the original.
          </Trans>
        </p>
        {token.createdBy.id !== user.id && (
          <Callout tone="warn">
            <Trans>
              The new token acts as you, with your role's permissions, not as {token.createdBy.name}
              .
            </Trans>
          </Callout>
        )}
        <FormProblems form={form} />
        <Field
          {...overlap.field}
          help={t`Gives you time to update your programs. The old token never outlives its original expiration date.`}
        >
          <Select
            {...overlap.input}
            options={[
              { value: "0", label: t`Don't keep it (ends now)` },
              { value: "1", label: t`1 hour` },
              { value: "24", label: t`1 day` },
              { value: "72", label: t`3 days` },
              { value: "168", label: t`7 days` },
            ]}
          />
        </Field>
      </Form>
    </Dialog>
  );
}
