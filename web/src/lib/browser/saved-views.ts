/** Views of a list that a user has named: its filters, order and columns, remembered in this browser. */
import { useStoredText } from "./stored-text.ts";

export interface SavedView {
  readonly name: string;
  /** The query string of the list, without its page; parameters in alphabetical order. */
  readonly search: string;
  /** Keys of the columns that differ from the default, in alphabetical order. */
  readonly columns: readonly string[];
}

export const maxSavedViews = 30;
export const maxViewName = 60;

const pageParameters = new Set(["page", "perPage", "after", "before"]);

/** The part of a query string that a view keeps. */
export function viewSearch(search: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(search).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" && !pageParameters.has(name) ? [[name, value]] : [],
  );
  return new URLSearchParams(
    kept.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  ).toString();
}

export const isSameView = (
  one: Pick<SavedView, "search" | "columns">,
  other: Pick<SavedView, "search" | "columns">,
): boolean => one.search === other.search && one.columns.join() === other.columns.join();

const isText = (value: unknown): value is string => typeof value === "string";

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null) return false;
  const { name, search, columns }: Readonly<Record<string, unknown>> = { ...value };
  return isText(name) && isText(search) && Array.isArray(columns) && columns.every(isText);
}

/** The stored views; what is not one, such as that of another release, is left out. */
export function parseViews(text: string): readonly SavedView[] {
  if (text === "") return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isSavedView).slice(0, maxSavedViews) : [];
  } catch {
    // Written by hand or by an extension: as if there were none.
    return [];
  }
}

const inOrder = (views: readonly SavedView[]) =>
  views.toSorted((one, other) => one.name.localeCompare(other.name));

/** Saves a view; one of the same name is replaced. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  inOrder([...views.filter(({ name }) => name !== view.name), view]);

export const withoutView = (views: readonly SavedView[], name: string): readonly SavedView[] =>
  views.filter((view) => view.name !== name);

/** Another user of the same browser has other views. */
export function useSavedViews(
  userId: string,
  listId: string,
): readonly [views: readonly SavedView[], set: (views: readonly SavedView[]) => void] {
  const [stored, store] = useStoredText(`views ${userId} ${listId}`);
  const set = (views: readonly SavedView[]) =>
    store(views.length === 0 ? "" : JSON.stringify(views));
  return [parseViews(stored), set];
}
