/** Accepts an invite: once, by the user with the invited email address. */
import { replaceGrants } from "../workspaces/project-grants.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import type { invites as endpoints, InvitePreview } from "#contracts/members.ts";
import { accessLevel } from "#contracts/permissions.ts";
import { normalizeEmail, maskedEmail } from "#contracts/text.ts";
import { lockAccount } from "../accounts/accounts.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { preparedHandler, systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { sendMembershipEmail } from "../workspaces/membership-emails.ts";
import { toWorkspace } from "../workspaces/update-workspace.ts";
import { insertRole, lockWorkspace } from "../workspaces/memberships.ts";
import type { Throttle } from "../../core/http/throttle.ts";
import { countGuestLink } from "./invite-throttle.ts";
import { type InviteDetails, findByLink, markAccepted } from "./store.ts";

function inviteState(invite: InviteDetails, now: Date): InvitePreview["state"] {
  if (invite.workspace.status === "deactivated") return "ended";
  if (invite.status === "accepted" || invite.isMember) return "accepted";
  if (invite.status === "revoked") return "revoked";
  const mayInvite =
    invite.inviterRole !== null && accessLevel(invite.inviterRole, "member.invite") !== null;
  return invite.status !== "pending" || invite.expiresAt <= now || !mayInvite ? "expired" : "open";
}

/** Throws token_action_executed for an accepted invite, and token_action_expired for every other closed state. */
function assertInviteOpen(invite: InviteDetails, now: Date): void {
  const state = inviteState(invite, now);
  if (state === "accepted") throw new ProblemError("token_action_executed");
  if (state !== "open") throw new ProblemError("token_action_expired");
}

/** `userId` is null for a guest, who is a member of nothing. */
async function requireInvite(tx: Tx, token: string, userId: string | null): Promise<InviteDetails> {
  const invite = await findByLink(tx, token, userId);
  if (invite === null) throw new ProblemError("token_action_expired");
  return invite;
}

const systemReason = "an invited user is not a member yet";

export const joinHandlers = (deps: {
  readonly publicUrl: URL;
  readonly throttle: Throttle;
}): Pick<Handlers<typeof endpoints>, "preview" | "guestPreview" | "join"> => ({
  preview: systemHandler(systemReason, async ({ tx, now, caller, path }) => {
    const invite = await requireInvite(tx, path.token, caller.user.id);
    const isMine = invite.emailKey === normalizeEmail(caller.user.email);
    // The membership of a user with another email address says nothing about this invite.
    const state = inviteState(isMine ? invite : { ...invite, isMember: false }, now);
    const { handle, name, colour } = invite.workspace;
    return {
      workspace: { handle, name, colour },
      role: invite.role,
      projects: invite.projects.map((project) => project.name),
      invitedBy: invite.inviter,
      note: invite.note,
      email: isMine ? invite.email : maskedEmail(invite.email),
      isMine,
      state,
      expiresAt: invite.expiresAt.toISOString(),
    };
  }),

  guestPreview: preparedHandler(systemReason, async ({ request, now }) => {
    const refund = await countGuestLink(deps.throttle, request.ip, now);
    return async ({ tx, path, afterCommit }) => {
      const invite = await requireInvite(tx, path.token, null);
      afterCommit(refund);
      const state = inviteState(invite, now);
      const { workspace, role, inviter: invitedBy, email } = invite;
      const invitation = {
        workspace: workspace.name,
        role,
        invitedBy,
        email,
        expiresAt: invite.expiresAt.toISOString(),
      };
      return { state, invitation: state === "open" ? invitation : null };
    };
  }),

  join: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, path, audit, publish } = context;
    const { user } = caller;
    const first = await requireInvite(tx, path.token, user.id);
    if (first.emailKey !== normalizeEmail(user.email))
      throw new ProblemError("permission_denied_missing_permission", {
        reason: createReason("invite_for_other_email"),
      });
    await lockAccount(tx, user.id);
    await lockWorkspace(tx, first.workspace.id);
    const invite = await requireInvite(tx, path.token, user.id);
    assertInviteOpen(invite, now);
    // The invite was revoked concurrently.
    if (!(await markAccepted(tx, invite.id, now))) throw new ProblemError("token_action_expired");
    const { workspace, role } = invite;
    const membership = { workspaceId: workspace.id, userId: user.id, at: now };
    await insertRole(tx, { ...membership, id: uuidv7(now), role, createdBy: invite.inviterId });
    await replaceGrants(tx, { ...membership, projectIds: invite.projects.map(({ id }) => id) });
    audit({
      workspaceId: workspace.id,
      target: { type: "user", id: user.id, name: user.email },
      changes: [{ field: "role", from: null, to: role }],
    });
    await sendMembershipEmail(
      deps,
      context,
      "member-joined",
      { userId: invite.inviterId, workspace },
      (common) => ({ ...common, role, member: `${user.firstName} ${user.lastName}` }),
    );
    await publish(workspace.id, { topic: "workspace", id: null });
    return toWorkspace({
      ...workspace,
      role,
      createdAt: new Date(workspace.createdAt),
      updatedAt: new Date(workspace.updatedAt),
    });
  }),
});
