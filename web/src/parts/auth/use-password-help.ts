import { useLingui } from "@lingui/react/macro";
import { passwordForm, passwordLengthFits, passwordMin } from "#contracts/text.ts";

/** What a new password lacks still, while it is typed. */
export function usePasswordHelp(password: string): string {
  const { t } = useLingui();
  if (password === "") return t`12 characters or more; a sentence is fine`;
  const left = passwordMin - [...passwordForm(password)].length;
  if (left > 0) return t`${left} more characters`;
  return passwordLengthFits(password) ? t`Long enough` : t`Too long`;
}
