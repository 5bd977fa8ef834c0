/**
 * Impersonation: staff act as a customer. The staff session is parked and its cookie removed from the
 * browser; requests run under a session of the customer that names the staff member. Ending it resumes the
 * staff session with the next cookie generation; its absolute expiry does not change.
 */
import { randomBytes } from "node:crypto";
import type { StaffRoleId } from "#contracts/roles.ts";
import type { Tx } from "../../../core/db/db.ts";
import { type Keyring, uuidv7 } from "../../../core/lib/crypto.ts";
import { createSessionToken, type SessionToken } from "../../../core/http/session-token.ts";
import { minDate, idleTimeoutMs } from "./sessions.ts";
import {
  insertImpersonationSession,
  lockRevokedReason,
  lockUsableStaffSession,
  parkSession,
  resumeSession,
  revokeSession,
  type SessionRow,
} from "./store.ts";
import type { AccountRow } from "../../accounts/accounts.ts";

const impersonationTtlMs = 60 * 60_000;
const endedReason = "impersonation_ended";

export interface ImpersonationRequest {
  target: Pick<AccountRow, "id" | "credential_version">;
  admin: { id: string; role: StaffRoleId };
  /** The session of the staff member, which is parked meanwhile. */
  session: { id: string; absoluteExpiresAt: Date };
  ip: string;
  userAgent: string | null;
  now: Date;
}

/** Returns null when the staff session has ended or is parked already. Of two concurrent starts one succeeds. */
export async function startImpersonation(
  tx: Tx,
  keys: Keyring,
  from: ImpersonationRequest,
): Promise<{ row: SessionRow; token: SessionToken } | null> {
  const { now } = from;
  if (!(await parkSession(tx, from.session.id, now))) return null;
  const id = uuidv7(now);
  const salt = randomBytes(16);
  const token = createSessionToken(keys, id, 1, salt);
  const end = minDate(new Date(now.getTime() + impersonationTtlMs), from.session.absoluteExpiresAt);
  const row = await insertImpersonationSession(tx, from, {
    id,
    salt,
    tokenHash: token.hash,
    expiresAt: minDate(new Date(now.getTime() + idleTimeoutMs), end),
    absoluteExpiresAt: end,
  });
  return { row, token };
}

/**
 * Ends the impersonation and resumes the staff session; null when that has ended or its user may no longer
 * act as staff. A concurrent second request gets the same cookie.
 */
export async function endImpersonation(
  tx: Tx,
  keys: Keyring,
  session: { id: string; parentId: string },
  now: Date,
): Promise<{ row: SessionRow; token: SessionToken } | null> {
  const revokedReason = await lockRevokedReason(tx, session.id);
  if (revokedReason !== null && revokedReason !== endedReason) return null;
  await revokeSession(tx, session.id, endedReason, now);
  const parent = await lockUsableStaffSession(tx, session.parentId, now);
  if (parent === null) return null;
  if (parent.suspended_at === null)
    return {
      row: parent,
      token: createSessionToken(keys, parent.id, parent.token_generation, parent.salt),
    };
  const token = createSessionToken(keys, parent.id, parent.token_generation + 1, parent.salt);
  const expires = minDate(new Date(now.getTime() + idleTimeoutMs), parent.absolute_expires_at);
  const row = await resumeSession(tx, parent.id, token, expires, now);
  return { row, token };
}
