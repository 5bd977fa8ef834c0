/** SQL of invites. */
import type { Invite, inviteStatuses, InvitePreview } from "#contracts/members.ts";
import { sql, type Sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import { sha256 } from "../../core/lib/crypto.ts";

export interface InviteRow {
  id: string;
  email: string;
  role: Invite["role"];
  note: string;
  status: Invite["status"];
  invited_by: string;
  inviter: string;
  projects: { id: string; name: string }[];
  mailed_at: Date;
  expires_at: Date;
  created_at: Date;
  is_replaced: boolean;
}

const inviterJoin = sql`LEFT JOIN LATERAL (
    SELECT u.id, concat_ws(' ', u.first_name, u.last_name) AS name FROM user_account u WHERE u.id = i.invited_by
  ) inviter ON true`;

const grantedProjectsJoin = sql`LEFT JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]') AS projects
      FROM invite_project n JOIN project p ON p.id = n.project_id
     WHERE n.workspace_id = i.workspace_id AND n.invite_id = i.id
  ) named ON true`;

const isReplaced = sql`EXISTS (SELECT FROM invite o WHERE o.workspace_id = i.workspace_id AND o.email_normalized = i.email_normalized
    AND o.status = 'pending' AND o.id <> i.id)`;

const inviteQuery = sql`
  SELECT i.id, i.email, i.workspace_role_id AS role, i.note, i.status, i.invited_by, inviter.name AS inviter, named.projects,
         i.mailed_at, i.expires_at, i.created_at, ${isReplaced} AS is_replaced
    FROM invite i ${inviterJoin} ${grantedProjectsJoin}`;

export const findInvite = (id: string): Sql =>
  sql`${inviteQuery} WHERE i.workspace_id = app_workspace_id() AND i.id = ${id}`;

export function listInvites(
  query: {
    status?: readonly (typeof inviteStatuses)[number][] | undefined;
    page: number;
    perPage: number;
    after?: string | undefined;
    before?: string | undefined;
  },
  now: Date,
): ListQuery {
  // An invite past its expiry counts as expired even before the cleanup job has marked it.
  const status = sql`CASE WHEN i.status = 'pending' AND i.expires_at <= ${now} THEN 'expired' ELSE i.status END`;
  const { status: requested = [] } = query;
  return {
    from: sql`invite i`,
    alias: "i",
    where: [
      sql`i.workspace_id = app_workspace_id()`,
      ...(requested.length === 0 ? [] : [sql`${status} = ANY(${[...requested]})`]),
    ],
    sort: { column: sql`i.created_at`, type: "timestamptz" },
    descending: true,
    rowJson: sql`json_build_object('id', i.id, 'email', i.email, 'role', i.workspace_role_id, 'projects', named.projects, 'note', i.note,
      'status', ${status}, 'invitedBy', json_build_object('id', inviter.id, 'name', inviter.name),
      'createdAt', ${isoTimestamp("i.created_at")}, 'mailedAt', ${isoTimestamp("i.mailed_at")}, 'expiresAt', ${isoTimestamp("i.expires_at")},
      'isReplaced', ${isReplaced})`,
    joins: sql`${inviterJoin} ${grantedProjectsJoin}`,
    page: query,
  };
}

export interface NewInvite {
  id: string;
  workspaceId: string;
  email: string;
  emailKey: string;
  role: string;
  note: string;
  hash: Buffer;
  invitedBy: string;
  expiresAt: Date;
  projectIds: readonly string[];
  at: Date;
}

/** Creates an invite. A pending invite of the same email address is replaced, with the new role and link. */
export async function upsertInvite(tx: Tx, invite: NewInvite): Promise<string> {
  const { workspaceId, at } = invite;
  const { id } = await tx.one<{ id: string }>(sql`
    INSERT INTO invite (id, workspace_id, email, email_normalized, workspace_role_id, note, token_hash, invited_by, mailed_at, expires_at, created_at, updated_at)
    VALUES (${invite.id}, ${workspaceId}, ${invite.email}, ${invite.emailKey}, ${invite.role}, ${invite.note}, ${invite.hash},
      ${invite.invitedBy}, ${at}, ${invite.expiresAt}, ${at}, ${at})
    ON CONFLICT (workspace_id, email_normalized) WHERE status = 'pending' DO UPDATE SET email = excluded.email,
      workspace_role_id = excluded.workspace_role_id, note = excluded.note, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      mailed_at = excluded.mailed_at, expires_at = excluded.expires_at, updated_at = excluded.updated_at
    RETURNING id`);
  await tx.execute(
    sql`DELETE FROM invite_project WHERE workspace_id = ${workspaceId} AND invite_id = ${id}`,
  );
  await tx.execute(sql`
    INSERT INTO invite_project (workspace_id, invite_id, project_id)
    SELECT p.workspace_id, ${id}, p.id FROM project p WHERE p.workspace_id = ${workspaceId} AND p.id = ANY(${[...invite.projectIds]}::uuid[])`);
  return id;
}

/** Returns those email addresses that belong to members of the workspace. */
export async function findExistingMembers(
  tx: Tx,
  workspaceId: string,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await tx.many<{ email: string }>(sql`
    SELECT u.email FROM user_account u JOIN user_workspace_role r ON r.user_id = u.id AND r.workspace_id = ${workspaceId} AND r.expired_at IS NULL
     WHERE u.email_normalized = ANY(${[...keys]}) AND u.status <> 'deleted' ORDER BY u.email_normalized`);
  return rows.map(({ email }) => email);
}

/** Returns when the link of a pending or expired invite was last mailed; null for every other invite. */
export async function findLastMailedAt(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Date | null> {
  const row = await tx.maybeOne<{ mailed_at: Date }>(sql`
    SELECT mailed_at FROM invite WHERE workspace_id = ${workspaceId} AND id::text = ${id} AND status IN ('pending', 'expired')`);
  return row?.mailed_at ?? null;
}

/** Replaces the link. Returns false when the invite was accepted or revoked, or was mailed meanwhile. */
export async function renewLink(
  tx: Tx,
  renewed: {
    id: string;
    hash: Buffer;
    invitedBy: string;
    expiresAt: Date;
    /** Set when the link is also mailed: the time of mailing, and the latest allowed time of the previous one. */
    mailing: { at: Date; lastBy: Date } | null;
    at: Date;
  },
): Promise<boolean> {
  const { mailing } = renewed;
  const done = await tx.execute(sql`
    UPDATE invite i SET status = 'pending', token_hash = ${renewed.hash}, invited_by = ${renewed.invitedBy}, expires_at = ${renewed.expiresAt},
           mailed_at = coalesce(${mailing?.at ?? null}, i.mailed_at), updated_at = ${renewed.at}
     WHERE i.id = ${renewed.id} AND i.workspace_id = app_workspace_id() AND i.status IN ('pending', 'expired')
       AND i.mailed_at <= coalesce(${mailing?.lastBy ?? null}, i.mailed_at)
       AND NOT ${isReplaced}`);
  return done === 1;
}

/** Returns false when the invite was accepted already. */
export async function revokeInvite(tx: Tx, id: string, now: Date): Promise<boolean> {
  const done = await tx.execute(sql`UPDATE invite SET status = 'revoked', updated_at = ${now}
    WHERE id = ${id} AND workspace_id = app_workspace_id() AND status <> 'accepted'`);
  return done === 1;
}

export interface InviteDetails {
  id: string;
  email: string;
  emailKey: string;
  role: InvitePreview["role"];
  note: string;
  status: string;
  expiresAt: Date;
  inviterId: string;
  inviter: string;
  /** Null when the inviter has left, or cannot sign in. */
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

export const findByLink = (
  tx: Tx,
  token: string,
  userId: string | null,
): Promise<InviteDetails | null> =>
  tx.maybeOne<InviteDetails>(sql`
    SELECT i.id, i.email, i.email_normalized AS "emailKey", i.workspace_role_id AS role, i.note, i.status, i.expires_at AS "expiresAt",
           i.invited_by AS "inviterId", concat_ws(' ', u.first_name, u.last_name) AS inviter,
           (SELECT r.workspace_role_id FROM user_workspace_role r
             WHERE r.workspace_id = w.id AND r.user_id = u.id AND r.expired_at IS NULL AND u.status = 'active') AS "inviterRole",
           json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'colour', w.colour, 'status', w.status,
             'createdAt', w.created_at, 'updatedAt', w.updated_at) AS workspace,
           (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]')
              FROM invite_project n JOIN project p ON p.id = n.project_id
             WHERE n.workspace_id = w.id AND n.invite_id = i.id) AS projects,
           EXISTS (SELECT FROM user_workspace_role r WHERE r.workspace_id = w.id AND r.user_id = ${userId}::uuid AND r.expired_at IS NULL) AS "isMember"
      FROM invite i JOIN workspace w ON w.id = i.workspace_id JOIN user_account u ON u.id = i.invited_by
     WHERE i.token_hash = ${sha256(token)}`);

export const markAccepted = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await tx.execute(sql`UPDATE invite SET status = 'accepted', updated_at = ${now}
    WHERE id = ${id} AND status = 'pending' AND expires_at > ${now}`)) === 1;

/** Revokes pending invites sent by a locked account: they may have been sent by an attacker. */
export async function revokeInvitesSentBy(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE invite SET status = 'revoked', updated_at = ${now}
    WHERE invited_by = ${userId} AND status = 'pending'`);
}

/**
 * Revokes pending invites for an email address that its account no longer has: the next owner of that address
 * was not invited.
 */
export async function revokeInvitesForEmail(tx: Tx, emailKey: string, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE invite SET status = 'revoked', updated_at = ${now}
    WHERE email_normalized = ${emailKey} AND status = 'pending'`);
}

/** Expires pending invites of a user who may no longer invite; the new owner can resend them. */
export async function expireInvitesSentBy(
  tx: Tx,
  workspaceId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.execute(sql`UPDATE invite SET status = 'expired', expires_at = least(expires_at, ${now}), updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND invited_by = ${userId} AND status = 'pending'`);
}

export async function expireInvites(tx: Tx, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE invite SET status = 'expired', updated_at = ${now} WHERE status = 'pending' AND expires_at <= ${now}`,
  );
}
