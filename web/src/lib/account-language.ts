import { account } from "#contracts/account.ts";
import type { Locale } from "#contracts/auth.ts";
import { call } from "./client.ts";
import { keepLanguage } from "./i18n.ts";
import { currentSession, reloadSelf } from "./session.ts";

/** Chosen in the menu: kept in the account, and so in every browser one signs in with. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  const isOwn = currentSession().self?.userSession.authType !== "impersonate";
  if (isOwn) {
    await call(account.update, { body: { attribute: "locale", locale } });
    await reloadSelf();
  }
  await keepLanguage(locale);
}
