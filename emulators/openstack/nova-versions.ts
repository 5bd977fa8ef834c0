/** Nova's microversions: the requested version, and whether this cloud supports it. */
import type { EmulatorResponse, EmulatorRequest } from "../lib/routes.ts";

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

/** Returns the minor version to use, or an error response. Without a header Nova uses its first version. */
export function negotiate(request: EmulatorRequest, highest: Minor): Minor | EmulatorResponse {
  const modern = request.headers["openstack-api-version"];
  const older = request.headers["x-openstack-nova-api-version"];
  const requested =
    typeof modern === "string" && modern.startsWith("compute ")
      ? modern.slice("compute ".length).trim()
      : typeof older === "string"
        ? older
        : "2.1";
  if (requested === "latest") return highest;
  const match = /^(\d+)\.(\d+)$/.exec(requested);
  if (match === null) {
    return badRequest(
      `API Version String ${requested} is of invalid format. Must be of format MajorNum.MinorNum.`,
    );
  }
  const minor = Number(match[2]);
  if (match[1] === "2" && minor >= lowest && minor <= highest) return minor;
  const problem = novaError(
    406,
    "computeFault",
    `Version ${requested} is not supported by the API. Minimum is 2.${lowest} and maximum is 2.${highest}.`,
  );
  return { ...problem, headers: { ...problem.headers, ...versionHeaders(requested) } };
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
