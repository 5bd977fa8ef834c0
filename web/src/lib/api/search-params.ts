/** The query string of the URL is the query of the endpoint: text values, each parsed by the contract's schema. */
import { z } from "zod";
import type { Endpoint, EndpointInput } from "#contracts/endpoint.ts";
import { readRowsPerPage } from "../browser/rows-per-page.ts";

/** The query of an endpoint with text values. */
export type EndpointSearchParams<C extends Endpoint> =
  EndpointInput<C> extends { query?: infer Q } ? NonNullable<Q> : never;

const isEndpointQuery = <C extends Endpoint>(
  contract: C,
  value: unknown,
): value is EndpointSearchParams<C> => contract.query?.safeParse(value).success === true;

/**
 * Keeps the parameters that the endpoint's schema accepts and drops the rest, so that a hand-written URL never breaks
 * a page. A list without `perPage` gets the rows per page that the user chose for it.
 */
export const validateSearchFor =
  <C extends Endpoint>(contract: C) =>
  (search: Record<string, unknown>): EndpointSearchParams<C> => {
    const shape = contract.query instanceof z.ZodObject ? contract.query.shape : {};
    const stored: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape)) {
      const value = search[name];
      const isGood = field instanceof z.ZodType && field.safeParse(value).success;
      if (value !== undefined && value !== "" && isGood) stored[name] = value;
    }
    const rows = "perPage" in shape && !("perPage" in stored) ? readRowsPerPage(contract.id) : null;
    if (rows !== null) stored["perPage"] = rows;
    // The router merges the result into the URL, so dropped parameters are set to undefined explicitly.
    const dropped = Object.keys(search).filter((name) => !(name in stored));
    const nothing = Object.fromEntries(dropped.map((name) => [name, undefined]));
    if (isEndpointQuery(contract, stored)) return { ...nothing, ...stored };
    throw new Error(`${contract.id}: its query cannot be read key by key`);
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
