/**
 * The actor, and the permissions that their role, access token and impersonation allow. The server's
 * authorization and every button of the console call these functions.
 */
import { acceptedScopes, type Endpoint, type UnavailableReason } from "../endpoint.ts";
import {
  accessLevel,
  isBlockedWhileImpersonating,
  isBlockedWhileSuspended,
  isStaffPermission,
  staffAccessLevel,
  type StaffPermission,
  type WorkspacePermission,
} from "../permissions.ts";
import type { AccessLevel, StaffRoleId, WorkspaceRoleId } from "../roles.ts";
import type { ProblemCode } from "../problems.ts";
import { scopesRequiringAllProjects, type TokenScope } from "../tokens.ts";

/** Properties of a caller that decide what they may do. */
export interface Actor {
  readonly userId: string;
  /** Role in the workspace of the request or page; null outside of a workspace or without a role in it. */
  readonly workspaceRole: WorkspaceRoleId | null;
  readonly staffRole: StaffRoleId | null;
  /** Role of the staff member who impersonates this user; null without impersonation. */
  readonly adminRole: StaffRoleId | null;
  /** The workspace of the request or page is suspended: nothing new can be ordered, started or invited. */
  readonly isWorkspaceSuspended?: boolean;
  /** Null for a session. */
  readonly token: {
    readonly scopes: readonly TokenScope[];
    /** Null if the token has access to all projects of its user. */
    readonly projectIds: readonly string[] | null;
  } | null;
}

/** Why an action is denied. Clients translate `code`; `problem` is the problem code of the server's response. */
export interface Denial extends UnavailableReason {
  readonly problem: ProblemCode;
  /**
   * The object already is in the state that the action leads to. A button is disabled; a repeated request
   * succeeds and changes nothing.
   */
  readonly isRepeat?: true;
  /** The missing permission, if a permission decides. */
  readonly permission?: WorkspacePermission | StaffPermission;
  /** Name of the object's owner, if ownership decides and the actor can see the name. */
  readonly ownerName?: string;
}

/** Owner of an object; `name` is present only if the actor can see it. */
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

/** Why an action is denied while the workspace is suspended. The banner of the console says why it is. */
export const workspaceSuspended: Denial = {
  code: "workspace_suspended",
  message: "The workspace is suspended: nothing new can be ordered, started or invited",
  problem: "workspace_suspended",
};

const hasScope = (token: NonNullable<Actor["token"]>, permission: WorkspacePermission): boolean =>
  token.scopes.some(
    (scope) =>
      scope === permission && (token.projectIds === null || !scopesRequiringAllProjects.has(scope)),
  );

/** Access level of a permission, limited by role, access token and impersonation; null if it is missing. */
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

/**
 * Why the actor may not use a permission now, for actions that several endpoints implement; null if they may. A
 * suspended workspace blocks some permissions.
 */
export function permissionDenial(
  actor: Actor,
  permission: WorkspacePermission | StaffPermission,
): Denial | null {
  const denied = missingPermissionDenial(actor, permission);
  if (denied !== null || isStaffPermission(permission)) return denied;
  return actor.isWorkspaceSuspended === true && isBlockedWhileSuspended(permission)
    ? workspaceSuspended
    : null;
}

/** Why a permission is missing, whether or not the workspace is suspended; null if the actor has it. */
export function missingPermissionDenial(
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

/** What the API document also says of an endpoint. */
export type EndpointAccess = Pick<
  Endpoint,
  | "access"
  | "allowedWhileImpersonating"
  | "allowedWhileSuspended"
  | "blockedWhileSuspended"
  | "tokenScopes"
>;

/** A token may call the endpoints of its scopes, in its own workspace, while its user's role allows it. */
function tokenDenial(actor: Actor, endpoint: EndpointAccess): Denial | null {
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
function impersonationDenial(actor: Actor, endpoint: EndpointAccess): Denial | null {
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
 * if they may. Endpoints that need no session are open to every actor.
 */
export function endpointDenial(actor: Actor, endpoint: EndpointAccess): Denial | null {
  const { access } = endpoint;
  if (["open", "link", "signature", "any", "attempt", "impersonation"].includes(access.kind))
    return null;
  const denied =
    actor.token === null ? impersonationDenial(actor, endpoint) : tokenDenial(actor, endpoint);
  if (denied !== null) return denied;
  if (access.kind === "staff") return staffDenial(actor, access.permission);
  return access.kind === "can"
    ? (roleDenial(actor, access.permission) ?? suspensionDenial(actor, endpoint))
    : null;
}

function suspensionDenial(
  { isWorkspaceSuspended }: Actor,
  { access, blockedWhileSuspended, allowedWhileSuspended }: EndpointAccess,
): Denial | null {
  if (isWorkspaceSuspended !== true || access.kind !== "can") return null;
  const isBlocked =
    blockedWhileSuspended === true ||
    (isBlockedWhileSuspended(access.permission) && allowedWhileSuspended !== true);
  return isBlocked ? workspaceSuspended : null;
}

const notOwn: UnavailableReason = {
  code: "not_own",
  message: "Your role allows this only for what you created",
};

/**
 * Why a role limited to its own objects may not act on an object; null if it may. The level `granted` needs
 * no check here: row-level security hides objects that are not granted.
 */
export function ownershipDenial(
  actor: Actor,
  permission: WorkspacePermission,
  owner: Owner | null,
  reason: UnavailableReason = notOwn,
): Denial | null {
  const { workspaceRole, userId } = actor;
  // Only the role decides: a token's scopes never extend the role of its user.
  if (workspaceRole === null || accessLevel(workspaceRole, permission) !== "own") return null;
  if (owner?.id === userId) return null;
  return {
    ...missingPermission(reason.code, reason.message, permission),
    ...(owner?.name === undefined ? {} : { ownerName: owner.name }),
  };
}
