import { Trans, useLingui } from "@lingui/react/macro";
import { CopyButton } from "../../../ui/description-list.tsx";
import { QrCode } from "../qr-code.tsx";
import { totpUri, formatSecret } from "../totp-uri.ts";
import styles from "../two-factor.module.css";

/** The secret in groups; it is copied without spaces. */
export function TotpSecret({ secret }: { secret: string }) {
  const { t } = useLingui();
  return (
    <div className={styles["secret"]}>
      <code>{formatSecret(secret)}</code>
      <CopyButton text={secret} copyLabel={t`setup key`} />
    </div>
  );
}

/** Sets up an authenticator app by QR code or by typing the secret. */
export function SecretSetup({ email, secret }: { email: string; secret: string }) {
  const { t } = useLingui();
  return (
    <div className={styles["setup"]}>
      <QrCode text={totpUri(email, secret)} label={t`QR code for the setup key`} />
      <div className={styles["explanation"]}>
        <p>
          <Trans>Scan this code with an authenticator app, or enter the setup key manually:</Trans>
        </p>
        <TotpSecret secret={secret} />
      </div>
    </div>
  );
}
