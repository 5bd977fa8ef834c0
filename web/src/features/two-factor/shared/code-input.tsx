import { type InputBinding, TextInput } from "../../../ui/field.tsx";
import styles from "../two-factor.module.css";

const codeDigits = 6;

/** Six digits of an authenticator or a mail; blanks and dashes of a pasted one are dropped. */
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
