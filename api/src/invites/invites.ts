/** Invitations to a workspace: asked for by its owner, accepted by whoever has the address. */
import { type Invite, type invites as calls, resendAfterSeconds } from "#contracts/members.ts";
import { emailKey } from "#contracts/text.ts";
import { loads } from "../core/access.ts";
import type { Database, Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, type Handlers, listing, prepared } from "../core/handlers.ts";
import { newId, newLinkToken } from "../core/keys.ts";
import type { Throttle } from "../core/throttle.ts";
import { roleNames } from "../mail/memberships.ts";
import { namesOf, projectsFor } from "../members/grants.ts";
import { lockAs } from "../workspaces/roles.ts";
import { takeBudget } from "./budget.ts";
import { joinHandlers } from "./join.ts";
import {
  findInvite,
  type InviteRow,
  lastMailed,
  listInvites,
  membersAmong,
  putInvite,
  renewLink,
  revokeInvite,
} from "./store.ts";

declare module "../core/access.ts" {
  interface Granted {
    invite: InviteRow;
  }
}
loads("invite", { find: findInvite, ownedBy: (row) => row.invited_by });

const lifeMs = 7 * 24 * 3_600_000;
const pauseMs = resendAfterSeconds * 1000;
export interface InviteParts {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly publicUrl: URL;
}

const shown = (row: InviteRow, now: Date): Invite => ({
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
});

const targetOf = ({ id, email }: Pick<InviteRow, "id" | "email">) => ({
  type: "invite",
  id,
  name: email,
});

const readInvite = (tx: Tx, id: string): Promise<InviteRow> => tx.one<InviteRow>(findInvite(id));

const linkOf = ({ publicUrl }: InviteParts, token: string): string =>
  new URL(`/workspaces/users/join/${token}`, publicUrl).href;

const reason = "letters to strangers are counted first; people are known by their address";

export const inviteHandlers = (parts: InviteParts): Handlers<typeof calls> => ({
  list: listing(({ query, now }) => listInvites(query, now)),

  create: prepared(reason, async ({ caller, body, now }) => {
    const emails = [...new Map(body.emails.map((email) => [emailKey(email), email])).values()];
    const workspaceId = caller.workspace?.id ?? "";
    // First, so that a call refused for it takes nothing of the hour's letters.
    await parts.db.asSystem(reason, async (tx) => {
      await demandStrangers(tx, workspaceId, emails);
      await projectsFor(tx, workspaceId, body);
    });
    await takeBudget(parts.throttle, { workspaceId, userId: caller.user.id }, emails.length, now);
    return (context) => inviteAll(parts, context, emails);
  }),

  resend: prepared(reason, async ({ caller, path, now }) => {
    const workspaceId = caller.workspace?.id ?? "";
    const mailedAt = await parts.db.asSystem(reason, (tx) =>
      lastMailed(tx, workspaceId, path.invite),
    );
    // What cannot be sent again is refused below, and takes nothing of the hour's letters.
    if (mailedAt !== null) {
      demandPause(mailedAt, now);
      await takeBudget(parts.throttle, { workspaceId, userId: caller.user.id }, 1, now);
    }
    return async (context) => {
      const { tx, invite, note, announce, workspace } = context;
      demandPause(invite.mailed_at, context.now);
      const lastBy = new Date(context.now.getTime() - pauseMs);
      const { token } = await renew(context, { at: context.now, lastBy });
      const row = await readInvite(tx, invite.id);
      await mailInvite(parts, context, row, token);
      note({ target: targetOf(row), changes: [{ field: "link", from: null, to: "changed" }] });
      await announce(workspace.id, { topic: "workspace", id: null });
      return shown(row, context.now);
    };
  }),

  link: async (context) => {
    const { invite, note, announce, workspace } = context;
    const { token, expiresAt } = await renew(context, null);
    note({ target: targetOf(invite), changes: [{ field: "link", from: null, to: "changed" }] });
    await announce(workspace.id, { topic: "workspace", id: null });
    return { link: linkOf(parts, token), expiresAt: expiresAt.toISOString() };
  },

  revoke: async ({ tx, now, invite, workspace, note, announce }) => {
    if (!(await revokeInvite(tx, invite.id, now)))
      throw new Refusal("action_not_possible", {
        message: "This invitation has already been accepted",
      });
    note({
      target: targetOf(invite),
      changes:
        invite.status === "revoked"
          ? []
          : [{ field: "status", from: invite.status, to: "revoked" }],
    });
    await announce(workspace.id, { topic: "workspace", id: null });
    return shown(await readInvite(tx, invite.id), now);
  },

  ...joinHandlers(parts),
});

function demandPause(mailedAt: Date, now: Date): void {
  const waitsMs = mailedAt.getTime() + pauseMs - now.getTime();
  if (waitsMs > 0) throw new Refusal("too_many_requests", { seconds: Math.ceil(waitsMs / 1000) });
}

async function demandStrangers(
  tx: Tx,
  workspaceId: string,
  emails: readonly string[],
): Promise<void> {
  const known = await membersAmong(tx, workspaceId, emails.map(emailKey));
  if (known.length > 0)
    throw new Refusal("email_already_in_use", {
      message: `Already in this workspace: ${known.join(", ")}`,
    });
}

async function inviteAll(
  parts: InviteParts,
  context: Context<(typeof calls)["create"]>,
  emails: readonly string[],
) {
  const { tx, now, caller, workspace, body, note, announce } = context;
  await lockAs(tx, workspace.id, caller.user.id, "member.invite");
  await demandStrangers(tx, workspace.id, emails);
  const projects = await projectsFor(tx, workspace.id, body);
  const rows: InviteRow[] = [];
  for (const email of emails) {
    const { token, hash } = newLinkToken();
    const id = await putInvite(tx, {
      id: newId(now),
      workspaceId: workspace.id,
      email,
      emailKey: emailKey(email),
      role: body.roleId,
      note: body.note,
      hash,
      invitedBy: caller.user.id,
      expiresAt: new Date(now.getTime() + lifeMs),
      projectIds: projects.map((project) => project.id),
      at: now,
    });
    const row = await readInvite(tx, id);
    await mailInvite(parts, context, row, token);
    rows.push(row);
  }
  note({
    target: targetOf({ id: rows[0]?.id ?? "", email: emails.join(", ") }),
    changes: [
      { field: "role", from: null, to: body.roleId },
      ...(projects.length === 0 ? [] : [{ field: "projects", from: null, to: namesOf(projects) }]),
    ],
  });
  await announce(workspace.id, { topic: "workspace", id: null });
  return { data: rows.map((row) => shown(row, now)) };
}

/** Whoever sends it again vouches for it from now on. */
async function renew(
  { tx, now, caller, invite }: Context<(typeof calls)["resend"] | (typeof calls)["link"]>,
  mailing: { at: Date; lastBy: Date } | null,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const invitedBy = caller.user.id;
  if (await renewLink(tx, { id: invite.id, hash, invitedBy, expiresAt, mailing, at: now }))
    return { token, expiresAt };
  // Somebody else may have sent it while this waited for its turn.
  if (mailing !== null) demandPause((await readInvite(tx, invite.id)).mailed_at, now);
  throw new Refusal("action_not_possible", { message: "This invitation is no longer valid" });
}

type Mailing = Pick<Context<(typeof calls)["create"]>, "caller" | "workspace" | "enqueue">;

/** In the language of whoever asks: what the other one speaks is not known. */
async function mailInvite(
  parts: InviteParts,
  { caller, workspace, enqueue }: Mailing,
  { email, role, note, inviter }: InviteRow,
  token: string,
): Promise<void> {
  const { locale } = caller.user;
  await enqueue("mail.send", {
    to: email,
    template: "invitation",
    locale,
    values: {
      member: inviter,
      workspace: workspace.name,
      role: roleNames[locale][role],
      link: linkOf(parts, token),
      ...(note === "" ? {} : { note }),
    },
  });
}
