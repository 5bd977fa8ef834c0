/** Invites to a workspace: sent by its managers, accepted by the user with the invited email address. */
import { createReason } from "#contracts/problem-reasons.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { inviteActions, resendWaitSeconds } from "#contracts/actions/members.ts";
import {
  type Invite,
  type invites as endpoints,
  resendIntervalSeconds,
} from "#contracts/members.ts";
import { normalizeEmail } from "#contracts/text.ts";
import { assertNotDenied, registerObjectLoader, toActor } from "../../core/http/authorization.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { ProblemError, actionNotPossible } from "../../core/lib/problem-error.ts";
import {
  type HandlerContext,
  type Handlers,
  listHandler,
  preparedHandler,
} from "../../core/http/handlers.ts";
import { uuidv7, generateLinkToken } from "../../core/lib/crypto.ts";
import type { Throttle } from "../../core/http/throttle.ts";
import { sendMail } from "../mail/send-mail.ts";
import { joinProjectNames, resolveGrantedProjects } from "../workspaces/project-grants.ts";
import { lockWorkspaceWithPermission } from "../workspaces/memberships.ts";
import { consumeInviteQuota } from "./invite-throttle.ts";
import { joinHandlers } from "./join.ts";
import {
  findInvite,
  type InviteRow,
  findLastMailedAt,
  listInvites,
  findExistingMembers,
  upsertInvite,
  renewLink,
  revokeInvite,
} from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    invite: InviteRow;
  }
}
registerObjectLoader("invite", { find: findInvite, ownerId: (row) => row.invited_by });

const ttlMs = 7 * 24 * 3_600_000;
const resendIntervalMs = resendIntervalSeconds * 1000;
export interface InviteDeps {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly publicUrl: URL;
}

const toInvite = (row: InviteRow, now: Date): Invite => ({
  id: row.id,
  email: row.email,
  role: row.role,
  projects: row.projects,
  note: row.note,
  status: row.status === "pending" && row.expires_at <= now ? "expired" : row.status,
  invitedBy: { id: row.invited_by, name: row.inviter },
  createdAt: row.created_at.toISOString(),
  mailedAt: row.mailed_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isReplaced: row.is_replaced,
});

const auditTarget = ({ id, email }: Pick<InviteRow, "id" | "email">) => ({
  type: "invite",
  id,
  name: email,
});

const getInvite = (tx: Tx, id: string): Promise<InviteRow> => tx.one<InviteRow>(findInvite(id));

const inviteLink = ({ publicUrl }: InviteDeps, token: string): string =>
  new URL(`/workspaces/users/join/${token}`, publicUrl).href;

type LinkContext = HandlerContext<(typeof endpoints)["resend"] | (typeof endpoints)["link"]>;

const systemReason =
  "invites are counted before the transaction, and members are looked up by email address";

export const invitesHandlers = (deps: InviteDeps): Handlers<typeof endpoints> => ({
  list: listHandler(({ query, now }) => listInvites(query, now)),

  create: preparedHandler(systemReason, async ({ caller, body, now }) => {
    const emails = [
      ...new Map(body.emails.map((email) => [normalizeEmail(email), email])).values(),
    ];
    const workspaceId = caller.workspace?.id ?? "";
    // Checked first, so that a rejected request does not use the hourly quota.
    await deps.db.withSystemRole(systemReason, async (tx) => {
      await assertNotMembers(tx, workspaceId, emails);
      await resolveGrantedProjects(tx, workspaceId, body);
    });
    await consumeInviteQuota(
      deps.throttle,
      { workspaceId, userId: caller.user.id },
      emails.length,
      now,
    );
    return (context) => createInvites(deps, context, emails);
  }),

  resend: preparedHandler(systemReason, async ({ caller, path, now }) => {
    const workspaceId = caller.workspace?.id ?? "";
    const mailedAt = await deps.db.withSystemRole(systemReason, (tx) =>
      findLastMailedAt(tx, workspaceId, path.invite),
    );
    // An invite that cannot be resent is rejected below and does not use the hourly quota.
    if (mailedAt !== null) {
      assertResendInterval(mailedAt, now);
      await consumeInviteQuota(deps.throttle, { workspaceId, userId: caller.user.id }, 1, now);
    }
    return async (context) => {
      const { tx, invite, audit, publish, workspace } = context;
      assertHasLink(context);
      assertResendInterval(invite.mailed_at, context.now);
      const lastBy = new Date(context.now.getTime() - resendIntervalMs);
      const { token } = await renewInviteLink(context, { at: context.now, lastBy });
      const row = await getInvite(tx, invite.id);
      await sendInviteEmail(deps, context, row, token);
      audit({ target: auditTarget(row), changes: [{ field: "link", from: null, to: "changed" }] });
      await publish(workspace.id, { topic: "workspace", id: null });
      return toInvite(row, context.now);
    };
  }),

  link: async (context) => {
    const { invite, audit, publish, workspace } = context;
    assertHasLink(context);
    const { token, expiresAt } = await renewInviteLink(context, null);
    audit({ target: auditTarget(invite), changes: [{ field: "link", from: null, to: "changed" }] });
    await publish(workspace.id, { topic: "workspace", id: null });
    return { link: inviteLink(deps, token), expiresAt: expiresAt.toISOString() };
  },

  revoke: async ({ tx, now, caller, invite, workspace, audit, publish }) => {
    const subject = toInvite(invite, now);
    assertNotDenied(actionDenial(toActor(caller), inviteActions.revoke, subject, now));
    // Accepted after authorization loaded the invitation.
    if (!(await revokeInvite(tx, invite.id, now))) throw actionNotPossible("invite_accepted");
    audit({
      target: auditTarget(invite),
      changes:
        invite.status === "revoked"
          ? []
          : [{ field: "status", from: invite.status, to: "revoked" }],
    });
    await publish(workspace.id, { topic: "workspace", id: null });
    return toInvite(await getInvite(tx, invite.id), now);
  },

  ...joinHandlers(deps),
});

const assertHasLink = ({ caller, invite, now }: LinkContext): void =>
  assertNotDenied(actionDenial(toActor(caller), inviteActions.link, toInvite(invite, now), now));

function assertResendInterval(mailedAt: Date, now: Date): void {
  const seconds = resendWaitSeconds({ mailedAt: mailedAt.toISOString() }, now);
  if (seconds > 0) throw new ProblemError("too_many_requests", { seconds });
}

async function assertNotMembers(
  tx: Tx,
  workspaceId: string,
  emails: readonly string[],
): Promise<void> {
  const known = await findExistingMembers(tx, workspaceId, emails.map(normalizeEmail));
  if (known.length > 0)
    throw new ProblemError("email_already_in_use", {
      reason: createReason("already_members", { emails: known }),
    });
}

async function createInvites(
  deps: InviteDeps,
  context: HandlerContext<(typeof endpoints)["create"]>,
  emails: readonly string[],
) {
  const { tx, now, caller, workspace, body, audit, publish } = context;
  await lockWorkspaceWithPermission(tx, workspace.id, caller.user.id, "member.invite");
  await assertNotMembers(tx, workspace.id, emails);
  const projects = await resolveGrantedProjects(tx, workspace.id, body);
  const rows: InviteRow[] = [];
  for (const email of emails) {
    const { token, hash } = generateLinkToken();
    const id = await upsertInvite(tx, {
      id: uuidv7(now),
      workspaceId: workspace.id,
      email,
      emailKey: normalizeEmail(email),
      role: body.roleId,
      note: body.note,
      hash,
      invitedBy: caller.user.id,
      expiresAt: new Date(now.getTime() + ttlMs),
      projectIds: projects.map((project) => project.id),
      at: now,
    });
    const row = await getInvite(tx, id);
    await sendInviteEmail(deps, context, row, token);
    rows.push(row);
  }
  audit({
    target: auditTarget({ id: rows[0]?.id ?? "", email: emails.join(", ") }),
    changes: [
      { field: "role", from: null, to: body.roleId },
      ...(projects.length === 0
        ? []
        : [{ field: "projects", from: null, to: joinProjectNames(projects) }]),
    ],
  });
  await publish(workspace.id, { topic: "workspace", id: null });
  return { data: rows.map((row) => toInvite(row, now)) };
}

/** Issues a new link. The caller becomes the inviter. */
async function renewInviteLink(
  { tx, now, caller, invite }: LinkContext,
  mailing: { at: Date; lastBy: Date } | null,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, hash } = generateLinkToken();
  const expiresAt = new Date(now.getTime() + ttlMs);
  const invitedBy = caller.user.id;
  if (await renewLink(tx, { id: invite.id, hash, invitedBy, expiresAt, mailing, at: now }))
    return { token, expiresAt };
  // A concurrent request may have sent it while this one waited for the lock.
  if (mailing !== null) assertResendInterval((await getInvite(tx, invite.id)).mailed_at, now);
  throw actionNotPossible("invite_not_valid");
}

type MailContext = Pick<
  HandlerContext<(typeof endpoints)["create"]>,
  "caller" | "workspace" | "enqueue"
>;

/** Uses the inviter's locale, because the recipient's is unknown. */
async function sendInviteEmail(
  deps: InviteDeps,
  context: MailContext,
  { email, role, note, inviter }: InviteRow,
  token: string,
): Promise<void> {
  const { caller, workspace } = context;
  await sendMail(context, { email, locale: caller.user.locale }, "invitation", {
    member: inviter,
    workspace: workspace.name,
    role,
    link: inviteLink(deps, token),
    ...(note === "" ? {} : { note }),
  });
}
