/** The caller of a request and the single place that decides what the caller may access. */
import { z } from "zod";
import { type Access, type Endpoint, acceptedScopes } from "#contracts/endpoint.ts";
import { authTypes, secondSteps } from "#contracts/auth.ts";
import { Locale } from "#contracts/locale.ts";
import {
  isBlockedWhileImpersonating,
  accessLevel,
  staffAccessLevel,
  type WorkspacePermission,
} from "#contracts/permissions.ts";
import { type AccessLevel, StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import { scopesRequiringAllProjects, TokenScope } from "#contracts/tokens.ts";
import { insufficientPrivilege, isDatabaseError, type Sql } from "../db/db.ts";
import { ProblemError } from "../lib/problem-error.ts";
import { isUuid } from "../lib/crypto.ts";

const Time = z.coerce.date();

const UserContext = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  locale: Locale,
  timezone: z.string(),
  twoFactorEnabled: z.boolean(),
  hasPasskeys: z.boolean(),
  hasPassword: z.boolean(),
  mustAcceptTerms: z.boolean(),
  mustChangePassword: z.boolean(),
  avatarId: z.string().nullable(),
});

/** Null if the caller has no role in the workspace named in the path. */
const WorkspaceContext = z
  .object({
    id: z.string(),
    handle: z.string(),
    name: z.string(),
    colour: z.string(),
    status: z.enum(["active", "suspended", "deactivated"]),
    role: WorkspaceRoleId,
    createdAt: Time,
    updatedAt: Time,
  })
  .nullable();

/** Result of the SQL function open_request. */
export const SessionContext = z.object({
  session: z.object({
    id: z.string(),
    authType: z.enum(authTypes),
    generation: z.int(),
    /** The first request that carries the cookie of this generation. */
    isFirstUse: z.boolean(),
    expiresAt: Time,
    updatedAt: Time,
    absoluteExpiresAt: Time,
    secondStep: z.enum(secondSteps).nullable(),
    /** When the user last reauthenticated. */
    reauthAt: Time.nullable(),
    /** The staff session to return to when the impersonation ends. */
    parentSessionId: z.string().nullable(),
    adminId: z.string().nullable(),
    adminRole: StaffRoleId.nullable(),
    adminName: z.string().nullable(),
  }),
  user: UserContext,
  staffRole: StaffRoleId.nullable(),
  workspace: WorkspaceContext,
});
/** A user with a session. */
export type SessionCaller = z.infer<typeof SessionContext>;

/**
 * Result of the SQL function open_token_request: a client that acts as the token's creator, limited to the token's
 * scopes.
 */
export const TokenContext = z.object({
  session: z.null(),
  token: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(TokenScope),
    /** Null if the token covers every project its creator can access. */
    projectIds: z.array(z.string()).nullable(),
    /** Whether the recorded last use is old enough to be updated. */
    isUseDue: z.boolean(),
  }),
  user: UserContext,
  staffRole: z.null(),
  workspace: WorkspaceContext,
});
export type TokenCaller = z.infer<typeof TokenContext>;
export type Caller = SessionCaller | TokenCaller;
export type AuthorizedWorkspace = NonNullable<SessionCaller["workspace"]>;

/** Maps each name in a path to the type it resolves to. A resource adds its own line beside its loader. */
export interface AuthorizedObjects {
  workspace: AuthorizedWorkspace;
}

/** Finds an object named in a path under row-level security, and its owner. */
export interface ObjectLoader<Row> {
  find(id: string): Sql;
  /** The owning user, for roles limited to their own objects; null if the object has no owner. */
  ownerId(row: Row): string | null;
}
type ObjectLoaders = {
  [N in Exclude<keyof AuthorizedObjects, "workspace">]?: ObjectLoader<AuthorizedObjects[N]>;
};

const objectLoaders = new Map<string, ObjectLoader<never>>();

/** Registers a resource's loader; called once, beside the declaration of its AuthorizedObjects line. */
export function registerObjectLoader<N extends keyof ObjectLoaders & string>(
  name: N,
  loader: NonNullable<ObjectLoaders[N]>,
): void {
  objectLoaders.set(name, loader);
}

export const getObjectLoader = (name: string): ObjectLoader<never> | undefined =>
  objectLoaders.get(name);

export interface AccessDecision {
  accessLevel: AccessLevel;
}

/** Rejects a caller without the required kind of session, before any other check. */
export function assertSession(access: Access, caller: Caller | null): void {
  if (access.kind === "open" || access.kind === "link" || access.kind === "any") return;
  const isAttempt = caller?.session?.authType === "login-attempt";
  if (access.kind === "attempt") {
    if (!isAttempt) throw new ProblemError("no_intermediate_session");
    return;
  }
  if (caller === null || isAttempt)
    throw new ProblemError("authentication_failed_no_session_found_ch");
  if (access.kind === "impersonation" && caller.session?.authType !== "impersonate") {
    throw new ProblemError("authentication_failed_no_session_found_ch");
  }
}

/**
 * Throws a problem, or returns the access level of a caller with the right session. authorizeObject then checks the
 * object.
 */
export function authorizeEndpoint(
  endpoint: Endpoint,
  caller: Caller | null,
  policy: StaffPolicy,
): AccessDecision {
  const { access } = endpoint;
  if (["open", "link", "any", "attempt", "impersonation"].includes(access.kind))
    return { accessLevel: "all" };
  if (caller === null) throw new ProblemError("authentication_failed_no_session_found_ch");
  if (caller.session === null) assertScopes(endpoint, caller);
  else assertAllowedWhileImpersonating(endpoint, caller);
  const level = requiredAccessLevel(access, caller, policy);
  if (caller.user.mustAcceptTerms && endpoint.alwaysAvailable !== true)
    throw new ProblemError("terms_not_accepted");
  return { accessLevel: level };
}

/** Authentication policy for staff accounts. */
export interface StaffPolicy {
  /** Staff endpoints reject accounts without two-factor authentication. */
  readonly staffNeedTwoFactor: boolean;
}

function requiredAccessLevel(access: Access, caller: Caller, policy: StaffPolicy): AccessLevel {
  if (access.kind === "staff") {
    if (caller.staffRole === null) throw new ProblemError("permission_denied_missing_role");
    const { permission } = access;
    const level = staffAccessLevel(caller.staffRole, permission);
    if (level === null)
      throw new ProblemError("permission_denied_missing_permission", { permission });
    if (policy.staffNeedTwoFactor && !caller.user.twoFactorEnabled)
      throw new ProblemError("two_factor_required");
    return "all";
  }
  if (access.kind !== "can") return "all";
  if (caller.workspace === null) throw new ProblemError("permission_denied_missing_role");
  const { permission } = access;
  const level = accessLevel(caller.workspace.role, permission);
  if (level === null)
    throw new ProblemError("permission_denied_missing_permission", { permission });
  return level;
}

/**
 * Access level of a permission for the caller, limited by role, token scopes and impersonation; null if the
 * permission is missing.
 */
export function callerAccessLevel(
  caller: Caller,
  permission: WorkspacePermission,
): AccessLevel | null {
  if (caller.workspace === null) return null;
  if (caller.session === null) {
    if (!hasScope(caller, permission)) return null;
  } else {
    const { adminRole } = caller.session;
    if (adminRole !== null && isBlockedWhileImpersonating(permission, adminRole)) return null;
  }
  return accessLevel(caller.workspace.role, permission);
}

const hasScope = ({ token }: TokenCaller, permission: WorkspacePermission): boolean =>
  token.scopes.some(
    (scope) =>
      scope === permission && (token.projectIds === null || !scopesRequiringAllProjects.has(scope)),
  );

/** A token may call the endpoints of its scopes, in its own workspace, while its creator has the permission. */
function assertScopes(endpoint: Endpoint, caller: TokenCaller): void {
  const scopes = acceptedScopes(endpoint);
  if (scopes === null) throw new ProblemError("no_access_for_jwt");
  if (caller.workspace === null) throw new ProblemError("permission_denied_missing_role");
  if (scopes.some((scope) => callerAccessLevel(caller, scope) !== null)) return;
  const [permission = ""] = scopes;
  throw new ProblemError("permission_denied_missing_permission", { permission });
}

/**
 * During impersonation, permissions that are not allowed for the staff role are blocked, whatever the customer's role
 * allows.
 */
function assertAllowedWhileImpersonating(endpoint: Endpoint, caller: SessionCaller): void {
  const { adminRole } = caller.session;
  if (adminRole === null) return;
  const { access } = endpoint;
  const isNamed = endpoint.allowedWhileImpersonating?.includes(adminRole);
  const isBlocked =
    access.kind === "can"
      ? caller.workspace !== null &&
        (isBlockedWhileImpersonating(access.permission, adminRole) || isNamed === false)
      : isNamed !== true;
  if (!isBlocked) return;
  throw new ProblemError(
    "permission_denied_missing_permission",
    "permission" in access ? { permission: access.permission } : {},
  );
}

const reauthenticationTtlMs = 15 * 60_000;

/** Requires recent reauthentication; used by endpoints that would let an attacker keep access to an account. */
export function assertRecentlyAuthenticated(caller: Caller, now: Date): void {
  const reauthAt = caller.session?.reauthAt ?? null;
  if (reauthAt === null || now.getTime() - reauthAt.getTime() > reauthenticationTtlMs)
    throw new ProblemError("confirmation_required");
}

/**
 * Returns 404 for an object that row-level security hides, and 403 for an object of another user where the access
 * level is `own`.
 */
export function authorizeObject<Row>(
  row: Row | null,
  loader: { ownerId(row: Row): string | null },
  access: Access,
  decision: AccessDecision,
  caller: Caller | null,
): Row {
  if (row === null) throw new ProblemError("not_found");
  if (decision.accessLevel === "own" && loader.ownerId(row) !== caller?.user.id) {
    throw new ProblemError(
      "permission_denied_missing_permission",
      access.kind === "can" ? { permission: access.permission } : {},
    );
  }
  return row;
}

/**
 * Maps a row-level security violation to 403 if a token limited to some projects adds or moves an object out of them.
 */
export function mapRlsViolation(
  { access }: Endpoint,
  caller: Caller | null,
  error: unknown,
): unknown {
  const isConfined = caller !== null && caller.session === null && caller.token.projectIds !== null;
  if (!isConfined || !isDatabaseError(error, insufficientPrivilege)) return error;
  return new ProblemError(
    "permission_denied_missing_permission",
    access.kind === "can" ? { permission: access.permission } : {},
  );
}

/** Query for the object named in a path; null if the id is not a UUID. */
export const objectQuery = (name: string, id: string | undefined): Sql | null =>
  id !== undefined && isUuid(id) ? (getObjectLoader(name)?.find(id) ?? null) : null;
