/** SQL of staff roles. It runs as boreal_system: they belong to no tenant. */
import type { StaffRoleId } from "#contracts/roles.ts";
import type { StaffMember } from "#contracts/staff-roles.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { likeContains, isoTimestamp, type ListQuery } from "../../core/db/list.ts";

const extras = sql`
  JOIN user_account u ON u.id = r.user_id
  LEFT JOIN user_account giver ON giver.id = r.assigned_by
  LEFT JOIN LATERAL (
    SELECT max(s.updated_at) AS at FROM session s WHERE s.user_id = r.user_id AND s.auth_type IN ('password', 'oauth')
  ) seen ON true`;

const row = sql`json_build_object('id', u.id, 'email', u.email, 'name', u.first_name || ' ' || u.last_name, 'role', r.staff_role_id, 'status', u.status,
  'twoFactorEnabled', u.two_factor_enabled_at IS NOT NULL, 'assignedAt', ${isoTimestamp("r.assigned_at")},
  'assignedBy', giver.first_name || ' ' || giver.last_name, 'lastActiveAt', ${isoTimestamp("seen.at")})`;

const matches = (term: string): Sql => sql`EXISTS (SELECT FROM user_account p WHERE p.id = r.user_id
  AND (p.email ILIKE ${likeContains(term)} OR (p.first_name || ' ' || p.last_name) ILIKE ${likeContains(term)}))`;

export function listStaffMembers(
  query: ListQuery["page"] & { search?: string | undefined },
): ListQuery {
  const { search = "" } = query;
  return {
    from: sql`user_staff_role r`,
    alias: "r",
    where: [sql`r.expired_at IS NULL`, ...(search === "" ? [] : [matches(search)])],
    sort: { column: raw("r.assigned_at"), type: "timestamptz" },
    descending: true,
    rowJson: row,
    joins: extras,
    page: query,
  };
}

export async function getStaffMember(tx: Tx, userId: string): Promise<StaffMember> {
  const match = await tx.one<{ member: StaffMember }>(
    sql`SELECT ${row} AS member FROM user_staff_role r ${extras} WHERE r.user_id = ${userId} AND r.expired_at IS NULL`,
  );
  return match.member;
}

export const expireRole = (tx: Tx, userId: string, now: Date): Promise<number> =>
  tx.execute(
    sql`UPDATE user_staff_role SET expired_at = ${now} WHERE user_id = ${userId} AND expired_at IS NULL`,
  );

export async function assignRole(
  tx: Tx,
  /** `by` is null for the first Admin, whom the operator appoints. */
  to: { userId: string; role: StaffRoleId; by: string | null; now: Date },
): Promise<void> {
  await expireRole(tx, to.userId, to.now);
  await tx.execute(sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_by, assigned_at)
    VALUES (${uuidv7(to.now)}, ${to.userId}, ${to.role}, ${to.by}, ${to.now})`);
}

/** Serializes changes that may remove an Admin, until the transaction ends. */
export const lockStaffAdmins = (tx: Tx): Promise<number> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('staff admins', 0))`);

export async function listActiveAdminIds(tx: Tx): Promise<string[]> {
  const admins = await tx.many<{ user_id: string }>(sql`
    SELECT r.user_id FROM user_staff_role r JOIN user_account u ON u.id = r.user_id AND u.status = 'active'
     WHERE r.staff_role_id = 'Admin' AND r.expired_at IS NULL`);
  return admins.map(({ user_id }) => user_id);
}

/** All Admins, also those whose accounts are locked or deactivated. */
export const listAdmins = (tx: Tx): Promise<{ emailKey: string; canSignIn: boolean }[]> =>
  tx.many(sql`
    SELECT u.email_normalized AS "emailKey", u.password_hash IS NOT NULL
           OR EXISTS (SELECT FROM passkey p WHERE p.user_id = u.id)
           OR EXISTS (SELECT FROM user_identity i WHERE i.user_id = u.id) AS "canSignIn"
      FROM user_staff_role r JOIN user_account u ON u.id = r.user_id AND u.status <> 'deleted'
     WHERE r.staff_role_id = 'Admin' AND r.expired_at IS NULL`);
