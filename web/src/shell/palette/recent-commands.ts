/** Commands recently used from the palette in this browser, per workspace; deleted at sign-out. */
import { recentsKey } from "../../lib/session/session.ts";

export interface RecentCommand {
  readonly id: string;
  /** Its name at that time, unless it is a page of the console itself. */
  readonly name: string;
}

interface StoredRecents {
  readonly userId: string;
  readonly places: Readonly<Record<string, readonly RecentCommand[]>>;
}

const maxRecents = 5;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRecent = (value: unknown): value is RecentCommand =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string";

/** Do not trust the stored value: another tab, an older version or the user may have written it. */
function readStoredRecents(userId: string): StoredRecents {
  const nothing: StoredRecents = { userId, places: {} };
  let value: unknown;
  try {
    value = JSON.parse(localStorage.getItem(recentsKey) ?? "null");
  } catch {
    return nothing; // Not written by the console: treated as absent.
  }
  if (!isRecord(value) || value["userId"] !== userId || !isRecord(value["places"])) return nothing;
  const places = Object.entries(value["places"]).map(([place, recents]) => [
    place,
    Array.isArray(recents) ? recents.filter(isRecent) : [],
  ]);
  return { userId, places: Object.fromEntries(places) };
}

export const getRecentCommands = (userId: string, place: string): readonly RecentCommand[] =>
  readStoredRecents(userId).places[place] ?? [];

export function addRecentCommand(userId: string, place: string, recent: RecentCommand): void {
  const { places } = readStoredRecents(userId);
  const others = (places[place] ?? []).filter(({ id }) => id !== recent.id);
  const stored: StoredRecents = {
    userId,
    places: { ...places, [place]: [recent, ...others].slice(0, maxRecents) },
  };
  localStorage.setItem(recentsKey, JSON.stringify(stored));
}
