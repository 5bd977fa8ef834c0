import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import {
  normalizePassword,
  isPasswordLengthValid,
  passwordMaxLength,
  passwordMinLength,
} from "#contracts/text.ts";

/** Help text for a new password: whether its length is valid while it is typed. */
export function usePasswordHelp(password: string): string {
  const { t } = useLingui();
  if (password === "") return t`12 characters or more. A short sentence works well.`;
  const left = passwordMinLength - [...normalizePassword(password)].length;
  if (left > 0)
    return plural(left, { one: "# more character needed", other: "# more characters needed" });
  return isPasswordLengthValid(password) ? t`Long enough` : t`Too long`;
}

/** Validation errors of a new password. */
export function usePasswordCheck(): (password: string) => Record<string, string> {
  const { t } = useLingui();
  return (password) => {
    if (password === "") return { password: t`Field is required` };
    if (isPasswordLengthValid(password)) return {};
    return { password: t`${passwordMinLength} to ${passwordMaxLength} characters` };
  };
}
