/**
 * SQL of credentials (SSH keys). Each statement runs under row-level security: the workspace comes from the
 * context, never from a parameter.
 */
import {
  type ListQuery,
  likeContains,
  isoTimestamp,
  resolveSort,
  inNaturalOrder,
  likePrefix,
} from "../../core/db/list.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { type SearchResults, maxResultsPerType } from "#contracts/search.ts";

export interface CredentialRow {
  id: string;
  name: string;
  type: string;
  bits: number | null;
  public_key: string;
  fingerprint_sha256: string;
  comment: string;
  is_default: boolean;
  is_only: boolean;
  created_by: string;
  creator: string;
  used_by: number;
  created_at: Date;
  updated_at: Date;
}

const creator = sql`LEFT JOIN LATERAL (
    SELECT u.id, concat_ws(' ', u.first_name, u.last_name) AS name FROM user_account u WHERE u.id = c.created_by
  ) maker ON true`;

/** Number of instances that were ordered with the key and are not terminated. */
const instanceCountJoin = sql`LEFT JOIN LATERAL (
    SELECT count(*) AS n FROM instance_credential ic JOIN instance i ON i.id = ic.instance_id
     WHERE ic.credential_id = c.id AND i.status <> 'terminated'
  ) instances ON true`;

const isOnlyKey = sql`NOT EXISTS (SELECT FROM credential other WHERE other.workspace_id = c.workspace_id AND other.id <> c.id)`;

export const findCredential = (id: string): Sql => sql`
  SELECT c.id, c.name, c.type, c.bits, c.public_key, c.fingerprint_sha256, c.comment, c.is_default, c.created_by,
         c.created_at, c.updated_at, maker.name AS creator, instances.n AS used_by, ${isOnlyKey} AS is_only
    FROM credential c ${creator} ${instanceCountJoin} WHERE c.id = ${id}`;

const sorts = {
  name: { column: inNaturalOrder("c.name"), type: "text" },
  createdAt: { column: raw("c.created_at"), type: "timestamptz" },
} as const;

export type SearchBy = "name" | "fingerprint" | "comment";

/** Removes the algorithm prefix, which a fingerprint may have. */
const stripFingerprintPrefix = (term: string) => term.replace(/^SHA256:/i, "");

/** Hides all fields except name and id from roles with granted projects only. */
const wholeOnly = (value: Sql) =>
  sql`CASE WHEN NOT app_is_restricted_to_grants() THEN ${value} END`;

function matchesSearch(search: string, searchBy: SearchBy | undefined): Sql {
  const byName = sql`c.name ILIKE ${likeContains(search)}`;
  const byComment = sql`(NOT app_is_restricted_to_grants() AND c.comment ILIKE ${likeContains(search)})`;
  // Base64 is case-sensitive.
  const byFingerprint = sql`(NOT app_is_restricted_to_grants() AND substr(c.fingerprint_sha256, 8) LIKE ${likeContains(stripFingerprintPrefix(search))})`;
  if (searchBy === "name") return byName;
  if (searchBy === "comment") return byComment;
  if (searchBy === "fingerprint") return byFingerprint;
  return sql`(${byName} OR ${byComment} OR ${byFingerprint})`;
}

export function listCredentials(query: {
  search?: string | undefined;
  searchBy?: SearchBy | undefined;
  orderBy?: string | undefined;
  page: number;
  perPage: number;
  after?: string | undefined;
  before?: string | undefined;
}): ListQuery {
  const { search = "" } = query;
  return {
    from: sql`credential c`,
    alias: "c",
    where: search === "" ? [] : [matchesSearch(search, query.searchBy)],
    ...resolveSort(query.orderBy, sorts, { field: "name", descending: false }),
    rowJson: sql`json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'bits', c.bits, 'publicKey', ${wholeOnly(sql`c.public_key`)},
      'fingerprintSha256', ${wholeOnly(sql`c.fingerprint_sha256`)}, 'comment', ${wholeOnly(sql`c.comment`)}, 'isDefault', c.is_default, 'isOnlyKey', ${isOnlyKey},
      'createdBy', ${wholeOnly(sql`json_build_object('id', maker.id, 'name', maker.name)`)}, 'usedByCount', instances.n,
      'createdAt', ${isoTimestamp("c.created_at")}, 'updatedAt', ${isoTimestamp("c.updated_at")})`,
    joins: sql`${creator} ${instanceCountJoin}`,
    page: query,
  };
}

export interface Named {
  id: string;
  name: string;
}

/** Returns keys of the workspace with this fingerprint, or this name in any case. */
export const findAlike = (tx: Tx, key: { name: string; fingerprint: string }) =>
  tx.many<Named & { sameKey: boolean }>(sql`
    SELECT c.id, c.name, c.fingerprint_sha256 = ${key.fingerprint} AS "sameKey" FROM credential c
     WHERE c.fingerprint_sha256 = ${key.fingerprint} OR lower(c.name) = lower(${key.name})`);

/** Serializes additions and changes of the default key, per workspace. */
export async function lockDefault(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('default credential ' || ${workspaceId}, 0))`,
  );
}

export interface NewCredential {
  id: string;
  workspaceId: string;
  name: string;
  type: string;
  bits: number;
  publicKey: string;
  fingerprint: string;
  comment: string;
  createdBy: string;
  at: Date;
}

/** Inserts a key. The first key of a workspace becomes its default. */
export async function insertCredential(tx: Tx, key: NewCredential): Promise<void> {
  await tx.execute(sql`
    INSERT INTO credential (id, workspace_id, name, type, bits, public_key, fingerprint_sha256, comment, is_default,
      created_by, created_at, updated_at)
    VALUES (${key.id}, ${key.workspaceId}, ${key.name}, ${key.type}, ${key.bits}, ${key.publicKey}, ${key.fingerprint}, ${key.comment},
      NOT EXISTS (SELECT FROM credential WHERE is_default), ${key.createdBy}, ${key.at}, ${key.at})`);
}

/** Returns the name of the key that was the default before, or null. */
export async function setDefaultCredential(tx: Tx, id: string, now: Date): Promise<string | null> {
  const former = await tx.maybeOne<{ name: string }>(
    sql`UPDATE credential SET is_default = false, updated_at = ${now} WHERE is_default AND id <> ${id} RETURNING name`,
  );
  await tx.execute(
    sql`UPDATE credential SET is_default = true, updated_at = ${now} WHERE id = ${id} AND NOT is_default`,
  );
  return former?.name ?? null;
}

/** Returns false when the key is the default and others exist. */
export async function deleteCredential(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM credential WHERE id = ${id}
       AND (NOT is_default OR NOT EXISTS (SELECT FROM credential other WHERE other.id <> ${id}))`);
  return deleted === 1;
}

export function searchCredentials(tx: Tx, workspaceId: string, term: string) {
  const id = isUuid(term) ? term : null;
  const shownFingerprint = wholeOnly(sql`c.fingerprint_sha256`);
  const fingerprint = `SHA256:${term.replace(/^SHA256:/i, "")}`;
  return tx.many<SearchResults["credentials"][number]>(sql`
    SELECT c.id, c.name, c.type, ${wholeOnly(sql`c.comment`)} AS comment, ${shownFingerprint} AS "fingerprintSha256" FROM credential c
     WHERE c.workspace_id = ${workspaceId} AND (${matchesSearch(term, undefined)} OR c.id = ${id})
     ORDER BY CASE WHEN lower(c.name) = lower(${term}) OR ${shownFingerprint} = ${fingerprint} OR c.id = ${id} THEN 0
                   WHEN c.name ILIKE ${likePrefix(term)} THEN 1 WHEN c.name ILIKE ${likeContains(term)} THEN 2 ELSE 3 END,
              lower(c.name), c.id
     LIMIT ${raw(String(maxResultsPerType))}`);
}
