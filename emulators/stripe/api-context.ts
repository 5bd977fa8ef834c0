/** What every emulated call gets, and how it reads its parameters. */
import type { Account } from "./account.ts";
import { invalidRequest, missing } from "./errors.ts";
import { type Form, text } from "./form.ts";
import type { Emit, Intents } from "./intents.ts";

export interface ApiContext {
  readonly account: Account;
  readonly intents: Intents;
  readonly emit: Emit;
  readonly origin: string;
  readonly form: Form;
  readonly query: URLSearchParams;
  /** With the publishable key, a request may only act on an intent whose client secret it has. */
  readonly isBrowser: boolean;
}

export const required = (form: Form, name: string): string => {
  const value = text(form, name);
  if (value === undefined || value === "")
    throw invalidRequest(`Missing required param: ${name}.`, {
      code: "parameter_missing",
      param: name,
    });
  return value;
};

export function wholeNumber(form: Form, name: string): number | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,12}$/.test(value))
    throw invalidRequest(`Invalid integer: ${value}`, {
      code: "parameter_invalid_integer",
      param: name,
    });
  return Number(value);
}

export function requireRecord<T>(
  records: ReadonlyMap<string, T>,
  kind: string,
  id: string,
  param?: string,
): T {
  const found = records.get(id);
  if (found === undefined) throw missing(kind, id, param);
  return found;
}

/** The newest first. `starting_after` is the last object of the page before. */
export function listOf<T extends { id: string }>(
  url: string,
  data: readonly T[],
  query: URLSearchParams,
) {
  const limit = Number(query.get("limit") ?? "10");
  const last = query.get("starting_after");
  const rest = last === null ? data : data.slice(data.findIndex(({ id }) => id === last) + 1);
  return { object: "list", url, has_more: rest.length > limit, data: rest.slice(0, limit) };
}

export const isCreatedSince = (query: URLSearchParams, { created }: { created: number }): boolean =>
  created >= Number(query.get("created[gte]") ?? "0");
