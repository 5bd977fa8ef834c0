import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { EndpointOutput } from "#contracts/endpoint.ts";
import type { tokens } from "#contracts/tokens.ts";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { InlineCode } from "../../ui/description-list.tsx";
import styles from "./access-tokens.module.css";
import { firstRequest } from "./first-request.ts";

export type CreatedToken = EndpointOutput<typeof tokens.create>;

interface TokenSecretDialogProps {
  readonly created: CreatedToken;
  /** Additional information, such as how long the old token stays valid. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** Shows the secret of a token once, with a request that uses it. */
export default function TokenSecretDialog({ created, note, onClose }: TokenSecretDialogProps) {
  const { t } = useLingui();
  const { token, secret, workspace } = created;
  const example = firstRequest(token.scopes, { secret, workspace: workspace.handle });
  return (
    <SecretDialog
      id="token-saved"
      title={t`Save token ${token.name}`}
      secret={secret}
      what={t`token`}
      onClose={onClose}
      intro={
        <Trans>
          This is the only time the token is shown. Anyone who has it can use its permissions, so
          store it like a password.
        </Trans>
      }
    >
      {example !== null && (
        <div className={styles["section"]}>
          <p className={styles["label"]}>
            <Trans>Sample request</Trans>
          </p>
          <InlineCode text={example} what={t`sample request`} />
        </div>
      )}
      {note !== undefined && <p>{note}</p>}
    </SecretDialog>
  );
}
