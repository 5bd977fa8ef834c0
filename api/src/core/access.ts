/** Who is calling, what they may touch, and the one place that decides. */
import { z } from "zod";
import { type Access, type Call, scopesFor } from "#contracts/kit.ts";
import { authTypes, Locale, secondSteps } from "#contracts/auth.ts";
import {
  isMasked,
  type Reach,
  reachOf,
  StaffRoleId,
  staffReachOf,
  type WorkspacePermission,
  WorkspaceRoleId,
} from "#contracts/permissions.ts";
import { onlyWithEveryProject, TokenScope } from "#contracts/tokens.ts";
import { insufficientPrivilege, isDatabaseError, type Sql } from "./db.ts";
import { Refusal } from "./errors.ts";
import { isId } from "./keys.ts";

const Time = z.coerce.date();

const Person = z.object({
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
const Place = z
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
export const Opened = z.object({
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
  user: Person,
  staffRole: StaffRoleId.nullable(),
  workspace: Place,
});
/** Somebody with a session. */
export type Caller = z.infer<typeof Opened>;

/** What open_token_request found: a program that acts as the token's maker, with what the token leaves of them. */
export const TokenOpened = z.object({
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
  user: Person,
  staffRole: z.null(),
  workspace: Place,
});
export type TokenCaller = z.infer<typeof TokenOpened>;
export type AnyCaller = Caller | TokenCaller;
export type GrantedWorkspace = NonNullable<Caller["workspace"]>;

/** What each name in a path resolves to. A noun adds its own line beside its loader. */
export interface Granted {
  workspace: GrantedWorkspace;
}

/** How an object named in a path is found, behind the wall, and whose it is. */
export interface Loader<Row> {
  find(id: string): Sql;
  /** The user whose own it is, for roles that reach only their own; null where nobody's. */
  ownedBy(row: Row): string | null;
}
type Loaders = { [N in Exclude<keyof Granted, "workspace">]?: Loader<Granted[N]> };

const loaders = new Map<string, Loader<never>>();

/** Registers the noun's loader; called once, beside the declaration of its Granted line. */
export function loads<N extends keyof Loaders & string>(
  name: N,
  loader: NonNullable<Loaders[N]>,
): void {
  loaders.set(name, loader);
}

export const loaderOf = (name: string): Loader<never> | undefined => loaders.get(name);

export interface Decision {
  reach: Reach;
}

/** A call that needs a session refuses whoever has none of the right kind, before anything else is looked at. */
export function checkSession(access: Access, caller: AnyCaller | null): void {
  if (access.kind === "open" || access.kind === "link" || access.kind === "any") return;
  const isAttempt = caller?.session?.authType === "login-attempt";
  if (access.kind === "attempt") {
    if (!isAttempt) throw new Refusal("no_intermediate_session");
    return;
  }
  if (caller === null || isAttempt) throw new Refusal("authentication_failed_no_session_found_ch");
  if (access.kind === "impersonation" && caller.session?.authType !== "impersonate") {
    throw new Refusal("authentication_failed_no_session_found_ch");
  }
}

/** Refuses, or says how far a caller with the right session reaches. Objects are judged afterwards, by judgeObject. */
export function decide(call: Call, caller: AnyCaller | null, rules: StaffRules): Decision {
  const { access } = call;
  if (["open", "link", "any", "attempt", "impersonation"].includes(access.kind))
    return { reach: "all" };
  if (caller === null) throw new Refusal("authentication_failed_no_session_found_ch");
  if (caller.session === null) checkScopes(call, caller);
  else checkImpersonation(call, caller);
  const reach = reachFor(access, caller, rules);
  if (caller.user.mustAcceptTerms && call.always !== true) throw new Refusal("terms_not_accepted");
  return { reach };
}

/** How staff themselves are held. */
export interface StaffRules {
  /** Without a second factor no call of the staff area answers. */
  readonly staffNeedTwoFactor: boolean;
}

function reachFor(access: Access, caller: AnyCaller, rules: StaffRules): Reach {
  if (access.kind === "staff") {
    if (caller.staffRole === null) throw new Refusal("permission_denied_missing_role");
    const { permission } = access;
    const reach = staffReachOf(caller.staffRole, permission);
    if (reach === null) throw new Refusal("permission_denied_missing_permission", { permission });
    if (rules.staffNeedTwoFactor && !caller.user.twoFactorEnabled)
      throw new Refusal("two_factor_required");
    return "all";
  }
  if (access.kind !== "can") return "all";
  if (caller.workspace === null) throw new Refusal("permission_denied_missing_role");
  const { permission } = access;
  const reach = reachOf(caller.workspace.role, permission);
  if (reach === null) throw new Refusal("permission_denied_missing_permission", { permission });
  return reach;
}

/** How far a permission reaches for the caller, as their role, their token and whoever acts as them leave it; null: not at all. */
export function reachWith(caller: AnyCaller, permission: WorkspacePermission): Reach | null {
  if (caller.workspace === null) return null;
  if (caller.session === null) {
    if (!hasScope(caller, permission)) return null;
  } else {
    const { adminRole } = caller.session;
    if (adminRole !== null && isMasked(permission, adminRole)) return null;
  }
  return reachOf(caller.workspace.role, permission);
}

const hasScope = ({ token }: TokenCaller, permission: WorkspacePermission): boolean =>
  token.scopes.some(
    (scope) =>
      scope === permission && (token.projectIds === null || !onlyWithEveryProject.has(scope)),
  );

/** A token makes the calls its scopes name, in its own workspace, for as long as its maker could. */
function checkScopes(call: Call, caller: TokenCaller): void {
  const scopes = scopesFor(call);
  if (scopes === null) throw new Refusal("no_access_for_jwt");
  if (caller.workspace === null) throw new Refusal("permission_denied_missing_role");
  if (scopes.some((scope) => reachWith(caller, scope) !== null)) return;
  const [permission = ""] = scopes;
  throw new Refusal("permission_denied_missing_permission", { permission });
}

/** While staff act as a customer, what is not named for their role is blocked, whatever the customer may. */
function checkImpersonation(call: Call, caller: Caller): void {
  const { adminRole } = caller.session;
  if (adminRole === null) return;
  const { access } = call;
  const isNamed = call.impersonated?.includes(adminRole);
  const isBlocked =
    access.kind === "can"
      ? caller.workspace !== null && (isMasked(access.permission, adminRole) || isNamed === false)
      : isNamed !== true;
  if (!isBlocked) return;
  throw new Refusal(
    "permission_denied_missing_permission",
    "permission" in access ? { permission: access.permission } : {},
  );
}

const proofHoldsMs = 15 * 60_000;

/** Refuses whoever has not proven lately who they are: for what would let a thief keep an account. */
export function demandConfirmed(caller: AnyCaller, now: Date): void {
  const reauthAt = caller.session?.reauthAt ?? null;
  if (reauthAt === null || now.getTime() - reauthAt.getTime() > proofHoldsMs)
    throw new Refusal("confirmation_required");
}

/** An object the wall does not show is not there; one that is not the caller's own is refused. */
export function judgeObject<Row>(
  row: Row | null,
  loader: { ownedBy(row: Row): string | null },
  access: Access,
  decision: Decision,
  caller: AnyCaller | null,
): Row {
  if (row === null) throw new Refusal("not_found");
  if (decision.reach === "own" && loader.ownedBy(row) !== caller?.user.id) {
    throw new Refusal(
      "permission_denied_missing_permission",
      access.kind === "can" ? { permission: access.permission } : {},
    );
  }
  return row;
}

/** What a token of some projects would add or move out of them, the wall does not take. */
export function asWallFault({ access }: Call, caller: AnyCaller | null, error: unknown): unknown {
  const isConfined = caller !== null && caller.session === null && caller.token.projectIds !== null;
  if (!isConfined || !isDatabaseError(error, insufficientPrivilege)) return error;
  return new Refusal(
    "permission_denied_missing_permission",
    access.kind === "can" ? { permission: access.permission } : {},
  );
}

/** The object a path names, or nothing to ask for when its id cannot be one. */
export const objectQuery = (name: string, id: string | undefined): Sql | null =>
  id !== undefined && isId(id) ? (loaderOf(name)?.find(id) ?? null) : null;
