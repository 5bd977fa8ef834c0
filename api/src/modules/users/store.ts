/** SQL of users for staff. It runs as boreal_system: users belong to no tenant. */
import type { z } from "zod";
import type { User, users as endpoints } from "#contracts/users.ts";
import { sql, type Tx, raw, type Sql } from "../../core/db/db.ts";
import { dataCopyFields } from "./data-copy-store.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { isOneOf, isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";
import { isInsideUser, matchesEmail, matchesUserName } from "../../core/db/search-terms.ts";

type UserQuery = z.output<(typeof endpoints)["list"]["query"]>;

const sorts = {
  email: { column: raw("u.email_normalized"), type: "text" },
  lastName: { column: raw("lower(u.last_name)"), type: "text" },
  createdAt: { column: raw("u.created_at"), type: "timestamptz" },
} as const;

/**
 * Sort expressions for prefix searches. Matches of a prefix are adjacent in these orders, and an index scan
 * would walk to them; as expressions they have no index, so PostgreSQL sorts only the matches.
 */
const prefixSearchSorts = {
  ...sorts,
  email: { column: raw("(u.email_normalized || '')"), type: "text" },
  lastName: { column: raw("(lower(u.last_name) || '')"), type: "text" },
} as const;

/** Active workspaces of the account `u`. */
const membershipsFrom = sql`user_workspace_role r JOIN workspace w ON w.id = r.workspace_id AND w.status <> 'deactivated'
  WHERE r.user_id = u.id AND r.expired_at IS NULL`;

const extras = sql`
  LEFT JOIN user_staff_role role ON role.user_id = u.id AND role.expired_at IS NULL
  LEFT JOIN LATERAL (SELECT count(*) AS n FROM ${membershipsFrom}) workspaces ON true
  LEFT JOIN LATERAL (
    SELECT max(s.updated_at) AS at FROM session s WHERE s.user_id = u.id AND s.auth_type IN ('password', 'oauth')
  ) seen ON true`;

const row = sql`json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
  'status', u.status, 'twoFactorEnabled', u.two_factor_enabled_at IS NOT NULL, 'staffRole', role.staff_role_id,
  'workspaceCount', workspaces.n, 'createdAt', ${isoTimestamp("u.created_at")}, 'lastActiveAt', ${isoTimestamp("seen.at")})`;

/** Condition for ids with this prefix, as a range of the primary key; false when no id can have it. */
function idPrefixCondition(term: string): Sql {
  const digits = term.toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return sql`false`;
  return sql`u.id BETWEEN ${digits.padEnd(32, "0")}::uuid AND ${digits.padEnd(32, "f")}::uuid`;
}

function matchesSearch(term: string, searchBy: UserQuery["searchBy"]): Sql {
  const byEmail = matchesEmail(sql`u.email_normalized`, term);
  const byFullName = matchesUserName(sql`u.name_normalized`, term);
  const byName = isInsideUser(term)
    ? byFullName
    : sql`(${byFullName} OR ${matchesUserName(sql`lower(u.last_name)`, term)})`;
  if (searchBy === "email") return byEmail;
  if (searchBy === "name") return byName;
  if (searchBy === "id") return idPrefixCondition(term);
  return sql`(${byEmail} OR ${byName} OR ${idPrefixCondition(term)})`;
}

export function listUsers(query: UserQuery, narrower: readonly Sql[] = []): ListQuery {
  const term = query.search ?? "";
  const { status = [] } = query;
  return {
    from: sql`user_account u`,
    alias: "u",
    where: [
      // Erased users are listed only when requested.
      status.length === 0 ? sql`u.status <> 'deleted'` : isOneOf("u.status", status),
      ...(term === "" ? [] : [matchesSearch(term, query.searchBy)]),
      ...narrower,
    ],
    ...resolveSort(query.orderBy, term === "" || isInsideUser(term) ? sorts : prefixSearchSorts, {
      field: "createdAt",
      descending: true,
    }),
    rowJson: row,
    joins: extras,
    forceCustomPlan: term !== "" || status.length > 0,
    page: query,
  };
}

export const inNoWorkspace: Sql = sql`NOT EXISTS (SELECT FROM ${membershipsFrom})`;

export const countUsers = (tx: Tx): Promise<{ status: User["status"]; n: number }[]> =>
  tx.many(sql`SELECT status, count(*) AS n FROM user_account GROUP BY status`);

const details = (
  now: Date,
): Sql => sql`jsonb_build_object('locale', u.locale, 'timezone', u.timezone,
  'emailVerifiedAt', ${isoTimestamp("u.email_verified_at")}, 'deactivateMessage', u.deactivate_message,
  'pendingEmail', (SELECT t.payload->>'email' FROM action_token t
    WHERE t.user_id = u.id AND t.purpose = 'change_email' AND t.consumed_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > ${now}
    ORDER BY t.created_at DESC LIMIT 1),
  'passkeyCount', (SELECT count(*) FROM passkey p WHERE p.user_id = u.id),
  'identities', (SELECT coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'email', i.email_when_linked) ORDER BY i.linked_at), '[]')
    FROM user_identity i WHERE i.user_id = u.id),
  'liveSessions', (SELECT count(*) FROM session s WHERE s.user_id = u.id AND s.auth_type IN ('password', 'oauth') AND s.revoked_at IS NULL
    AND s.expires_at > ${now} AND s.credential_version = u.credential_version),
  'lastSignedInWith', (SELECT jsonb_build_object('firstFactor', s.first_factor, 'secondFactor', s.second_factor) FROM session s
    WHERE s.user_id = u.id AND s.auth_type IN ('password', 'oauth') ORDER BY s.created_at DESC, s.id DESC LIMIT 1),
  'workspaces', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'role', r.workspace_role_id,
    'isDefault', r.is_default) ORDER BY r.created_at, r.id), '[]') FROM ${membershipsFrom}),
  'dataCopies', (SELECT coalesce(jsonb_agg(jsonb_build_object(${dataCopyFields}) ORDER BY d.created_at DESC), '[]')
    FROM data_copy_request d WHERE d.user_id = u.id))`;

/** Returns null when no such user ever existed. */
export async function findUser(tx: Tx, id: string, now: Date): Promise<User | null> {
  if (!isUuid(id)) return null;
  const match = await tx.maybeOne<{ json: User }>(
    sql`SELECT ${row}::jsonb || ${details(now)} AS json FROM user_account u ${extras} WHERE u.id = ${id}`,
  );
  return match?.json ?? null;
}

export const existsUser = async (tx: Tx, id: string): Promise<boolean> =>
  isUuid(id) && (await tx.maybeOne(sql`SELECT FROM user_account WHERE id = ${id}`)) !== null;

export interface NewDetails {
  firstName: string;
  lastName: string;
  locale: string;
  timezone: string;
}

export const updateUserDetails = (tx: Tx, id: string, to: NewDetails, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE user_account SET first_name = ${to.firstName}, last_name = ${to.lastName}, locale = ${to.locale}, timezone = ${to.timezone},
    updated_at = ${now} WHERE id = ${id}`);

/** A reactivated account returns to its former status: an unverified email address stays unverified. */
const reactivatedStatus = sql`CASE WHEN email_verified_at IS NULL THEN 'unverified' ELSE 'active' END`;

/** Sets the status and returns the resulting one. */
export async function setStatus(
  tx: Tx,
  id: string,
  status: "active" | "frozen" | "deactivated",
  now: Date,
): Promise<User["status"]> {
  const requested = status === "active" ? reactivatedStatus : sql`${status}`;
  const changed = await tx.one<{ status: User["status"] }>(
    sql`UPDATE user_account SET status = ${requested}, updated_at = ${now} WHERE id = ${id} RETURNING status`,
  );
  return changed.status;
}

export const restoreUser = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.execute(sql`
    UPDATE user_account SET status = ${reactivatedStatus}, deactivate_message = NULL,
      updated_at = ${now}
     WHERE id = ${id} AND status IN ('deactivated', 'frozen')`);
