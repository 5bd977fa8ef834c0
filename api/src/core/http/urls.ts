/** Addresses of requests before they are routed: what makes one unreadable, and which methods a path takes. */
import { allEndpoints } from "#contracts/api.ts";
import type { ProblemCode } from "#contracts/problems.ts";
import type { Endpoint } from "#contracts/endpoint.ts";

const longestUrl = 8 * 1024;
/** The longest value of a path parameter, decoded: what the routes take. */
export const longestParameter = 200;

/** Where a request with an unreadable address is routed to: no endpoint is there. */
export const unreadablePath = "/unreadable-address";

/** Why an address cannot be read; null where it can. The console's pages take longer parts than endpoints do. */
export function urlFault(url: string, isPage: boolean): ProblemCode | null {
  if (url.length > longestUrl) return "uri_too_long";
  for (const part of pathOf(url).split("/")) {
    const text = decodedPart(part);
    if (text === null || text.includes("\0")) return "bad_request";
    if (!isPage && text.length > longestParameter) return "uri_too_long";
  }
  return null;
}

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? "/";

function decodedPart(part: string): string | null {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const methodsOf = (endpoint: Endpoint): readonly string[] =>
  endpoint.probe === true ? [endpoint.method, "HEAD"] : [endpoint.method];

const declared = allEndpoints.map((endpoint) => ({
  methods: methodsOf(endpoint),
  pattern: new RegExp(`^${endpoint.path.replace(/:[a-zA-Z]+/g, "[^/]+")}/?$`),
}));

/** Methods that endpoints at this path take; empty where none is there. */
export const methodsAt = (url: string): string[] => {
  const path = pathOf(url);
  return [
    ...new Set(declared.filter(({ pattern }) => pattern.test(path)).flatMap((one) => one.methods)),
  ].sort();
};
