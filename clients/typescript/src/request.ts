/** Builds the parts of a request: URL, token and idempotency key. */
import type { OperationInput, Operation } from "./operation.ts";
import { BorealError } from "./boreal-error.ts";

const invalidArgument = (message: string) =>
  new BorealError({ status: 0, code: "bad_input", message });

/** Validates the base URL and removes trailing slashes. */
export function normalizeBaseUrl(url: string | URL): string {
  const parsed = URL.canParse(String(url)) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol))
    throw invalidArgument("The URL must start with https:// or http://");
  // fetch rejects such URLs too, but its error message contains the password.
  if (parsed.username !== "" || parsed.password !== "")
    throw invalidArgument(
      "The URL must not contain a user name or password. Only the token is needed.",
    );
  return parsed.origin + parsed.pathname.replace(/\/+$/, "");
}

/**
 * Trims the token, because a value read from a file may end with a line break. Rejects characters that are not
 * valid in a header here, because fetch's error message would contain the token.
 */
export function checkToken(text: string): string {
  const token = text.replace(/^\ufeff/, "").trim();
  if (/^["'`“‘]|["'`”’]$/.test(token))
    throw invalidArgument("The access token is in quotes. Remove the quotes.");
  if (!/^[\x21-\x7e]+$/.test(token))
    throw invalidArgument("The access token is empty or contains invalid characters");
  return token;
}

export function buildUrl(operation: Operation, { path = {}, query = {} }: OperationInput): string {
  const pathname = operation.path.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => {
    const value: unknown = path[name];
    // ".", ".." and empty values would produce the path of another endpoint.
    if (typeof value !== "string" || ["", ".", ".."].includes(value.trim()))
      throw invalidArgument(`${operation.id}: path.${name} is missing or invalid`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
  return search.size > 0 ? `${pathname}?${search}` : pathname;
}

const keyBytes = 16;

/** Random, so that keys are unique. */
export const generateIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(keyBytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
