import { i18n, type Messages } from "@lingui/core";
import { type Locale, locales } from "#contracts/locale.ts";
import { readCookie, writeCookie, yearSeconds } from "../browser/cookies.ts";
import type { LocaleSettings } from "./format.ts";
import { isMissingCode } from "../browser/missing-code.ts";
import { useSession } from "../session/session.ts";

const catalogues: Record<Locale, () => Promise<Messages>> = {
  // Its words stand in the code (build/inline-english.ts).
  en: () => Promise.resolve({}),
  de: async () => (await import("../../locales/de.po")).messages,
};

export const languageNames: Record<Locale, string> = { en: "English", de: "Deutsch" };

const toLocale = (text: string | null | undefined): Locale | null =>
  locales.find((locale) => text?.toLowerCase().startsWith(locale) === true) ?? null;

/** The language chosen in this browser, else the browser's own, else English. */
export const browserLocale = (): Locale =>
  toLocale(readCookie("locale")) ??
  navigator.languages.map(toLocale).find((locale) => locale !== null) ??
  "en";

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export async function activateLocale(locale: Locale): Promise<void> {
  const messages = await catalogues[locale]();
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
}

/** At the start: without its catalog the console speaks English, instead of not starting. */
export async function speakAtStart(): Promise<void> {
  try {
    await activateLocale(browserLocale());
  } catch (error) {
    if (!isMissingCode(error)) throw error;
    await activateLocale("en");
  }
}

/** From now on, also where nobody is signed in. */
export async function persistLocale(locale: Locale): Promise<void> {
  writeCookie("locale", locale, yearSeconds);
  await activateLocale(locale);
}

/** After signing in, the account's language counts. */
export async function activateAccountLocale(locale: Locale): Promise<void> {
  if (i18n.locale === locale) return;
  try {
    await persistLocale(locale);
  } catch (error) {
    // The page opens in the present language; the next one tries again.
    if (!isMissingCode(error)) throw error;
  }
}

export const currentLocale = (): Locale => toLocale(i18n.locale) ?? "en";

/** Locale and time zone to write dates and numbers in. */
export function useLocaleSettings(): LocaleSettings {
  const { self } = useSession();
  return { locale: currentLocale(), timeZone: self?.user.timezone ?? browserTimeZone() };
}
