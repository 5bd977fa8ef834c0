/** SQL that starts waiting orders. It runs as boreal_system. */
import type { Variant } from "#contracts/catalogue.ts";
import type { Locale } from "#contracts/locale.ts";
import type { QueueReason } from "#contracts/queue.ts";
import { sql, type Tx } from "../../../core/db/db.ts";

/**
 * The waiting order whose turn it is, of those with a choice that is free: the workspace with the fewest starts since
 * the order waits, then the oldest order. An order for more instances than are free does not hold up smaller ones.
 */
export const findNextOrder = async (
  tx: Tx,
  now: Date,
  skipped: readonly string[],
): Promise<string | null> =>
  (
    await tx.maybeOne<{ id: string }>(sql`
      SELECT q.id FROM queued_order q
       WHERE q.status = 'waiting' AND q.expires_at > ${now} AND q.id <> ALL(${[...skipped]})
         AND EXISTS (
           SELECT FROM unnest(q.product_ids, q.region_handles) AS wanted (product_id, region_handle)
             JOIN product_stock s USING (product_id, region_handle)
            WHERE s.is_offered AND (s.available IS NULL OR s.available >= q.quantity))
       ORDER BY queued_order_turns(q.workspace_id, q.created_at), q.created_at, q.id LIMIT 1`)
  )?.id ?? null;

/** Orders that can no longer start whatever is free, so that they do not wait for their turn to learn it. */
export const listEndedByOthers = (tx: Tx): Promise<{ id: string }[]> =>
  tx.many(sql`
    SELECT q.id FROM queued_order q JOIN workspace w ON w.id = q.workspace_id JOIN image g ON g.id = q.image_id
     WHERE q.status = 'waiting' AND (w.status = 'deactivated' OR g.status <> 'active'
        OR (q.project_id IS NOT NULL AND NOT EXISTS (SELECT FROM project p WHERE p.workspace_id = q.workspace_id AND p.id = q.project_id))
        OR EXISTS (SELECT FROM unnest(q.credential_ids) AS key (id)
                    WHERE NOT EXISTS (SELECT FROM credential c WHERE c.workspace_id = q.workspace_id AND c.id = key.id)))
     ORDER BY q.id LIMIT 100`);

export const listExpired = (tx: Tx, now: Date): Promise<{ id: string }[]> =>
  tx.many(
    sql`SELECT id FROM queued_order WHERE status = 'waiting' AND expires_at <= ${now} ORDER BY id LIMIT 100`,
  );

export interface WaitingOrder {
  id: string;
  workspaceId: string;
  workspaceName: string;
  workspaceHandle: string;
  workspaceStatus: string;
  createdBy: string;
  userStatus: string;
  firstName: string;
  email: string;
  locale: Locale;
  timezone: string;
  tokenId: string | null;
  isTokenRevoked: boolean;
  expiresAt: Date;
  maxRateMicrosPerHour: number;
  variant: Variant;
  productIds: string[];
  regionHandles: string[];
  imageId: string;
  imageStatus: string;
  projectId: string | null;
  hostnames: string[];
  credentialIds: string[];
  userData: string | null;
}

/** Locks a waiting order; null when it has ended, or another worker is starting it. */
export const lockWaitingOrder = (tx: Tx, id: string): Promise<WaitingOrder | null> =>
  tx.maybeOne<WaitingOrder>(sql`
    SELECT q.id, q.workspace_id AS "workspaceId", w.name AS "workspaceName", w.handle AS "workspaceHandle", w.status AS "workspaceStatus",
           q.created_by AS "createdBy", u.status AS "userStatus", u.first_name AS "firstName", u.email, u.locale, u.timezone,
           q.token_id AS "tokenId", coalesce(t.revoked_at IS NOT NULL, false) AS "isTokenRevoked", q.expires_at AS "expiresAt",
           q.max_rate_micros_per_hour AS "maxRateMicrosPerHour", q.variant, q.product_ids AS "productIds", q.region_handles AS "regionHandles",
           q.image_id AS "imageId", g.status AS "imageStatus", q.project_id AS "projectId", q.hostnames,
           q.credential_ids AS "credentialIds", q.user_data AS "userData"
      FROM queued_order q JOIN workspace w ON w.id = q.workspace_id JOIN user_account u ON u.id = q.created_by
      JOIN image g ON g.id = q.image_id
      LEFT JOIN access_token t ON t.workspace_id = q.workspace_id AND t.id = q.token_id
     WHERE q.id = ${id} AND q.status = 'waiting' FOR UPDATE OF q SKIP LOCKED`);

/** Returns whether the reason changed. */
export const setWaitReason = async (tx: Tx, id: string, reason: QueueReason): Promise<boolean> =>
  (await tx.execute(
    sql`UPDATE queued_order SET reason = ${reason} WHERE id = ${id} AND status = 'waiting' AND reason IS DISTINCT FROM ${reason}`,
  )) > 0;
