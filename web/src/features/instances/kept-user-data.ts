/** User data between the pages of the cart: URLs name it, and only this tab has it, because it may contain secrets. */
import { currentSession } from "../../lib/session/session.ts";

const nameLength = 8;

/** Never stored: private keys and access tokens. */
const secret = /PRIVATE KEY-----|gcw_/;
/** Texts with secrets, and those that the browser cannot store: they are kept until the page is left. */
const keptInMemory = new Map<string, string>();

/** The beginning is that of unsent forms, which sign-out and another user's sign-in delete. */
const keyOf = (name: string): string =>
  `unsent:${currentSession().self?.user.id ?? ""} user-data ${name.slice(0, nameLength)}`;

/** Returns the name for a link; undefined for no user data. */
export function keepUserData(text: string): string | undefined {
  if (text === "") return undefined;
  const name = crypto.randomUUID().slice(0, nameLength);
  try {
    if (secret.test(text)) keptInMemory.set(keyOf(name), text);
    else sessionStorage.setItem(keyOf(name), text);
  } catch {
    keptInMemory.set(keyOf(name), text);
  }
  return name;
}

/** Null if this tab does not have it. */
export const readUserData = (name: string): string | null =>
  keptInMemory.get(keyOf(name)) ?? sessionStorage.getItem(keyOf(name));
