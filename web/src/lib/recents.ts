/** What somebody opened or ran from the palette last, in this browser, workspace by workspace; gone when they sign out. */
import { recentsKey } from "./session.ts";

export interface Recent {
  readonly id: string;
  /** What it was called then, where its page is not one of the console's own. */
  readonly name: string;
}

interface Kept {
  readonly userId: string;
  readonly places: Readonly<Record<string, readonly Recent[]>>;
}

const keptAtMost = 5;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRecent = (value: unknown): value is Recent =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string";

/** What another tab, another release or somebody's hand left there may be anything. */
function readKept(userId: string): Kept {
  const nothing: Kept = { userId, places: {} };
  let value: unknown;
  try {
    value = JSON.parse(localStorage.getItem(recentsKey) ?? "null");
  } catch {
    return nothing; // Not written by us: the same as absent.
  }
  if (!isRecord(value) || value["userId"] !== userId || !isRecord(value["places"])) return nothing;
  const places = Object.entries(value["places"]).map(([place, recents]) => [
    place,
    Array.isArray(recents) ? recents.filter(isRecent) : [],
  ]);
  return { userId, places: Object.fromEntries(places) };
}

export const recentsOf = (userId: string, place: string): readonly Recent[] =>
  readKept(userId).places[place] ?? [];

export function keepRecent(userId: string, place: string, recent: Recent): void {
  const { places } = readKept(userId);
  const others = (places[place] ?? []).filter(({ id }) => id !== recent.id);
  const kept: Kept = {
    userId,
    places: { ...places, [place]: [recent, ...others].slice(0, keptAtMost) },
  };
  localStorage.setItem(recentsKey, JSON.stringify(kept));
}
