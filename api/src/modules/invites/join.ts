/** Accepting an invitation: once, by whoever has the address it was sent to. */
import type { invites as calls, InvitePreview } from "#contracts/members.ts";
import { accessLevel } from "#contracts/permissions.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import { normalizeEmail, maskedEmail } from "#contracts/text.ts";
import { lockAccount } from "../auth/accounts/accounts.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/http/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { uuidv7, sha256 } from "../../core/lib/crypto.ts";
import { replaceGrants } from "../members/project-grants.ts";
import { sendMembershipEmail } from "../members/membership-emails.ts";
import { toWorkspace } from "../workspaces/update-workspace.ts";
import { insertRole, lockWorkspace } from "../workspaces/memberships.ts";

interface InviteDetails {
  id: string;
  email: string;
  emailKey: string;
  role: InvitePreview["role"];
  note: string;
  status: string;
  expiresAt: Date;
  inviterId: string;
  inviter: string;
  /** Null where they have left, or cannot sign in any more. */
  inviterRole: WorkspaceRoleId | null;
  workspace: {
    id: string;
    handle: string;
    name: string;
    colour: string;
    status: "active" | "suspended" | "deactivated";
    createdAt: string;
    updatedAt: string;
  };
  projects: { id: string; name: string }[];
  isMember: boolean;
}

const findByLink = (tx: Tx, token: string, userId: string): Promise<InviteDetails | null> =>
  tx.maybeOne<InviteDetails>(sql`
    SELECT i.id, i.email, i.email_key AS "emailKey", i.workspace_role_id AS role, i.note, i.status, i.expires_at AS "expiresAt",
           i.invited_by AS "inviterId", concat_ws(' ', u.first_name, u.last_name) AS inviter,
           (SELECT r.workspace_role_id FROM user_workspace_role r
             WHERE r.workspace_id = w.id AND r.user_id = u.id AND r.expired_at IS NULL AND u.status = 'active') AS "inviterRole",
           json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'colour', w.colour, 'status', w.status,
             'createdAt', w.created_at, 'updatedAt', w.updated_at) AS workspace,
           (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]')
              FROM invite_project n JOIN project p ON p.id = n.project_id
             WHERE n.workspace_id = w.id AND n.invite_id = i.id) AS projects,
           EXISTS (SELECT FROM user_workspace_role r WHERE r.workspace_id = w.id AND r.user_id = ${userId} AND r.expired_at IS NULL) AS "isMember"
      FROM invite i JOIN workspace w ON w.id = i.workspace_id JOIN user_account u ON u.id = i.invited_by
     WHERE i.token_hash = ${sha256(token)}`);

function inviteState(found: InviteDetails, now: Date): InvitePreview["state"] {
  if (found.workspace.status === "deactivated") return "ended";
  if (found.status === "accepted" || found.isMember) return "accepted";
  if (found.status === "revoked") return "revoked";
  const mayInvite =
    found.inviterRole !== null && accessLevel(found.inviterRole, "member.invite") !== null;
  return found.status !== "pending" || found.expiresAt <= now || !mayInvite ? "expired" : "open";
}

/** What was done is told apart from what is over; every way of being over is one code. */
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

const markAccepted = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.execute(sql`UPDATE invite SET status = 'accepted', updated_at = ${now}
    WHERE id = ${id} AND status = 'pending' AND expires_at > ${now}`)) === 1;

const systemReason = "whoever is invited is not in the workspace yet";

export const joinHandlers = (parts: {
  readonly publicUrl: URL;
}): Pick<Handlers<typeof calls>, "preview" | "join"> => ({
  preview: systemHandler(systemReason, async ({ tx, now, caller, path }) => {
    const found = await requireInvite(tx, path.token, caller.user.id);
    const isMine = found.emailKey === normalizeEmail(caller.user.email);
    // Whether somebody else is in the workspace already says nothing about this invitation.
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
        message: "This invitation was sent to a different email address",
      });
    await lockAccount(tx, user.id);
    await lockWorkspace(tx, first.workspace.id);
    const found = await requireInvite(tx, path.token, user.id);
    assertInviteOpen(found, now);
    // Taken back at this very moment.
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
    await sendMembershipEmail(parts, context, "member-joined", {
      userId: found.inviterId,
      workspace,
      role,
      member: `${user.firstName} ${user.lastName}`,
    });
    await publish(workspace.id, { topic: "workspace", id: null });
    return toWorkspace({
      ...workspace,
      role,
      createdAt: new Date(workspace.createdAt),
      updatedAt: new Date(workspace.updatedAt),
    });
  }),
});
