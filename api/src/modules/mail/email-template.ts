/** What a letter is made of. */
import type { Locale } from "#contracts/locale.ts";

export interface EmailTemplate {
  readonly subject: string;
  /** One that asks for a value nobody gave is left out; the one that is only `{link}` becomes the button. */
  readonly paragraphs: readonly string[];
  readonly button: string;
}

export type Localized = Readonly<Record<Locale, EmailTemplate>>;
