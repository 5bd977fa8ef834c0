import { Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { EndpointOutput } from "#contracts/endpoint.ts";
import type { tokens } from "#contracts/tokens.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineCode } from "../../ui/description-list.tsx";
import { Checkbox } from "../../ui/field.tsx";
import styles from "./access-tokens.module.css";
import { firstRequest } from "./first-request.ts";

export type CreatedToken = EndpointOutput<typeof tokens.create>;

interface SecretDialogProps {
  readonly created: CreatedToken;
  /** Additional information, such as how long the old token stays valid. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** Shows the secret once. The dialog cannot be closed before the user confirms that it is saved. */
export default function SecretDialog({ created, note, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(false);
  const { token, secret, workspace } = created;
  const example = firstRequest(token.scopes, { secret, workspace: workspace.handle });
  useBlocker({ shouldBlockFn: () => !saved, enableBeforeUnload: () => !saved });
  const close = () => {
    if (saved) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t`Save token ${token.name}`}
      actions={
        <Button tone="primary" disabled={!saved} onClick={close}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          This is the only time the token is shown. Anyone who has it can use its permissions, so
          store it like a password.
        </Trans>
      </p>
      <InlineCode text={secret} what={t`token`} />
      {example !== null && (
        <div className={styles["section"]}>
          <p className={styles["label"]}>
            <Trans>Sample request</Trans>
          </p>
          <InlineCode text={example} what={t`sample request`} />
        </div>
      )}
      {note !== undefined && <p>{note}</p>}
      <Checkbox
        id="token-saved"
        name="token-saved"
        value={saved}
        onChange={setSaved}
        label={t`I've saved it`}
      />
    </Dialog>
  );
}
