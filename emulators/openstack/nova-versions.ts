/** Nova's microversions: what the caller asked for, and whether this cloud speaks it. */
import type { EmulatorResponse, EmulatorRequest } from "./http.ts";

/** Minor number of `2.x`. */
export type Minor = number;

const lowest: Minor = 1;

export function novaError(status: number, kind: string, message: string): EmulatorResponse {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=UTF-8" },
    body: { [kind]: { code: status, message } },
  };
}

export const badRequest = (message: string) => novaError(400, "badRequest", message);
export const notFound = (message: string) => novaError(404, "itemNotFound", message);
export const conflict = (message: string) => novaError(409, "conflictingRequest", message);
export const forbidden = (message: string) => novaError(403, "forbidden", message);

export function versionHeaders(text: string): Record<string, string> {
  return {
    "OpenStack-API-Version": `compute ${text}`,
    "X-OpenStack-Nova-API-Version": text,
    Vary: "OpenStack-API-Version, X-OpenStack-Nova-API-Version",
  };
}

/** The minor to answer with, or the refusal. Without a header Nova falls back to its first version. */
export function negotiate(endpoint: EmulatorRequest, highest: Minor): Minor | EmulatorResponse {
  const modern = endpoint.headers["openstack-api-version"];
  const older = endpoint.headers["x-openstack-nova-api-version"];
  const asked =
    typeof modern === "string" && modern.startsWith("compute ")
      ? modern.slice("compute ".length).trim()
      : typeof older === "string"
        ? older
        : "2.1";
  if (asked === "latest") return highest;
  const match = /^(\d+)\.(\d+)$/.exec(asked);
  if (match === null) {
    return badRequest(
      `API Version String ${asked} is of invalid format. Must be of format MajorNum.MinorNum.`,
    );
  }
  const minor = Number(match[2]);
  if (match[1] === "2" && minor >= lowest && minor <= highest) return minor;
  const problem = novaError(
    406,
    "computeFault",
    `Version ${asked} is not supported by the API. Minimum is 2.${lowest} and maximum is 2.${highest}.`,
  );
  return { ...problem, headers: { ...problem.headers, ...versionHeaders(asked) } };
}

export function versionDocument(origin: string, region: string, highest: Minor) {
  return {
    id: "v2.1",
    status: "CURRENT",
    version: `2.${highest}`,
    min_version: `2.${lowest}`,
    updated: "2013-07-23T11:33:21Z",
    links: [{ rel: "self", href: `${origin}/${region}/compute/v2.1/` }],
  };
}
