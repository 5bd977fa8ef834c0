import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Token, tokens } from "#contracts/tokens.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { OverlapSelect } from "../../components/overlap-select.tsx";
import { invalidate } from "../../lib/api/api-client.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { Field } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import SecretDialog, { type CreatedToken } from "./token-secret-dialog.tsx";

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
  return (
    <FormDialog
      form={form}
      title={t`Rotate token ${token.name}`}
      submit={<Trans>Rotate</Trans>}
      guard={false}
      onClose={() => onClose(null)}
      intro={
        <>
          <p>
            <Trans>
              Creates a new token with the same name, permissions, projects, and allowed IP
              addresses, valid for the same number of days as the original.
            </Trans>
          </p>
          {token.createdBy.id !== user.id && (
            <Callout tone="warn">
              <Trans>
                The new token acts as you, with your role's permissions, not as{" "}
                {token.createdBy.name}.
              </Trans>
            </Callout>
          )}
        </>
      }
    >
      <Field
        {...overlap.field}
        help={t`Gives you time to update your programs. The old token never outlives its original expiration date.`}
      >
        <OverlapSelect {...overlap.input} />
      </Field>
    </FormDialog>
  );
}
