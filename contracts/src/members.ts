/** Members of a workspace and their invites. */
import { z } from "zod";
import {
  can,
  del,
  get,
  defineEndpoints,
  Id,
  commaSeparated,
  link,
  noContent,
  orderBy,
  paginated,
  paginationQuery,
  post,
  searchTerm,
  self,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import {
  WorkspaceRoleId,
  adminsAndSupport,
  contributors,
  ownerOnly,
  ownersAndAdministrators,
  staffRoles,
} from "./roles.ts";
import { email, multilineText } from "./text.ts";
import { Workspace } from "./workspaces.ts";

/** All roles except the owner's, which only `members.reassignOwner` transfers. */
export const assignableRoles = [
  "administrator",
  "team_member",
  "limited_team_member",
  "billing_administrator",
] as const;
export const AssignableRole = z.enum(assignableRoles);
export type AssignableRole = z.infer<typeof AssignableRole>;

export const Member = z.object({
  /** Id of the user. */
  id: Id,
  email: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  role: WorkspaceRoleId,
  twoFactorEnabled: z.boolean(),
  /**
   * Projects that a limited team member may see; empty for all other roles, whose access does not depend on projects.
   */
  projects: z.array(z.object({ id: Id, name: z.string() })),
  joinedAt: Timestamp,
  lastActiveAt: Timestamp.nullable(),
  /** False while the account is locked or deactivated; null for readers who can't transfer ownership. */
  canReceiveOwnership: z.boolean().nullable(),
});
export type Member = z.infer<typeof Member>;

/** A role, and for limited team members their projects. */
const RoleGrant = {
  roleId: AssignableRole,
  projectIds: z.array(Id).max(100).default([]),
};

export const membersResource = defineResource("members", {
  permissions: {
    "member.view": {
      roles: { ...contributors, billing_administrator: "all" },
      effect: "read",
      whileImpersonating: staffRoles,
    },
    "invite.view": {
      roles: ownersAndAdministrators,
      effect: "read",
      whileImpersonating: adminsAndSupport,
    },
    "member.invite": { roles: ownerOnly, effect: "write", blockedWhileSuspended: true },
    "member.manage": { roles: ownerOnly, effect: "write" },
    "owner.reassign": { roles: ownerOnly, effect: "write" },
  },
  hasActivity: true,
});

export const members = defineEndpoints(membersResource, {
  list: get("/api/v1/workspaces/:workspace/users", {
    summary: "List workspace members",
    preload: { pages: ["/$workspace/settings/team-members"] },
    access: can("member.view", "workspace"),
    query: z.strictObject({
      ...paginationQuery(15),
      search: searchTerm,
      role: commaSeparated(["owner", ...assignableRoles]),
      orderBy: orderBy(["email", "joinedAt"]),
    }),
    response: paginated(Member),
  }),
  setRole: post("/api/v1/workspaces/:workspace/users/:member/roles", {
    summary: "Change a member's role, or the projects a limited team member can access",
    access: can("member.manage", "member"),
    requiresReauthentication: true,
    body: z.strictObject(RoleGrant),
    response: Member,
  }),
  remove: del("/api/v1/workspaces/:workspace/users/:member/roles", {
    summary: "Remove a member. Everything they created is transferred to the owner",
    access: can("member.manage", "member"),
    response: noContent,
  }),
  leave: del("/api/v1/workspaces/:workspace/users/leave", {
    summary: "Leave the workspace",
    access: can("member.leave", "workspace"),
    response: noContent,
  }),
  reassignOwner: post("/api/v1/workspaces/:workspace/users/:member/owner/reassign", {
    summary: "Transfer ownership to a member. The previous owner becomes an administrator",
    access: can("owner.reassign", "member"),
    requiresReauthentication: true,
    /** The workspace's handle, typed as a confirmation of the transfer. */
    body: z.strictObject({ handle: z.string().min(1) }),
    response: Member,
  }),
});

export const inviteStatuses = ["pending", "accepted", "revoked", "expired"] as const;
export const Invite = z.object({
  id: Id,
  email: z.string(),
  role: AssignableRole,
  projects: z.array(z.object({ id: Id, name: z.string() })),
  note: z.string(),
  status: z.enum(inviteStatuses),
  invitedBy: z.object({ id: Id, name: z.string() }),
  createdAt: Timestamp,
  /** When the last email was sent; it can be resent after one minute. */
  mailedAt: Timestamp,
  /** Expiry of the newest link. */
  expiresAt: Timestamp,
  /** Whether a newer invitation to the same email address is pending. */
  isReplaced: z.boolean(),
});
export type Invite = z.infer<typeof Invite>;

export const maxInvitesPerRequest = 20;
export const resendIntervalSeconds = 60;

/** State of an invite link: `ended` when its workspace was deactivated. */
export const invitePreviewStates = ["open", "accepted", "revoked", "expired", "ended"] as const;

/** What an invited user sees before joining. */
export const InvitePreview = z.object({
  workspace: z.object({ handle: z.string(), name: z.string(), colour: z.string() }),
  role: AssignableRole,
  projects: z.array(z.string()),
  invitedBy: z.string(),
  note: z.string(),
  /** The invited email; only its owner may join. Masked (`a…@e….test`) for anyone else. */
  email: z.string(),
  isMine: z.boolean(),
  state: z.enum(invitePreviewStates),
  expiresAt: Timestamp,
});
export type InvitePreview = z.infer<typeof InvitePreview>;

/**
 * What the holder of an invite link sees before signing in. The link is the secret that was sent to the invited email,
 * so an open invitation names that address; a closed one names nothing.
 */
export const InviteGuestPreview = z.object({
  state: z.enum(invitePreviewStates),
  /** Null unless `state` is `open`. */
  invitation: z
    .object({
      /** Name of the workspace. */
      workspace: z.string(),
      role: AssignableRole,
      invitedBy: z.string(),
      email: z.string(),
      expiresAt: Timestamp,
    })
    .nullable(),
});
export type InviteGuestPreview = z.infer<typeof InviteGuestPreview>;

export const invitesResource = defineResource("invites", { hasActivity: true });

export const invites = defineEndpoints(invitesResource, {
  list: get("/api/v1/workspaces/:workspace/users/invites", {
    summary: "List invitations, newest first",
    preload: { pages: ["/$workspace/settings/pending-team-members"] },
    access: can("invite.view", "workspace"),
    query: z.strictObject({ ...paginationQuery(15), status: commaSeparated(inviteStatuses) }),
    response: paginated(Invite),
  }),
  create: post("/api/v1/workspaces/:workspace/users/invite", {
    summary:
      "Invite people by email. Each link is valid for 7 days. Inviting someone again updates their role",
    access: can("member.invite", "workspace"),
    requiresReauthentication: true,
    body: z.strictObject({
      emails: z.array(email).min(1).max(maxInvitesPerRequest),
      ...RoleGrant,
      note: multilineText(500).default(""),
    }),
    response: z.object({ data: z.array(Invite) }),
    status: 201,
    idempotent: true,
  }),
  resend: post("/api/v1/workspaces/:workspace/users/invites/resend/:invite", {
    summary: "Resend an invitation. The previous link stops working",
    access: can("member.invite", "invite"),
    response: Invite,
    idempotent: true,
  }),
  link: post("/api/v1/workspaces/:workspace/users/invites/link/:invite", {
    summary: "Create a new invitation link to share. The previous link stops working",
    access: can("member.invite", "invite"),
    requiresReauthentication: true,
    response: z.object({ link: z.string(), expiresAt: Timestamp }),
    idempotent: true,
    secretResponse: true,
  }),
  revoke: post("/api/v1/workspaces/:workspace/users/invites/revoke/:invite", {
    summary: "Revoke an invitation",
    access: can("member.invite", "invite"),
    allowedWhileSuspended: true,
    response: Invite,
    idempotent: true,
  }),
  preview: get("/api/v1/workspaces/users/join/:token/preview", {
    summary: "Get the invitation for a link. This doesn't accept it",
    access: self,
    response: InvitePreview,
  }),
  guestPreview: get("/api/v1/workspaces/users/join/:token/guest-preview", {
    summary: "Get the invitation for a link before signing in. This doesn't accept it",
    access: link,
    preload: { pages: ["/auth/invitation", "/auth/login", "/auth/register"] },
    response: InviteGuestPreview,
  }),
  join: get("/api/v1/workspaces/users/join/:token", {
    summary: "Accept an invitation",
    access: self,
    mutates: true,
    response: Workspace,
  }),
});
