/**
 * SQL of access tokens. Each statement runs under row-level security: the workspace comes from the context,
 * never from a parameter. Exceptions are marked.
 */
import { type Token, type TokenScope, tokenPrefix } from "#contracts/tokens.ts";
import { type ListQuery, likeContains, isoTimestamp, resolveSort } from "../../core/db/list.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";

export interface TokenRow {
  id: string;
  name: string;
  last4: string;
  scopes: TokenScope[];
  project_ids: string[] | null;
  /** The projects of `project_ids` that still exist. */
  projects: { id: string; name: string }[];
  ip_ranges: string[];
  lifetime_days: number;
  created_by: string;
  creator: string;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  rotated_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
}

const creatorJoin = sql`LEFT JOIN LATERAL (
    SELECT u.id, concat_ws(' ', u.first_name, u.last_name) AS name FROM user_account u WHERE u.id = t.created_by
  ) maker ON true`;

const grantedProjectsJoin = sql`LEFT JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id), '[]') AS projects
      FROM project p WHERE p.id = ANY (t.project_ids)
  ) reached ON true`;

export const findToken = (id: string): Sql => sql`
  SELECT t.id, t.name, t.last4, t.scopes, t.project_ids, reached.projects, t.ip_ranges::text[] AS ip_ranges, t.lifetime_days,
         t.created_by, maker.name AS creator, t.created_at, t.updated_at, t.expires_at, t.rotated_at, t.revoked_at,
         t.last_used_at, host(t.last_used_ip) AS last_used_ip
    FROM access_token t ${creatorJoin} ${grantedProjectsJoin} WHERE t.id = ${id}`;

export const tokenStatus = (
  row: Pick<TokenRow, "revoked_at" | "expires_at">,
  now: Date,
): Token["status"] => {
  if (row.revoked_at !== null) return "revoked";
  return row.expires_at <= now ? "expired" : "active";
};

/** `tokenStatus` as an SQL expression. */
const statusExpression = (now: Date) =>
  sql`CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= ${now} THEN 'expired' ELSE 'active' END`;

const sorts = { createdAt: { column: raw("t.created_at"), type: "timestamptz" } } as const;

export function listTokens(
  query: {
    search?: string | undefined;
    status?: Token["status"][] | undefined;
    page: number;
    perPage: number;
    after?: string | undefined;
    before?: string | undefined;
  },
  now: Date,
): ListQuery {
  const { search = "", status = [] } = query;
  return {
    from: sql`access_token t`,
    alias: "t",
    where: [
      ...(search === ""
        ? []
        : [sql`(t.name ILIKE ${likeContains(search)} OR t.last4 = ${search})`]),
      ...(status.length === 0 ? [] : [sql`${statusExpression(now)} IN (${join(status)})`]),
    ],
    ...resolveSort(undefined, sorts, { field: "createdAt", descending: true }),
    rowJson: sql`json_build_object('id', t.id, 'name', t.name, 'prefix', ${tokenPrefix}::text, 'last4', t.last4, 'scopes', t.scopes,
      'projects', CASE WHEN t.project_ids IS NOT NULL THEN reached.projects END, 'ipRanges', t.ip_ranges::text[],
      'status', ${statusExpression(now)}, 'expiresAt', ${isoTimestamp("t.expires_at")},
      'replacedAt', ${isoTimestamp("t.rotated_at")}, 'lastUsedAt', ${isoTimestamp("t.last_used_at")}, 'lastUsedIp', host(t.last_used_ip),
      'createdBy', json_build_object('id', maker.id, 'name', maker.name),
      'createdAt', ${isoTimestamp("t.created_at")}, 'updatedAt', ${isoTimestamp("t.updated_at")})`,
    joins: sql`${creatorJoin} ${grantedProjectsJoin}`,
    page: query,
  };
}

/**
 * Lists a user's usable tokens of all workspaces. It runs as boreal_system without row-level security, so it
 * filters by user.
 */
export const listTokensOfUser = (
  userId: string,
  page: ListQuery["page"],
  now: Date,
): ListQuery => ({
  from: sql`access_token t`,
  alias: "t",
  where: [
    sql`t.created_by = ${userId} AND t.revoked_at IS NULL AND t.expires_at > ${now}`,
    sql`EXISTS (SELECT FROM workspace w WHERE w.id = t.workspace_id AND w.status <> 'deactivated')`,
  ],
  ...resolveSort(undefined, sorts, { field: "createdAt", descending: true }),
  rowJson: sql`json_build_object('id', t.id, 'name', t.name, 'prefix', ${tokenPrefix}::text, 'last4', t.last4,
    'expiresAt', ${isoTimestamp("t.expires_at")}, 'lastUsedAt', ${isoTimestamp("t.last_used_at")}, 'lastUsedIp', host(t.last_used_ip),
    'workspace', json_build_object('id', home.id, 'handle', home.handle, 'name', home.name))`,
  joins: sql`JOIN workspace home ON home.id = t.workspace_id`,
  page,
});

export interface OwnedToken extends Pick<TokenRow, "id" | "name" | "revoked_at" | "expires_at"> {
  workspace_id: string;
}

/** Locks the token; null when the user created none with this id. */
export const lockTokenOfUser = (tx: Tx, userId: string, id: string): Promise<OwnedToken | null> =>
  tx.maybeOne(sql`SELECT id, name, workspace_id, revoked_at, expires_at FROM access_token
    WHERE id = ${id} AND created_by = ${userId} FOR NO KEY UPDATE`);

/** Serializes the creation of a user's tokens with the revocation of all of them, so that no token is missed. */
export async function lockTokensOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('access tokens of ' || ${userId}, 0))`,
  );
}

export const isUserActive = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM user_account WHERE id = ${userId} AND status = 'active'`)) !==
  null;

/** Serializes token creation per workspace, so that concurrent requests respect the limit. */
const lockTokenCreation = (tx: Tx, workspaceId: string) =>
  tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('access tokens ' || ${workspaceId}, 0))`,
  );

export async function countActiveTokens(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  await lockTokenCreation(tx, workspaceId);
  const { n } = await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM access_token
    WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL AND rotated_at IS NULL AND expires_at > ${now}`);
  return n;
}

/** Counts usable tokens, including rotated ones that still work. */
export async function countUsableTokens(tx: Tx, workspaceId: string, now: Date): Promise<number> {
  await lockTokenCreation(tx, workspaceId);
  const { n } = await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM access_token
    WHERE workspace_id = ${workspaceId} AND revoked_at IS NULL AND expires_at > ${now}`);
  return n;
}

export async function findMissingProjects(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const existing = await tx.many<{ id: string }>(
    sql`SELECT id FROM project WHERE id = ANY (${[...ids]}::uuid[])`,
  );
  return ids.filter((id) => !existing.some((project) => project.id === id));
}

export interface NewToken {
  id: string;
  workspaceId: string;
  name: string;
  hash: Buffer;
  last4: string;
  scopes: readonly TokenScope[];
  projectIds: readonly string[] | null;
  ipRanges: readonly string[];
  lifetimeDays: number;
  createdBy: string;
  expiresAt: Date;
  at: Date;
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  const projectIds = token.projectIds === null ? null : [...token.projectIds];
  await tx.execute(sql`
    INSERT INTO access_token (id, workspace_id, name, token_hash, last4, scopes, project_ids, ip_ranges, lifetime_days,
      created_by, created_at, updated_at, expires_at)
    VALUES (${token.id}, ${token.workspaceId}, ${token.name}, ${token.hash}, ${token.last4}, ${[...token.scopes]}::text[],
      ${projectIds}::uuid[], ${[...token.ipRanges]}::inet[], ${token.lifetimeDays},
      ${token.createdBy}, ${token.at}, ${token.at}, ${token.expiresAt})`);
}

/** Returns false when it was rotated, revoked or has expired meanwhile. */
export async function markTokenRotated(
  tx: Tx,
  id: string,
  { endsAt, now }: { endsAt: Date; now: Date },
): Promise<boolean> {
  const replaced = await tx.execute(sql`
    UPDATE access_token SET rotated_at = ${now}, expires_at = least(expires_at, ${endsAt}), updated_at = ${now}
     WHERE id = ${id} AND revoked_at IS NULL AND rotated_at IS NULL AND expires_at > ${now}`);
  return replaced === 1;
}

/** Returns false when it was revoked already. */
export async function revokeToken(tx: Tx, id: string, now: Date): Promise<boolean> {
  const revoked = await tx.execute(
    sql`UPDATE access_token SET revoked_at = ${now}, updated_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`,
  );
  return revoked === 1;
}

/** Revokes in one workspace or, with null, in all. */
export const setTokensRevoked = (
  tx: Tx,
  userId: string,
  workspaceId: string | null,
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    UPDATE access_token SET revoked_at = ${now}, updated_at = ${now}
     WHERE created_by = ${userId} AND revoked_at IS NULL AND (${workspaceId}::uuid IS NULL OR workspace_id = ${workspaceId}::uuid)`);
