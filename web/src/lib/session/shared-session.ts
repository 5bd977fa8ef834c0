/** State shared by the tabs of this browser: the session's user and expiry. It outlives the session. */
const sharedKey = "session";

interface Shared {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function readShared(): Shared | null {
  const text = localStorage.getItem(sharedKey);
  if (text === null) return null;
  const cut = text.indexOf(" ");
  const expiresAt = Number(text.slice(cut + 1));
  return cut > 0 && Number.isFinite(expiresAt) ? { userId: text.slice(0, cut), expiresAt } : null;
}

export const writeShared = ({ userId, expiresAt }: Shared): void =>
  localStorage.setItem(sharedKey, `${userId} ${expiresAt}`);

/**
 * The user whose page this document shows when it was reached by Back, Forward or a reload; null when it was opened
 * by a link or a URL, which any user may follow after sign-in.
 */
export function userOfHistory(): string | null {
  const [entry] = performance.getEntriesByType("navigation");
  const isNew = !(entry instanceof PerformanceNavigationTiming) || entry.type === "navigate";
  return isNew ? null : (readShared()?.userId ?? null);
}
