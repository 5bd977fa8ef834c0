import { useQuery } from "@tanstack/react-query";
import { instances } from "#contracts/instances.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { useDebouncedValue } from "../../lib/hooks/use-debounced-value.ts";
import { commonPrefix } from "./order-search.ts";

/** Instances whose names contain the prefix. Terminated instances are not listed: their names are free. */
export const namesakesQuery = (workspace: string, prefix: string) =>
  endpointQuery(instances.list, {
    path: { workspace },
    query: { search: prefix, perPage: "100", orderBy: "hostname" },
  });

/** Hostnames in use, among those that the typed names may collide with. Requested after a pause in typing. */
export function useTakenNames(
  workspace: string,
  names: readonly string[],
  initial: ReadonlySet<string>,
): ReadonlySet<string> {
  const prefix = useDebouncedValue(commonPrefix(names));
  const { data } = useQuery({
    ...namesakesQuery(workspace, prefix),
    placeholderData: (last) => last,
  });
  return data === undefined ? initial : new Set(data.data.map(({ hostname }) => hostname));
}
