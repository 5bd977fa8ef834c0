import { Trans, useLingui } from "@lingui/react/macro";
import { CopyButton } from "../../ui/facts.tsx";
import { QrCode } from "./qr-code.tsx";
import { enrolmentUri, inGroups } from "./secret.ts";
import styles from "./two-factor.module.css";

/** The secret in groups, copied without them. */
export function SecretLine({ secret }: { secret: string }) {
  const { t } = useLingui();
  return (
    <div className={styles["secret"]}>
      <code>{inGroups(secret)}</code>
      <CopyButton text={secret} what={t`setup key`} />
    </div>
  );
}

/** How an authenticator app gets the secret: by camera, or typed. */
export function SecretSetup({ email, secret }: { email: string; secret: string }) {
  const { t } = useLingui();
  return (
    <div className={styles["setup"]}>
      <QrCode text={enrolmentUri(email, secret)} label={t`QR code for the setup key`} />
      <div className={styles["words"]}>
        <p>
          <Trans>Scan this code with an authenticator app, or enter the setup key manually:</Trans>
        </p>
        <SecretLine secret={secret} />
      </div>
    </div>
  );
}
