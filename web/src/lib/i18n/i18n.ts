import type { Messages } from "@lingui/core";
import type { Locale } from "#contracts/locale.ts";
import { readCookie, writeCookie, yearSeconds } from "../browser/cookies.ts";
import type { LocaleSettings } from "./format.ts";
import { currentLocale, pageI18n, toLocale } from "./page-i18n.ts";
import { serverPage } from "../browser/page-scope.ts";
import { isMissingCode } from "../browser/missing-code.ts";
import { useSession } from "../session/session.ts";

const catalogues: Record<Locale, () => Promise<Messages>> = {
  // The English messages are inlined into the code (build/inline-source-messages.ts).
  en: () => Promise.resolve({}),
  de: async () => (await import("../../locales/de.po")).messages,
};

export const languageNames: Record<Locale, string> = { en: "English", de: "Deutsch" };

/** The language chosen in this browser, else the browser's own, else English. */
export const browserLocale = (): Locale =>
  toLocale(readCookie("locale")) ??
  navigator.languages.map(toLocale).find((locale) => locale !== null) ??
  "en";

let timeZone: string | null = null;

/** Read once: it takes tens of milliseconds on a phone. */
export function browserTimeZone(): string {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}

export async function activateLocale(locale: Locale): Promise<void> {
  const messages = await catalogues[locale]();
  pageI18n().loadAndActivate({ locale, messages });
  if (serverPage() === null) document.documentElement.lang = locale;
}

/** Activates the language at the start. If its catalog fails to load, the console starts in English. */
export async function speakAtStart(locale = browserLocale()): Promise<void> {
  try {
    await activateLocale(locale);
  } catch (error) {
    if (!isMissingCode(error)) throw error;
    await activateLocale("en");
  }
}

/** Stores the language in this browser, so that it also applies before sign-in. */
export const storeLocale = (locale: Locale): void => writeCookie("locale", locale, yearSeconds);

export async function persistLocale(locale: Locale): Promise<void> {
  storeLocale(locale);
  await activateLocale(locale);
}

/** Activates the account's language after sign-in. */
export async function activateAccountLocale(locale: Locale): Promise<void> {
  if (pageI18n().locale === locale) return;
  try {
    await persistLocale(locale);
  } catch (error) {
    // The page opens in the current language; the next page tries again.
    if (!isMissingCode(error)) throw error;
  }
}

/** Locale and time zone for dates and numbers. */
export function useLocaleSettings(): LocaleSettings {
  const { self } = useSession();
  return { locale: currentLocale(), timeZone: self?.user.timezone ?? browserTimeZone() };
}
