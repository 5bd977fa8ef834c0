/** Translations of emails and documents. English is in the templates; other languages are read from their catalogs. */
import { readFileSync } from "node:fs";
import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Locale } from "#contracts/locale.ts";

const sourceLocale = "en";
const catalogs = new URL("../../locales/", import.meta.url);

/** A message without a translation is sent in English. */
async function readCatalog(locale: Locale): Promise<Messages> {
  const filename = new URL(`${locale}.po`, catalogs);
  const entries = await formatter().parse(readFileSync(filename, "utf8"), {
    locale,
    sourceLocale,
    filename: filename.pathname,
  });
  return Object.fromEntries(
    Object.entries(entries).flatMap(([id, { translation, obsolete }]) =>
      translation === undefined || translation === "" || obsolete === true
        ? []
        : [[id, compileMessage(translation)]],
    ),
  );
}

// The compiler is needed for the English messages, which no catalog contains.
const createTranslation = (locale: Locale, messages: Messages): I18n =>
  setupI18n({ locale, messages: { [locale]: messages } }).setMessagesCompiler(compileMessage);

export const mailTranslations: Readonly<Record<Locale, I18n>> = {
  en: createTranslation("en", {}),
  de: createTranslation("de", await readCatalog("de")),
};
