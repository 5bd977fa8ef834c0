/**
 * Staff acting as a customer. Their own session is parked meanwhile: no browser holds its cookie, and
 * what they do goes by a session of the customer's that names them. Ending it gives their session a
 * cookie of the next generation; its utmost end stays where it was.
 */
import { randomBytes } from "node:crypto";
import type { StaffRoleId } from "#contracts/roles.ts";
import { sql, type Tx } from "../../../core/db/db.ts";
import { type Keyring, uuidv7 } from "../../../core/lib/crypto.ts";
import { createSessionToken, type SessionToken } from "../../../core/http/session-token.ts";
import { minDate, sessionColumns, type SessionRow, idleTimeoutMs } from "./sessions.ts";
import type { AccountRow } from "../accounts/accounts.ts";

const impersonationTtlMs = 60 * 60_000;
const endedReason = "impersonation_ended";

export interface ImpersonationRequest {
  target: Pick<AccountRow, "id" | "auth_epoch">;
  admin: { id: string; role: StaffRoleId };
  /** Of the staff member, which waits. */
  session: { id: string; absoluteExpiresAt: Date };
  ip: string;
  userAgent: string | null;
  now: Date;
}

/** Null where the staff session has ended or waits already: of two starts at once one has it. */
export async function startImpersonation(
  tx: Tx,
  keys: Keyring,
  from: ImpersonationRequest,
): Promise<{ row: SessionRow; token: SessionToken } | null> {
  const { now, target, admin } = from;
  const parked = await tx.execute(
    sql`UPDATE session SET parked_at = ${now} WHERE id = ${from.session.id} AND parked_at IS NULL AND revoked_at IS NULL`,
  );
  if (parked === 0) return null;
  const id = uuidv7(now);
  const salt = randomBytes(16);
  const token = createSessionToken(keys, id, 1, salt);
  const end = minDate(new Date(now.getTime() + impersonationTtlMs), from.session.absoluteExpiresAt);
  const row = await tx.one<SessionRow>(sql`
    INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, auth_epoch, admin_id, admin_role,
      parent_session_id, ip, user_agent, created_at, updated_at)
    VALUES (${id}, ${target.id}, 'impersonate', ${salt}, ${token.hash}, ${now}, ${minDate(new Date(now.getTime() + idleTimeoutMs), end)}, ${end},
      ${target.auth_epoch}, ${admin.id}, ${admin.role}, ${from.session.id}, ${from.ip}, ${from.userAgent?.slice(0, 500) ?? null}, ${now}, ${now})
    RETURNING ${sessionColumns}`);
  return { row, token };
}

/**
 * Ends it, and wakes the staff session; null where that has ended or its person may not come back. A
 * second press that was under way with the first gets the same cookie again.
 */
export async function endImpersonation(
  tx: Tx,
  keys: Keyring,
  session: { id: string; parentId: string },
  now: Date,
): Promise<{ row: SessionRow; token: SessionToken } | null> {
  const ending = await tx.one<{ revoked_reason: string | null }>(
    sql`SELECT revoked_reason FROM session WHERE id = ${session.id} FOR UPDATE`,
  );
  if (ending.revoked_reason !== null && ending.revoked_reason !== endedReason) return null;
  await tx.execute(
    sql`UPDATE session SET revoked_at = ${now}, revoked_reason = ${endedReason} WHERE id = ${session.id} AND revoked_at IS NULL`,
  );
  const parent = await tx.maybeOne<SessionRow>(sql`
    SELECT ${sessionColumns} FROM session s WHERE id = ${session.parentId} AND revoked_at IS NULL AND absolute_expires_at > ${now}
       AND EXISTS (SELECT FROM user_account u JOIN user_staff_role r ON r.user_id = u.id AND r.expired_at IS NULL
                    WHERE u.id = s.user_id AND u.status = 'active' AND u.auth_epoch = s.auth_epoch)
       FOR UPDATE`);
  if (parent === null) return null;
  if (parent.parked_at === null)
    return {
      row: parent,
      token: createSessionToken(keys, parent.id, parent.generation, parent.salt),
    };
  const token = createSessionToken(keys, parent.id, parent.generation + 1, parent.salt);
  const expires = minDate(new Date(now.getTime() + idleTimeoutMs), parent.absolute_expires_at);
  const row = await tx.one<SessionRow>(sql`
    UPDATE session SET parked_at = NULL, generation = ${token.generation}, token_hash = ${token.hash}, previous_token_hash = NULL,
      rotated_at = ${now}, successor_used_at = NULL, expires_at = ${expires}, updated_at = ${now}
     WHERE id = ${parent.id} RETURNING ${sessionColumns}`);
  return { row, token };
}
