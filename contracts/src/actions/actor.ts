/**
 * Who acts, and what their role, their access token and impersonation leave of a permission. The
 * server's guard and every button of the console call these functions.
 */
import { acceptedScopes, type Endpoint, type UnavailableReason } from "../endpoint.ts";
import {
  type AccessLevel,
  accessLevel,
  isBlockedWhileImpersonating,
  isStaffPermission,
  staffAccessLevel,
  type StaffPermission,
  type StaffRoleId,
  type WorkspacePermission,
  type WorkspaceRoleId,
} from "../permissions.ts";
import type { ProblemCode } from "../problems.ts";
import { scopesRequiringAllProjects, type TokenScope } from "../tokens.ts";

/** Everything about a caller that decides what they may do. */
export interface Actor {
  readonly userId: string;
  /** Role in the workspace of the request or page; null outside a workspace and without a role in it. */
  readonly workspaceRole: WorkspaceRoleId | null;
  readonly staffRole: StaffRoleId | null;
  /** Role of the staff member who impersonates this user; null where nobody does. */
  readonly adminRole: StaffRoleId | null;
  /** Null for a session. */
  readonly token: {
    readonly scopes: readonly TokenScope[];
    /** Null where the token has access to all projects of its user. */
    readonly projectIds: readonly string[] | null;
  } | null;
}

/** Why an action is denied. `code` is what a client words, `problem` is the code of the server's answer. */
export interface Denial extends UnavailableReason {
  readonly problem: ProblemCode;
  /**
   * The object already is as the action would leave it. A button is disabled; the server answers a
   * repeated request with success and changes nothing.
   */
  readonly isRepeat?: true;
  /** The missing permission, where a permission decides. */
  readonly permission?: WorkspacePermission | StaffPermission;
  /** Name of the object's owner, where ownership decides and the reader sees the name. */
  readonly ownerName?: string;
}

/** Owner of an object; `name` only where the reader sees it anyway. */
export interface Owner {
  readonly id: string;
  readonly name?: string;
}

const missingPermission = (
  code: string,
  message: string,
  permission?: WorkspacePermission | StaffPermission,
): Denial => ({
  code,
  message,
  problem: "permission_denied_missing_permission",
  ...(permission === undefined ? {} : { permission }),
});

const noWorkspaceRole: Denial = {
  code: "no_workspace_role",
  message: "You don't have a role in this workspace",
  problem: "permission_denied_missing_role",
};

const blockedWhileImpersonating = (permission?: WorkspacePermission | StaffPermission): Denial =>
  missingPermission(
    "blocked_while_impersonating",
    "Not available while you act as a customer",
    permission,
  );

const hasScope = (token: NonNullable<Actor["token"]>, permission: WorkspacePermission): boolean =>
  token.scopes.some(
    (scope) =>
      scope === permission && (token.projectIds === null || !scopesRequiringAllProjects.has(scope)),
  );

/** Objects the actor has a permission for: by role, access token and impersonation together; null: none. */
export function actorAccessLevel(
  actor: Actor,
  permission: WorkspacePermission,
): AccessLevel | null {
  const { workspaceRole, adminRole, token } = actor;
  if (workspaceRole === null) return null;
  if (token !== null && !hasScope(token, permission)) return null;
  if (adminRole !== null && isBlockedWhileImpersonating(permission, adminRole)) return null;
  return accessLevel(workspaceRole, permission);
}

function staffDenial({ staffRole }: Actor, permission: StaffPermission): Denial | null {
  if (staffRole === null)
    return {
      code: "no_staff_role",
      message: "You don't have a staff role",
      problem: "permission_denied_missing_role",
    };
  return staffAccessLevel(staffRole, permission) === null
    ? missingPermission(
        "staff_role_lacks_permission",
        "Your staff role doesn't include this permission",
        permission,
      )
    : null;
}

function roleDenial({ workspaceRole }: Actor, permission: WorkspacePermission): Denial | null {
  if (workspaceRole === null) return noWorkspaceRole;
  return accessLevel(workspaceRole, permission) === null
    ? missingPermission("role_lacks_permission", "Your role doesn't allow this", permission)
    : null;
}

/** Whether a permission is missing, for actions that several endpoints serve. */
export function permissionDenial(
  actor: Actor,
  permission: WorkspacePermission | StaffPermission,
): Denial | null {
  if (isStaffPermission(permission))
    return actor.adminRole === null
      ? staffDenial(actor, permission)
      : blockedWhileImpersonating(permission);
  const denied = roleDenial(actor, permission);
  if (denied !== null) return denied;
  if (actorAccessLevel(actor, permission) !== null) return null;
  return actor.token === null
    ? blockedWhileImpersonating(permission)
    : missingPermission("scope_missing", "The access token doesn't have this scope", permission);
}

/** A token calls the endpoints its scopes name, in its own workspace, while its user's role allows it. */
function tokenDenial(actor: Actor, endpoint: Endpoint): Denial | null {
  const scopes = acceptedScopes(endpoint);
  if (scopes === null)
    return {
      code: "no_token_access",
      message: "Access tokens can't be used for this request",
      problem: "no_access_for_jwt",
    };
  if (actor.workspaceRole === null) return noWorkspaceRole;
  if (scopes.some((scope) => actorAccessLevel(actor, scope) !== null)) return null;
  return missingPermission("scope_missing", "The access token doesn't have this scope", scopes[0]);
}

/** While staff impersonate a customer, everything is blocked that is not allowed for their staff role. */
function impersonationDenial(actor: Actor, endpoint: Endpoint): Denial | null {
  const { adminRole, workspaceRole } = actor;
  if (adminRole === null) return null;
  const { access } = endpoint;
  const isListed = endpoint.allowedWhileImpersonating?.includes(adminRole);
  if (access.kind !== "can")
    return isListed === true
      ? null
      : blockedWhileImpersonating("permission" in access ? access.permission : undefined);
  const isBlocked =
    workspaceRole !== null &&
    (isBlockedWhileImpersonating(access.permission, adminRole) || isListed === false);
  return isBlocked ? blockedWhileImpersonating(access.permission) : null;
}

/**
 * Why an actor with a session or an access token may not call an endpoint, whatever object it names; null
 * when they may. Endpoints that need no session are open to every actor.
 */
export function endpointDenial(actor: Actor, endpoint: Endpoint): Denial | null {
  const { access } = endpoint;
  if (["open", "link", "any", "attempt", "impersonation"].includes(access.kind)) return null;
  const denied =
    actor.token === null ? impersonationDenial(actor, endpoint) : tokenDenial(actor, endpoint);
  if (denied !== null) return denied;
  if (access.kind === "staff") return staffDenial(actor, access.permission);
  return access.kind === "can" ? roleDenial(actor, access.permission) : null;
}

const notOwn: UnavailableReason = {
  code: "not_own",
  message: "Your role allows this only for what you created",
};

/**
 * Why a role with access to its own objects only may not act on an object; null when it may. Row-level
 * security hides what a role with the level `granted` has no access to, so what it sees is granted.
 */
export function ownershipDenial(
  actor: Actor,
  permission: WorkspacePermission,
  owner: Owner | null,
  reason: UnavailableReason = notOwn,
): Denial | null {
  const { workspaceRole, userId } = actor;
  // By role alone: a token whose scopes allow the endpoint acts on no more than its user's role does.
  if (workspaceRole === null || accessLevel(workspaceRole, permission) !== "own") return null;
  if (owner?.id === userId) return null;
  return {
    ...missingPermission(reason.code, reason.message, permission),
    ...(owner?.name === undefined ? {} : { ownerName: owner.name }),
  };
}
