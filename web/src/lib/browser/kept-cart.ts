/**
 * The cart that a user keeps in this browser, one for each workspace: its lines as the text of a URL. It outlives the
 * page and the tab; sign-out deletes it.
 */
import { useSessionInfo } from "../session/session-state.ts";
import { readStoredText, storeText, useStoredText } from "./stored-text.ts";

const prefix = "cart ";
const storageKey = (userId: string, workspaceId: string) => `${prefix}${userId} ${workspaceId}`;

const linesOf = (text: string): string | null => (text === "" ? null : text);

/** The lines; null for an empty cart. */
export const readKeptCart = (userId: string, workspaceId: string): string | null =>
  linesOf(readStoredText(storageKey(userId, workspaceId)));

/** Without lines the cart is empty. */
export function keepCart(userId: string, workspaceId: string, lines: string | undefined): void {
  try {
    storeText(storageKey(userId, workspaceId), lines ?? "");
  } catch {
    // The storage is full, or disabled in this browser: the URL still has the cart.
  }
}

/** Deletes the carts of all users of this browser. */
export function forgetCarts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix)) localStorage.removeItem(key);
}

/** The kept lines of a workspace, in all tabs, and a function to change them. */
export function useKeptCart(
  workspaceId: string,
): readonly [lines: string | null, keep: (lines: string | undefined) => void] {
  const { user } = useSessionInfo();
  const [text] = useStoredText(storageKey(user.id, workspaceId));
  return [linesOf(text), (next) => keepCart(user.id, workspaceId, next)];
}

/** Lines are joined by a character that is encoded inside each of them. */
export const lineSeparator = "|";

export const countCartLines = (lines: string | null): number =>
  lines === null ? 0 : lines.split(lineSeparator).length;
