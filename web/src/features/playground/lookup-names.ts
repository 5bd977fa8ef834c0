/** Which list the ids of a field come from, by the name of the parameter or property. */

export type LookupName =
  | "projects"
  | "instances"
  | "credentials"
  | "tokens"
  | "ownTokens"
  | "members"
  | "invites"
  | "users"
  | "adminWorkspaces"
  | "sessions"
  | "regions"
  | "products"
  | "prices"
  | "images";

const lookupNames: Readonly<Record<string, LookupName>> = {
  project: "projects",
  projectId: "projects",
  projectIds: "projects",
  moveTo: "projects",
  instance: "instances",
  instanceId: "instances",
  instanceIds: "instances",
  credential: "credentials",
  credentialId: "credentials",
  workspaceCredential: "credentials",
  token: "tokens",
  member: "members",
  invite: "invites",
  user: "users",
  adminWorkspace: "adminWorkspaces",
  sessionId: "sessions",
  region: "regions",
  regionHandle: "regions",
  product: "products",
  virtualProduct: "products",
  bareMetalProduct: "products",
  priceSnapshotId: "prices",
  operatingsystem: "images",
};

/** Where a name has another meaning. */
const exceptions: Readonly<Record<string, LookupName>> = { "tokens.removeOwn token": "ownTokens" };

export const lookupOf = (name: string, endpointId: string): LookupName | null =>
  exceptions[`${endpointId} ${name}`] ??
  (Object.hasOwn(lookupNames, name) ? (lookupNames[name] ?? null) : null);
