/** The query string of the URL is the query of the endpoint: text values, each parsed by the contract's schema. */
import type { Endpoint, EndpointInput } from "#contracts/endpoint.ts";
import { loadSchema } from "./endpoint-schema.ts";
import { readRowsPerPage } from "../browser/rows-per-page.ts";

/** The query of an endpoint with text values. */
export type EndpointSearchParams<C extends Endpoint> =
  EndpointInput<C> extends { query?: infer Q } ? NonNullable<Q> : never;

type Accept = (search: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** The loaded schemas, by endpoint id. */
const loaded = new Map<string, Accept>();
const loading = new Map<string, Promise<void>>();

/** Loads what the parameters of an endpoint are validated with. */
export function loadSearchValidation(contract: Endpoint): Promise<void> {
  const started = loading.get(contract.id) ?? load(contract);
  loading.set(contract.id, started);
  return started;
}

async function load({ id, query }: Endpoint): Promise<void> {
  try {
    if (query === undefined) return void loaded.set(id, () => ({}));
    const [{ acceptedParameters }, schema] = await Promise.all([
      import("./query-validation.ts"),
      loadSchema(query),
    ]);
    loaded.set(id, (search) => acceptedParameters(schema, search));
  } catch {
    loading.delete(id); // Its code can't be loaded. The next navigation tries again.
  }
}

/** Resolves when the schemas of the page's URL are loaded: before that, no parameter of it is known to be valid. */
export async function settleSearchValidation(): Promise<void> {
  await Promise.all(loading.values());
}

/** The parameters without empty ones, for a schema that is not loaded yet. */
const presentParameters: Accept = (search) =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );

const isEndpointQuery = <C extends Endpoint>(
  contract: C,
  value: Record<string, unknown>,
): value is EndpointSearchParams<C> =>
  contract.query !== undefined || Object.keys(value).length === 0;

/**
 * Keeps the parameters that the endpoint's schema accepts and drops the rest, so that a hand-written URL never breaks
 * a page. The first page of a document waits for the schema (main.tsx). A link of the console has valid parameters, so
 * it does not wait. A list
 * without `perPage` gets the rows per page that the user chose for it.
 */
export const validateSearchFor =
  <C extends Endpoint>(contract: C) =>
  (search: Record<string, unknown>): EndpointSearchParams<C> => {
    const present = presentParameters(search);
    if (Object.keys(present).length > 0) void loadSearchValidation(contract);
    const stored = (loaded.get(contract.id) ?? presentParameters)(present);
    const rows = "perPage" in stored ? null : readRowsPerPage(contract.id);
    if (rows !== null) stored["perPage"] = rows;
    // The router merges the result into the URL, so dropped parameters are set to undefined explicitly.
    const dropped = Object.keys(search).filter((name) => !(name in stored));
    const nothing = Object.fromEntries(dropped.map((name) => [name, undefined]));
    if (isEndpointQuery(contract, stored)) return { ...nothing, ...stored };
    throw new Error(`${contract.id} has no query`);
  };

/**
 * Plain `name=value` pairs. The router's default JSON notation would turn `page=2` into a number and require quotes
 * around text.
 */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "string" && value !== "") pairs.set(name, value);
  }
  // Keep the commas of lists readable.
  return pairs.size === 0 ? "" : `?${pairs.toString().replaceAll("%2C", ",")}`;
}
