/** A call as the request that makes it. */
import type { OperationInput, Operation } from "./operation.ts";
import { BorealError } from "./boreal-error.ts";

const invalidArgument = (message: string) =>
  new BorealError({ status: 0, code: "bad_input", message });

/** The address Boreal answers at, without a slash at its end. */
export function normalizeBaseUrl(url: string | URL): string {
  const parsed = URL.canParse(String(url)) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol))
    throw invalidArgument("The url is one that begins with https:// (or http://)");
  // A fetch would refuse it, and tell all of it in its error.
  if (parsed.username !== "" || parsed.password !== "")
    throw invalidArgument(
      "The url holds no user name or password: the token is all that is needed",
    );
  return parsed.origin + parsed.pathname.replace(/\/+$/, "");
}

/**
 * A token as it may be sent: without the line end or blank that a file brings along. What a header
 * cannot carry is refused here, where nothing of it is told.
 */
export function checkToken(given: string): string {
  const token = given.replace(/^\ufeff/, "").trim();
  if (/^["'`“‘]|["'`”’]$/.test(token))
    throw invalidArgument("The access token has quotes around it: leave them out");
  if (!/^[\x21-\x7e]+$/.test(token))
    throw invalidArgument("The access token is empty or holds characters no token has");
  return token;
}

export function buildUrl(endpoint: Operation, { path = {}, query = {} }: OperationInput): string {
  const filled = endpoint.path.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => {
    const value: unknown = path[name];
    // "." and ".." would make it the address of another call, as would a value that is empty.
    if (typeof value !== "string" || ["", ".", ".."].includes(value.trim()))
      throw invalidArgument(`${endpoint.id}: path.${name} is missing or cannot be one`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const keyBytes = 16;

/** Nobody else makes the same. */
export const generateIdempotencyKey = () =>
  [...crypto.getRandomValues(new Uint8Array(keyBytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
