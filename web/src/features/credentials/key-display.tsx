import { useLingui } from "@lingui/react/macro";
import type { Credential } from "#contracts/credentials.ts";
import { isSecurityKeyType } from "#contracts/ssh-key.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import styles from "./credentials.module.css";

type KeyType = Pick<Credential, "type" | "bits">;

/** Common name of a key's type: `ed25519`, `RSA 4096`, `ECDSA 256`. */
export function keyTypeLabel({ type, bits }: KeyType): string {
  if (type.includes("ed25519")) return "Ed25519";
  if (type === "ssh-rsa") return `RSA ${bits ?? ""}`.trim();
  return type.includes("ecdsa") ? `ECDSA ${bits ?? ""}`.trim() : type;
}

/** Whether the key is stored on a hardware security key. */
export const isHardwareKey = ({ type }: Pick<KeyType, "type">): boolean => isSecurityKeyType(type);

const maxCommentLength = 40;

/** A long comment is truncated at the start, because its end identifies the key; hover and focus show all of it. */
export function KeyComment({ text }: { text: string }) {
  const { t } = useLingui();
  const letters = [...text];
  if (letters.length <= maxCommentLength) return <>{text}</>;
  const half = maxCommentLength / 2;
  const short = `${letters.slice(0, half).join("")}…${letters.slice(-half).join("")}`;
  return (
    <Tooltip text={text}>
      {(describedBy) => (
        <span
          className={styles["comment"]}
          role="note"
          aria-label={t`Comment: ${short}`}
          aria-describedby={describedBy}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- shows its whole text on focus
          tabIndex={0}
        >
          {short}
        </span>
      )}
    </Tooltip>
  );
}
