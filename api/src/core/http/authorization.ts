/** Who is calling, what they may touch, and the one place that decides. */
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
import { ProblemError } from "./problem-error.ts";
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

/** Null where the caller has no role in the one the path names. */
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

/** What open_request found. */
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
    /** When who it is was last proven. */
    reauthAt: Time.nullable(),
    /** The staff session that waits while its person acts as somebody else. */
    parentSessionId: z.string().nullable(),
    adminId: z.string().nullable(),
    adminRole: StaffRoleId.nullable(),
    adminName: z.string().nullable(),
  }),
  user: UserContext,
  staffRole: StaffRoleId.nullable(),
  workspace: WorkspaceContext,
});
/** Somebody with a session. */
export type SessionCaller = z.infer<typeof SessionContext>;

/** What open_token_request found: a program that acts as the token's maker, with what the token leaves of them. */
export const TokenContext = z.object({
  session: z.null(),
  token: z.object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(TokenScope),
    /** Null where it reaches every project its maker does. */
    projectIds: z.array(z.string()).nullable(),
    /** It is a while since its use was last written down. */
    isUseDue: z.boolean(),
  }),
  user: UserContext,
  staffRole: z.null(),
  workspace: WorkspaceContext,
});
export type TokenCaller = z.infer<typeof TokenContext>;
export type Caller = SessionCaller | TokenCaller;
export type AuthorizedWorkspace = NonNullable<SessionCaller["workspace"]>;

/** What each name in a path resolves to. A noun adds its own line beside its loader. */
export interface AuthorizedObjects {
  workspace: AuthorizedWorkspace;
}

/** How an object named in a path is found, behind the wall, and whose it is. */
export interface ObjectLoader<Row> {
  find(id: string): Sql;
  /** The user whose own it is, for roles that reach only their own; null where nobody's. */
  ownerId(row: Row): string | null;
}
type ObjectLoaders = {
  [N in Exclude<keyof AuthorizedObjects, "workspace">]?: ObjectLoader<AuthorizedObjects[N]>;
};

const objectLoaders = new Map<string, ObjectLoader<never>>();

/** Registers the noun's loader; called once, beside the declaration of its Granted line. */
export function registerObjectLoader<N extends keyof ObjectLoaders & string>(
  name: N,
  loader: NonNullable<ObjectLoaders[N]>,
): void {
  objectLoaders.set(name, loader);
}

export const getObjectLoader = (name: string): ObjectLoader<never> | undefined =>
  objectLoaders.get(name);

export interface AccessDecision {
  reach: AccessLevel;
}

/** A call that needs a session refuses whoever has none of the right kind, before anything else is looked at. */
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

/** Refuses, or says how far a caller with the right session reaches. Objects are judged afterwards, by judgeObject. */
export function authorizeEndpoint(
  endpoint: Endpoint,
  caller: Caller | null,
  rules: StaffPolicy,
): AccessDecision {
  const { access } = endpoint;
  if (["open", "link", "any", "attempt", "impersonation"].includes(access.kind))
    return { reach: "all" };
  if (caller === null) throw new ProblemError("authentication_failed_no_session_found_ch");
  if (caller.session === null) assertScopes(endpoint, caller);
  else assertAllowedWhileImpersonating(endpoint, caller);
  const reach = requiredAccessLevel(access, caller, rules);
  if (caller.user.mustAcceptTerms && endpoint.alwaysAvailable !== true)
    throw new ProblemError("terms_not_accepted");
  return { reach };
}

/** How staff themselves are held. */
export interface StaffPolicy {
  /** Without a second factor no call of the staff area answers. */
  readonly staffNeedTwoFactor: boolean;
}

function requiredAccessLevel(access: Access, caller: Caller, rules: StaffPolicy): AccessLevel {
  if (access.kind === "staff") {
    if (caller.staffRole === null) throw new ProblemError("permission_denied_missing_role");
    const { permission } = access;
    const reach = staffAccessLevel(caller.staffRole, permission);
    if (reach === null)
      throw new ProblemError("permission_denied_missing_permission", { permission });
    if (rules.staffNeedTwoFactor && !caller.user.twoFactorEnabled)
      throw new ProblemError("two_factor_required");
    return "all";
  }
  if (access.kind !== "can") return "all";
  if (caller.workspace === null) throw new ProblemError("permission_denied_missing_role");
  const { permission } = access;
  const reach = accessLevel(caller.workspace.role, permission);
  if (reach === null)
    throw new ProblemError("permission_denied_missing_permission", { permission });
  return reach;
}

/** How far a permission reaches for the caller, as their role, their token and whoever acts as them leave it; null: not at all. */
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

/** A token makes the calls its scopes name, in its own workspace, for as long as its maker could. */
function assertScopes(endpoint: Endpoint, caller: TokenCaller): void {
  const scopes = acceptedScopes(endpoint);
  if (scopes === null) throw new ProblemError("no_access_for_jwt");
  if (caller.workspace === null) throw new ProblemError("permission_denied_missing_role");
  if (scopes.some((scope) => callerAccessLevel(caller, scope) !== null)) return;
  const [permission = ""] = scopes;
  throw new ProblemError("permission_denied_missing_permission", { permission });
}

/** While staff act as a customer, what is not named for their role is blocked, whatever the customer may. */
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

/** Refuses whoever has not proven lately who they are: for what would let a thief keep an account. */
export function assertRecentlyAuthenticated(caller: Caller, now: Date): void {
  const reauthAt = caller.session?.reauthAt ?? null;
  if (reauthAt === null || now.getTime() - reauthAt.getTime() > reauthenticationTtlMs)
    throw new ProblemError("confirmation_required");
}

/** An object the wall does not show is not there; one that is not the caller's own is refused. */
export function authorizeObject<Row>(
  row: Row | null,
  loader: { ownerId(row: Row): string | null },
  access: Access,
  decision: AccessDecision,
  caller: Caller | null,
): Row {
  if (row === null) throw new ProblemError("not_found");
  if (decision.reach === "own" && loader.ownerId(row) !== caller?.user.id) {
    throw new ProblemError(
      "permission_denied_missing_permission",
      access.kind === "can" ? { permission: access.permission } : {},
    );
  }
  return row;
}

/** What a token of some projects would add or move out of them, the wall does not take. */
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

/** The object a path names, or nothing to ask for when its id cannot be one. */
export const objectQuery = (name: string, id: string | undefined): Sql | null =>
  id !== undefined && isUuid(id) ? (getObjectLoader(name)?.find(id) ?? null) : null;
