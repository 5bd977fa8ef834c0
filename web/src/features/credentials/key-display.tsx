import { useLingui } from "@lingui/react/macro";
import type { Credential } from "#contracts/credentials.ts";
import { isSecurityKeyType } from "#contracts/ssh-key.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import styles from "./credentials.module.css";

type KeyType = Pick<Credential, "type" | "bits">;

/** `ed25519`, `RSA 4096`, `ECDSA 256`: as people name a key's type, not as its line does. */
export function keyTypeLabel({ type, bits }: KeyType): string {
  if (type.includes("ed25519")) return "Ed25519";
  if (type === "ssh-rsa") return `RSA ${bits ?? ""}`.trim();
  return type.includes("ecdsa") ? `ECDSA ${bits ?? ""}`.trim() : type;
}

/** Kept on a key that has to be touched. */
export const isHardwareKey = ({ type }: Pick<KeyType, "type">): boolean => isSecurityKeyType(type);

const maxCommentLength = 40;

/** A long comment keeps its end, by which keys are told apart; all of it on hover and focus. */
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
