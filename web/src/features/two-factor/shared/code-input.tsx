import { type InputBinding, TextInput } from "../../../ui/field.tsx";
import styles from "../two-factor.module.css";

const codeDigits = 6;

/** Input for a six-digit code of an authenticator or an email; spaces and dashes of a pasted code are removed. */
export const CodeInput = ({
  onChange,
  autoFocus = false,
  ...ties
}: InputBinding<string> & { readonly autoFocus?: boolean }) => (
  <TextInput
    {...ties}
    onChange={(typed) => onChange(typed.replaceAll(/\D/g, "").slice(0, codeDigits))}
    className={styles["code"] ?? ""}
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    autoFocus={autoFocus}
  />
);
