/** Accepts an invite: once, by the user with the invited email address. */
import { replaceGrants } from "../workspaces/project-grants.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import type { invites as calls, InvitePreview } from "#contracts/members.ts";
import { accessLevel } from "#contracts/permissions.ts";
import { normalizeEmail, maskedEmail } from "#contracts/text.ts";
import { lockAccount } from "../accounts/accounts.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { sendMembershipEmail } from "../workspaces/membership-emails.ts";
import { toWorkspace } from "../workspaces/update-workspace.ts";
import { insertRole, lockWorkspace } from "../workspaces/memberships.ts";
import { type InviteDetails, findByLink, markAccepted } from "./store.ts";

function inviteState(found: InviteDetails, now: Date): InvitePreview["state"] {
  if (found.workspace.status === "deactivated") return "ended";
  if (found.status === "accepted" || found.isMember) return "accepted";
  if (found.status === "revoked") return "revoked";
  const mayInvite =
    found.inviterRole !== null && accessLevel(found.inviterRole, "member.invite") !== null;
  return found.status !== "pending" || found.expiresAt <= now || !mayInvite ? "expired" : "open";
}

/** Throws token_action_executed for an accepted invite, and token_action_expired for every other closed state. */
function assertInviteOpen(found: InviteDetails, now: Date): void {
  const state = inviteState(found, now);
  if (state === "accepted") throw new ProblemError("token_action_executed");
  if (state !== "open") throw new ProblemError("token_action_expired");
}

async function requireInvite(tx: Tx, token: string, userId: string): Promise<InviteDetails> {
  const found = await findByLink(tx, token, userId);
  if (found === null) throw new ProblemError("token_action_expired");
  return found;
}

const systemReason = "whoever is invited is not in the workspace yet";

export const joinHandlers = (parts: {
  readonly publicUrl: URL;
}): Pick<Handlers<typeof calls>, "preview" | "join"> => ({
  preview: systemHandler(systemReason, async ({ tx, now, caller, path }) => {
    const found = await requireInvite(tx, path.token, caller.user.id);
    const isMine = found.emailKey === normalizeEmail(caller.user.email);
    // The membership of a user with another email address says nothing about this invite.
    const state = inviteState(isMine ? found : { ...found, isMember: false }, now);
    const { handle, name, colour } = found.workspace;
    return {
      workspace: { handle, name, colour },
      role: found.role,
      projects: found.projects.map((project) => project.name),
      invitedBy: found.inviter,
      note: found.note,
      email: isMine ? found.email : maskedEmail(found.email),
      isMine,
      state,
      expiresAt: found.expiresAt.toISOString(),
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
    const found = await requireInvite(tx, path.token, user.id);
    assertInviteOpen(found, now);
    // The invite was revoked concurrently.
    if (!(await markAccepted(tx, found.id, now))) throw new ProblemError("token_action_expired");
    const { workspace, role } = found;
    const place = { workspaceId: workspace.id, userId: user.id, at: now };
    await insertRole(tx, { ...place, id: uuidv7(now), role, createdBy: found.inviterId });
    await replaceGrants(tx, { ...place, projectIds: found.projects.map(({ id }) => id) });
    audit({
      workspaceId: workspace.id,
      target: { type: "user", id: user.id, name: user.email },
      changes: [{ field: "role", from: null, to: role }],
    });
    await sendMembershipEmail(
      parts,
      context,
      "member-joined",
      { userId: found.inviterId, workspace },
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
