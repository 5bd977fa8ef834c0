import { account } from "#contracts/account.ts";
import type { Locale } from "#contracts/locale.ts";
import { request } from "../api/api-client.ts";
import { persistLocale } from "./i18n.ts";
import { currentSession, refetchSession } from "../session/session.ts";

/** Chosen in the menu: kept in the account, and so in every browser one signs in with. */
export async function changeAccountLocale(locale: Locale): Promise<void> {
  const isOwn = currentSession().self?.userSession.authType !== "impersonate";
  if (isOwn) {
    await request(account.update, { body: { attribute: "locale", locale } });
    await refetchSession();
  }
  await persistLocale(locale);
}
