/** Objects that a loaded list already has: their pages show at once, and again when the response is there. */
import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";
import { endpointQuery, type QueryDefinition, type RequestInput } from "./api-client.ts";

/** Where a list has an object. */
interface ListedObject {
  /** Beginning of the keys of the list's pages. */
  readonly key: readonly unknown[];
  readonly id: string;
}

/** The query of a page, and where a list has its object. */
export interface PageQuery<T> extends QueryDefinition<T> {
  readonly listed?: ListedObject;
}

/** Like `endpointQuery`, for an object whose list has the same representation of it. The path ends with its id. */
export function listedQuery<V extends Endpoint, L extends Endpoint>(
  view: V,
  list: EndpointOutput<L> extends { readonly data: readonly EndpointOutput<V>[] } ? L : never,
  input: EndpointInput<V> & RequestInput,
): PageQuery<EndpointOutput<V>> {
  const parameter = view.path.slice(view.path.lastIndexOf(":") + 1);
  const inPath: Readonly<Record<string, string>> = input.path ?? {};
  const { [parameter]: id = "", ...listPath } = inPath;
  const path = Object.keys(listPath).length === 0 ? null : listPath;
  return { ...endpointQuery(view, input), listed: { key: [list.id, path], id } };
}

/** The object as the page of its list has it that was loaded last. */
export function findListed<T>(
  client: QueryClient,
  listed: ListedObject | undefined,
): T | undefined {
  if (listed === undefined) return undefined;
  const pages = client
    .getQueriesData<{ readonly data: readonly (T & { readonly id: string })[] }>({
      queryKey: listed.key,
    })
    .map(([key, page]) => ({ page, at: client.getQueryState(key)?.dataUpdatedAt ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  for (const { page } of pages) {
    const found = page?.data.find(({ id }) => id === listed.id);
    if (found !== undefined) return found;
  }
  return undefined;
}
