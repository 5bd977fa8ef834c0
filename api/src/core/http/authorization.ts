/** The caller of a request and the single place that decides what the caller may access. */
import { z } from "zod";
import {
  type Actor,
  actorAccessLevel,
  type Denial,
  endpointDenial,
  ownershipDenial,
} from "#contracts/actions/actor.ts";
import { type Access, type Endpoint, isSessionless } from "#contracts/endpoint.ts";
import { authTypes, secondSteps } from "#contracts/auth.ts";
import { Locale } from "#contracts/locale.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { type AccessLevel, StaffRoleId } from "#contracts/roles.ts";
import { TokenScope } from "#contracts/tokens.ts";
import { WorkspaceRoleId } from "#contracts/roles.ts";
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

/** Result of the SQL function begin_session_request. */
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
 * Result of the SQL function begin_token_request: a client that acts as the token's creator, limited to the token's
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

/** Rejects a caller without the required kind of session, before any other check. */
export function assertSession(access: Access, caller: Caller | null): void {
  if (isSessionless(access) || access.kind === "any") return;
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

/** The caller in the shape that the rules in contracts/src/actions/ take. */
export const toActor = ({ user, workspace, staffRole, ...caller }: Caller): Actor => ({
  userId: user.id,
  workspaceRole: workspace?.role ?? null,
  isWorkspaceSuspended: workspace?.status === "suspended",
  staffRole,
  adminRole: caller.session?.adminRole ?? null,
  token: caller.session === null ? caller.token : null,
});

/** Throws the problem of a denial. A repeated action passes: its handler changes nothing and succeeds. */
export function assertNotDenied(denial: Denial | null): void {
  if (denial === null || denial.isRepeat === true) return;
  const { problem, permission, code, message, params } = denial;
  if (problem === "action_not_possible")
    throw new ProblemError(problem, {
      reason: { code, message, ...(params === undefined ? {} : { params }) },
    });
  throw new ProblemError(problem, permission === undefined ? {} : { permission });
}

/** Authentication policy for staff accounts. */
export interface StaffPolicy {
  /** Staff endpoints reject accounts without two-factor authentication. */
  readonly staffNeedTwoFactor: boolean;
}

/**
 * Throws unless a caller with the right session may call the endpoint. authorizeObject then checks the object.
 */
export function authorizeEndpoint(
  endpoint: Endpoint,
  caller: Caller | null,
  { staffNeedTwoFactor }: StaffPolicy,
): void {
  const { access } = endpoint;
  if (["open", "link", "signature", "any", "attempt", "impersonation"].includes(access.kind))
    return;
  if (caller === null) throw new ProblemError("authentication_failed_no_session_found_ch");
  assertNotDenied(endpointDenial(toActor(caller), endpoint));
  if (access.kind === "staff" && staffNeedTwoFactor && !caller.user.twoFactorEnabled)
    throw new ProblemError("two_factor_required");
  if (caller.user.mustAcceptTerms && endpoint.alwaysAvailable !== true)
    throw new ProblemError("terms_not_accepted");
}

/**
 * Access level of a permission for the caller, limited by role, token scopes and impersonation; null if the
 * permission is missing.
 */
export const callerAccessLevel = (
  caller: Caller,
  permission: WorkspacePermission,
): AccessLevel | null => actorAccessLevel(toActor(caller), permission);

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
  caller: Caller | null,
): Row {
  if (row === null) throw new ProblemError("not_found");
  if (access.kind === "can" && caller !== null) {
    const ownerId = loader.ownerId(row);
    const owner = ownerId === null ? null : { id: ownerId };
    assertNotDenied(ownershipDenial(toActor(caller), access.permission, owner));
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
