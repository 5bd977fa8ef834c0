import { Trans, useLingui } from "@lingui/react/macro";
import { brand } from "../../brand.ts";
import { authStyles as styles } from "../../shell/auth-form.tsx";
import { CopyButton } from "../../ui/facts.tsx";
import { QrCode } from "./qr-code.tsx";

/** What authenticator apps read from a QR code. */
function otpauthUri(secret: string, account: string): string {
  const label = `${encodeURIComponent(brand.name)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret, issuer: brand.name });
  return `otpauth://totp/${label}?${query}`;
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? "";

/** The secret of a second factor, for a camera and for fingers. */
export function SecretOfApp({ secret, account }: { secret: string; account: string }) {
  const { t } = useLingui();
  return (
    <div className={styles["secret"]}>
      <QrCode text={otpauthUri(secret, account)} label={t`QR code for your authenticator app`} />
      <div>
        <p>
          <Trans>Scan this with an authenticator app, or type the key:</Trans>
        </p>
        <p className={styles["key"]}>
          <code>{inGroups(secret)}</code>
          <CopyButton text={secret} what={t`the key`} />
        </p>
      </div>
    </div>
  );
}
