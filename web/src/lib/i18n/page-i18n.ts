/** The messages and the language of this page. Apart from the session, because formatters need them too. */
import { type I18n, i18n as browserI18n, setupI18n } from "@lingui/core";
import { type Locale, locales } from "#contracts/locale.ts";
import { perPage, serverPage } from "../browser/page-scope.ts";

/** The messages of this page. */
export const pageI18n: () => I18n = perPage(() =>
  serverPage() === null ? browserI18n : setupI18n(),
);

export const toLocale = (text: string | null | undefined): Locale | null =>
  locales.find((locale) => text?.toLowerCase().startsWith(locale) === true) ?? null;

export const currentLocale = (): Locale => toLocale(pageI18n().locale) ?? "en";
