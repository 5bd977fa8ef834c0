/** Names as one text for an email. */
import { msg } from "@lingui/core/runtime-macro";
import type { Locale } from "#contracts/locale.ts";
import { mailTranslations } from "./translations.ts";

/** An email has room for some hundred names. */
const maxCharacters = 1_500;

/** Where there is no room for all, the text says how many more there are. */
export function toNameList(names: readonly string[], locale: Locale): string {
  const all = names.join(", ");
  if (all.length <= maxCharacters) return all;
  let count = 0;
  let length = 0;
  for (const name of names) {
    length += name.length + (count === 0 ? 0 : ", ".length);
    if (length > maxCharacters) break;
    count += 1;
  }
  const shown = names.slice(0, count).join(", ");
  const more = names.length - count;
  return mailTranslations[locale]._(msg`${{ shown }} and ${{ more }} more`);
}
