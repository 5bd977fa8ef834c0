import { account } from "#contracts/account.ts";
import type { Locale } from "#contracts/locale.ts";
import { request } from "../api/api-client.ts";
import { persistLocale } from "./i18n.ts";
import { currentSession, refetchSession } from "../session/session.ts";

/** Changes the language from the menu and stores it in the account, so that it applies in every browser. */
export async function changeAccountLocale(locale: Locale): Promise<void> {
  const isOwn = currentSession().self?.userSession.authType !== "impersonate";
  if (isOwn) {
    await request(account.update, { body: { attribute: "locale", locale } });
    await refetchSession();
  }
  await persistLocale(locale);
}
