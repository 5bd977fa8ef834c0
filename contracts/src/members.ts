/** Who is in a workspace, and who is asked to join. */
import { z } from "zod";
import {
  can,
  del,
  get,
  group,
  Id,
  listOf,
  nothing,
  orderBy,
  page,
  pageQuery,
  post,
  searchTerm,
  self,
  Time,
} from "./kit.ts";
import { WorkspaceRoleId } from "./permissions.ts";
import { email, paragraph } from "./text.ts";
import { Workspace } from "./workspaces.ts";

/** Every role but the owner's, which moves by `members.reassignOwner` alone. */
export const assignableRoles = [
  "administrator",
  "team_member",
  "limited_team_member",
  "billing_administrator",
] as const;
export const AssignableRole = z.enum(assignableRoles);
export type AssignableRole = z.infer<typeof AssignableRole>;

export const Member = z.object({
  /** Of the person. */
  id: Id,
  email: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  role: WorkspaceRoleId,
  twoFactorEnabled: z.boolean(),
  /** What a limited team member may see; empty for every other role, which sees all or nothing of projects. */
  projects: z.array(z.object({ id: Id, name: z.string() })),
  joinedAt: Time,
  lastActiveAt: Time.nullable(),
});
export type Member = z.infer<typeof Member>;

/** A role, and for limited team members the projects that come with it. */
const RoleGrant = {
  roleId: AssignableRole,
  projectIds: z.array(Id).max(100).default([]),
};

export const members = group("members", {
  list: get("/api/v1/workspaces/:workspace/users", {
    about: "List workspace members",
    access: can("member.view", "workspace"),
    query: z.strictObject({
      ...pageQuery(15),
      search: searchTerm,
      role: listOf(["owner", ...assignableRoles]),
      orderBy: orderBy(["email", "joinedAt"]),
    }),
    returns: page(Member),
  }),
  setRole: post("/api/v1/workspaces/:workspace/users/:member/roles", {
    about: "Change a member's role, or the projects a limited team member can access",
    access: can("member.manage", "member"),
    confirmed: true,
    body: z.strictObject(RoleGrant),
    returns: Member,
  }),
  remove: del("/api/v1/workspaces/:workspace/users/:member/roles", {
    about: "Remove a member. Everything they created is transferred to the owner",
    access: can("member.manage", "member"),
    returns: nothing,
  }),
  leave: del("/api/v1/workspaces/:workspace/users/leave", {
    about: "Leave the workspace",
    access: can("member.leave", "workspace"),
    returns: nothing,
  }),
  reassignOwner: post("/api/v1/workspaces/:workspace/users/:member/owner/reassign", {
    about: "Transfer ownership to a member. The previous owner becomes an administrator",
    access: can("owner.reassign", "member"),
    confirmed: true,
    /** The workspace's handle, typed: it is given away. */
    body: z.strictObject({ handle: z.string() }),
    returns: Member,
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
  createdAt: Time,
  /** When it was mailed last; it is sent again a minute later at the earliest. */
  mailedAt: Time,
  /** Of the newest link. */
  expiresAt: Time,
});
export type Invite = z.infer<typeof Invite>;

export const invitesPerCall = 20;
export const resendAfterSeconds = 60;

/** What has become of a link: `ended` where its workspace is no more. */
export const invitationStates = ["open", "accepted", "revoked", "expired", "ended"] as const;

/** What somebody is asked to join, before they do. */
export const Invitation = z.object({
  workspace: z.object({ handle: z.string(), name: z.string(), colour: z.string() }),
  role: AssignableRole,
  projects: z.array(z.string()),
  invitedBy: z.string(),
  note: z.string(),
  /** The invited email; only its owner may join. Masked (`a…@e….test`) for anyone else. */
  email: z.string(),
  isMine: z.boolean(),
  state: z.enum(invitationStates),
  expiresAt: Time,
});
export type Invitation = z.infer<typeof Invitation>;

export const invites = group("invites", {
  list: get("/api/v1/workspaces/:workspace/users/invites", {
    about: "List invitations, newest first",
    access: can("invite.view", "workspace"),
    query: z.strictObject({ ...pageQuery(15), status: listOf(inviteStatuses) }),
    returns: page(Invite),
  }),
  create: post("/api/v1/workspaces/:workspace/users/invite", {
    about:
      "Invite people by email. Each link is valid for 7 days. Inviting someone again updates their role",
    access: can("member.invite", "workspace"),
    confirmed: true,
    body: z.strictObject({
      emails: z
        .array(email)
        .min(1, { error: "Field is required" })
        .max(invitesPerCall, { error: `You can invite up to ${invitesPerCall} people at a time` }),
      ...RoleGrant,
      note: paragraph(500).default(""),
    }),
    returns: z.object({ data: z.array(Invite) }),
    status: 201,
  }),
  resend: post("/api/v1/workspaces/:workspace/users/invites/resend/:invite", {
    about: "Resend an invitation. The previous link stops working",
    access: can("member.invite", "invite"),
    returns: Invite,
  }),
  link: post("/api/v1/workspaces/:workspace/users/invites/link/:invite", {
    about: "Create a new invitation link to share. The previous link stops working",
    access: can("member.invite", "invite"),
    confirmed: true,
    returns: z.object({ link: z.string(), expiresAt: Time }),
  }),
  revoke: post("/api/v1/workspaces/:workspace/users/invites/revoke/:invite", {
    about: "Revoke an invitation",
    access: can("member.invite", "invite"),
    returns: Invite,
  }),
  preview: get("/api/v1/workspaces/users/join/:token/preview", {
    about: "Get the invitation for a link. This doesn't accept it",
    access: self,
    returns: Invitation,
  }),
  join: get("/api/v1/workspaces/users/join/:token", {
    about: "Accept an invitation",
    access: self,
    changes: true,
    returns: Workspace,
  }),
});
