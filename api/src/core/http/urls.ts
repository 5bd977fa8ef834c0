/** Request URLs before routing: why one is invalid, and which methods a path supports. */
import { allEndpoints } from "#contracts/api.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import type { Endpoint } from "#contracts/endpoint.ts";

const longestUrl = 8 * 1024;
/** Maximum decoded length of a path parameter. */
export const longestParameter = 200;

/** Route for requests with an invalid URL; it has no endpoint. */
export const unreadablePath = "/unreadable-address";

/** Problem code of an invalid URL, or null. Pages of the console allow longer path segments than endpoints do. */
export function findUrlProblem(url: string, isPage: boolean): ProblemCode | null {
  if (url.length > longestUrl) return "uri_too_long";
  for (const part of pathOf(url).split("/")) {
    const text = decodeSegment(part);
    if (text === null || text.includes("\0")) return "bad_request";
    if (!isPage && text.length > longestParameter) return "uri_too_long";
  }
  return null;
}

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? "/";

function decodeSegment(part: string): string | null {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const supportedMethods = (endpoint: Endpoint): readonly string[] =>
  endpoint.probe === true ? [endpoint.method, "HEAD"] : [endpoint.method];

const declared = allEndpoints.map((endpoint) => ({
  methods: supportedMethods(endpoint),
  pattern: new RegExp(`^${endpoint.path.replace(/:[a-zA-Z]+/g, "[^/]+")}/?$`),
}));

/** Methods of the endpoints at this path; empty if there are none. */
export const allowedMethods = (url: string): string[] => {
  const path = pathOf(url);
  return [
    ...new Set(declared.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods)),
  ].sort();
};
