/** The objects that the paths of the authorization matrix name. */
import type { Endpoint } from "#contracts/endpoint.ts";
import { type ObjectKind, objectKinds } from "./actors.ts";
import { resourceFixtures } from "./resource-fixtures.ts";

export const pathNames = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name ?? "");
/** The parameters a path may have, and the kinds of objects created for them. */
export const objectKindsByName: Readonly<Record<string, readonly ObjectKind[]>> = {
  ...Object.fromEntries(resourceFixtures.map(({ object }) => [object, objectKinds])),
  project: objectKinds,
  token: ["others", "foreign", "missing"],
  instance: objectKinds,
  member: ["others", "foreign", "missing"],
  invite: ["others", "foreign", "missing"],
  user: ["others", "missing"],
  adminCommand: ["others", "missing"],
  adminInstance: ["others", "missing"],
  adminWorkspace: ["others", "missing"],
  bareMetalItem: ["others", "missing"],
  bareMetalProduct: ["others", "missing"],
  image: ["others", "missing"],
  virtualProduct: ["others", "missing"],
  volumeProduct: ["others", "missing"],
  log: ["own", "foreign", "missing"],
  sessionId: ["own", "foreign", "missing"],
};
/** The token of a link is not an object. */
export const objectOf = (endpoint: Endpoint) =>
  pathNames(endpoint).find(
    (name) => name in objectKindsByName && (name !== "token" || endpoint.access.kind === "can"),
  ) ?? null;
/** Endpoints that need a specific object. */
export const objectFor: Readonly<Record<string, string>> = {
  "adminWorkspaces.restore": "deactivatedWorkspace",
  "users.deleteForever": "deactivated user",
  "staffRoles.expire": "colleague",
};
