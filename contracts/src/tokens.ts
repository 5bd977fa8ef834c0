/** Access tokens: they act as a user in one workspace and never have more permissions than that user. */
import { z } from "zod";
import {
  type Endpoint,
  can,
  del,
  get,
  defineEndpoints,
  Id,
  commaSeparated,
  noContent,
  paginated,
  paginationQuery,
  post,
  type UnavailableReason,
  acceptedScopes,
  self,
  searchTerm,
  session,
  Timestamp,
} from "./endpoint.ts";
import { failsWith, wholeNumber } from "./field-problem.ts";
import { permissionNames } from "./permissions.ts";
import { createReason } from "./problem-reasons.ts";
import type { Resource } from "./resource.ts";
import { resources, type ScopePermission, tokensResource } from "./resources.ts";
import { displayName } from "./text.ts";

const declared: readonly Resource[] = resources;
const scopes = new Map(
  declared
    .flatMap(({ permissions = {} }) => Object.entries(permissions))
    .flatMap(([name, { scope }]) => (scope === undefined ? [] : [[name, scope] as const])),
);

/**
 * Permissions that a token may have as scopes of the same name. None of them creates tokens, invites members, pays,
 * or transfers or deactivates a workspace.
 */
export const tokenScopes = permissionNames.filter((name): name is ScopePermission =>
  scopes.has(name),
);
export const TokenScope = z.enum(tokenScopes);
export type TokenScope = z.infer<typeof TokenScope>;

/**
 * Scopes that a token restricted to projects cannot have, and that have no effect on older tokens that have them: a
 * project it created would be outside its projects, a project it deleted is one of them, and SSH keys belong to the
 * whole workspace.
 */
export const scopesRequiringAllProjects: ReadonlySet<TokenScope> = new Set(
  tokenScopes.filter((scope) => scopes.get(scope) === "all_projects"),
);

/** Scopes of which a token needs one for the endpoint; empty when it accepts no tokens. */
export const tokenScopesFor = (endpoint: Endpoint): TokenScope[] =>
  tokenScopes.filter((scope) => acceptedScopes(endpoint)?.includes(scope) === true);

/** Prefix for secret scanners; it is followed by 30 random letters and digits and a checksum of 6. */
export const tokenPrefix = "gcw_";
export const maxActiveTokens = 50;
/** Includes rotated tokens that stay valid for a while. */
export const maxUsableTokens = 2 * maxActiveTokens;
export const defaultTokenLifetimeDays = 90;
export const maxTokenLifetimeDays = 365;
export const maxIpRanges = 20;
/** Longest time that a rotated token may stay valid, in hours. */
export const maxRotationOverlapHours = 168;

export const tokenStatuses = ["active", "expired", "revoked"] as const;
export const Token = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(TokenScope),
  /** Null for all projects that its creator can access. */
  projects: z.array(z.object({ id: Id, name: z.string() })).nullable(),
  /** CIDR ranges; empty for access from any IP address. */
  ipRanges: z.array(z.string()),
  status: z.enum(tokenStatuses),
  expiresAt: Timestamp,
  /** When another token replaced it; it stays valid until it expires. */
  replacedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
  lastUsedIp: z.string().nullable(),
  createdBy: z.object({ id: Id, name: z.string() }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Token = z.infer<typeof Token>;

/** A usable token of the user, as listed outside of its workspace. */
export const OwnToken = Token.pick({
  id: true,
  name: true,
  prefix: true,
  last4: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedIp: true,
}).extend({ workspace: z.object({ id: Id, handle: z.string(), name: z.string() }) });
export type OwnToken = z.infer<typeof OwnToken>;

export const tokenActions = ["rotate", "revoke"] as const;
export type TokenAction = (typeof tokenActions)[number];

/**
 * Why a token cannot be rotated or revoked now; null when it can. Revoking a revoked token again is allowed and has
 * no effect.
 */
export function tokenUnavailableReason(
  action: TokenAction,
  { status, replacedAt }: Pick<Token, "status" | "replacedAt">,
): UnavailableReason | null {
  if (status === "revoked") return createReason("token_is_revoked");
  if (status === "expired") return createReason("token_is_expired");
  if (action === "rotate" && replacedAt !== null) return createReason("token_is_replaced");
  return null;
}

export const IpRange = z
  .string()
  .max(49)
  .refine(
    (text) => z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(text).success,
    failsWith("format", { rule: "ip_range" }),
  );

export const TokenCreate = z
  .strictObject({
    name: displayName(),
    scopes: z
      .array(TokenScope)
      .min(1)
      .transform((scopes) => [...new Set(scopes)]),
    /** Null for all projects that its creator can access. */
    projectIds: z
      .array(Id)
      .min(1)
      .max(100)
      .transform((ids) => [...new Set(ids)])
      .nullable()
      .default(null),
    ipRanges: z.array(IpRange).max(maxIpRanges).default([]),
    expiresInDays: wholeNumber(1, maxTokenLifetimeDays).default(defaultTokenLifetimeDays),
  })
  .refine(
    ({ scopes, projectIds }) =>
      projectIds === null || !scopes.some((scope) => scopesRequiringAllProjects.has(scope)),
    { path: ["scopes"], ...failsWith("not_with_projects") },
  );

/** The workspace that requests with the token belong to. */
const WorkspaceRef = z.object({ id: Id, handle: z.string(), name: z.string() });
/** The secret is shown only in this response. */
const CreatedToken = z.object({ token: Token, secret: z.string(), workspace: WorkspaceRef });

export const tokens = defineEndpoints(tokensResource, {
  list: get("/api/v1/workspaces/:workspace/tokens", {
    summary: "List access tokens",
    preload: { pages: ["/$workspace/settings/access-tokens"] },
    access: can("token.view", "workspace"),
    query: z.strictObject({
      ...paginationQuery(15),
      search: searchTerm,
      status: commaSeparated(tokenStatuses),
    }),
    response: paginated(Token),
  }),
  create: post("/api/v1/workspaces/:workspace/tokens", {
    summary: "Create an access token. Its secret is returned only once",
    access: can("token.create", "workspace"),
    requiresReauthentication: true,
    body: TokenCreate,
    response: CreatedToken,
    status: 201,
    idempotent: true,
    secretResponse: true,
  }),
  view: get("/api/v1/workspaces/:workspace/tokens/:token", {
    summary: "Get an access token, without its secret",
    access: can("token.view", "token"),
    response: Token,
  }),
  current: get("/api/v1/access-token", {
    summary: "Get the access token used for this request and its workspace",
    access: session,
    tokenScopes: tokenScopes,
    response: z.object({ token: Token, workspace: WorkspaceRef }),
  }),
  rotate: post("/api/v1/workspaces/:workspace/tokens/:token/rotate", {
    summary: "Rotate an access token: create a replacement and expire this one after the overlap",
    access: can("token.create", "token"),
    requiresReauthentication: true,
    body: z.strictObject({ overlapHours: wholeNumber(0, maxRotationOverlapHours).default(24) }),
    response: CreatedToken,
    status: 201,
    idempotent: true,
    secretResponse: true,
  }),
  remove: del("/api/v1/workspaces/:workspace/tokens/:token", {
    summary: "Revoke an access token",
    access: can("token.delete", "token"),
    response: noContent,
    idempotent: true,
  }),
  own: get("/api/v1/settings/access-tokens", {
    summary: "List your active access tokens in all workspaces, newest first",
    access: self,
    query: z.strictObject(paginationQuery(15)),
    response: paginated(OwnToken),
  }),
  removeOwn: del("/api/v1/settings/access-tokens/:token", {
    summary: "Revoke an access token you created, regardless of your current role in its workspace",
    access: self,
    response: noContent,
    idempotent: true,
  }),
});
