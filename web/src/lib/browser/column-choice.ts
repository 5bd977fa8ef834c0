/** Columns of a list that a user shows or hides against the default, remembered in this browser. */
import { useStoredText } from "./stored-text.ts";

/** Keys of the columns that differ from the default of their list, and a function to change them. */
export function useChangedColumns(
  listId: string,
): readonly [changed: ReadonlySet<string>, set: (changed: ReadonlySet<string>) => void] {
  const [stored, store] = useStoredText(`columns ${listId}`);
  const set = (changed: ReadonlySet<string>) => store([...changed].join(","));
  return [new Set(stored.split(",").filter((column) => column !== "")), set];
}
