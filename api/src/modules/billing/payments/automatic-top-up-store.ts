/** SQL of automatic top-ups. */
import { sql, type Tx } from "../../../core/db/db.ts";

export interface AutomaticTopUpRow {
  readonly isEnabled: boolean;
  readonly threshold: number;
  readonly amount: number;
  readonly ceiling: number;
  readonly pausedAt: Date | null;
  readonly pauseReason: string | null;
  /** Cents of this month that succeeded or have no result yet. */
  readonly added: number;
  /** Whether one has no result yet, or was started after the time that `findAutomaticTopUp` gets. */
  readonly isRecent: boolean;
}

const waits = sql`('created', 'requires_action', 'processing', 'unknown')`;

interface Times {
  /** The start of the month. */
  readonly from: Date;
  readonly recentSince: Date;
}

/** `earlier`: what the automatic top-ups of `t` added this month, and whether one is recent. See `AutomaticTopUpRow`. */
const earlierTopUps = ({ from, recentSince }: Times) => sql`LATERAL (
  SELECT coalesce(sum(p.amount_cents) FILTER (WHERE p.created_at >= ${from} AND p.status <> 'failed'), 0)::bigint AS added,
         coalesce(bool_or(p.status IN ${waits} OR p.created_at > ${recentSince}), false) AS is_recent
    FROM payment p WHERE p.workspace_id = t.workspace_id AND p.is_automatic_top_up) earlier`;

/** Null if it was never set up. */
export const findAutomaticTopUp = (
  tx: Tx,
  workspaceId: string,
  times: Times,
): Promise<AutomaticTopUpRow | null> =>
  tx.maybeOne<AutomaticTopUpRow>(sql`
    SELECT t.is_enabled AS "isEnabled", t.threshold_cents AS threshold, t.amount_cents AS amount, t.ceiling_cents AS ceiling,
           t.paused_at AS "pausedAt", t.pause_reason AS "pauseReason", earlier.added, earlier.is_recent AS "isRecent"
      FROM automatic_top_up t CROSS JOIN ${earlierTopUps(times)} WHERE t.workspace_id = ${workspaceId}`);

/** Saving ends a pause. */
export const saveAutomaticTopUpRow = (
  tx: Tx,
  row: {
    readonly workspaceId: string;
    readonly isEnabled: boolean;
    readonly threshold: number;
    readonly amount: number;
    readonly ceiling: number;
    readonly by: string;
  },
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO automatic_top_up (workspace_id, is_enabled, threshold_cents, amount_cents, ceiling_cents, created_by, created_at, updated_at)
    VALUES (${row.workspaceId}, ${row.isEnabled}, ${row.threshold}, ${row.amount}, ${row.ceiling}, ${row.by}, ${now}, ${now})
    ON CONFLICT (workspace_id) DO UPDATE SET is_enabled = excluded.is_enabled, threshold_cents = excluded.threshold_cents,
      amount_cents = excluded.amount_cents, ceiling_cents = excluded.ceiling_cents, paused_at = NULL, pause_reason = NULL,
      created_by = excluded.created_by, updated_at = excluded.updated_at`);

export const pauseAutomaticTopUp = (
  tx: Tx,
  workspaceId: string,
  reason: string,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE automatic_top_up SET paused_at = ${now}, pause_reason = ${reason}, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND is_enabled AND paused_at IS NULL`);

/**
 * Workspaces whose usage and its tax may have brought them below their threshold, and whose ceiling allows a top-up. The tax
 * is less than what it is on. `second` is now, of the epoch.
 */
export const listTopUpCandidates = async (
  tx: Tx,
  second: number,
  times: Times,
): Promise<string[]> =>
  (
    await tx.many<{ id: string }>(sql`
      SELECT t.workspace_id AS id FROM automatic_top_up t
        JOIN billing_account a ON a.workspace_id = t.workspace_id
        JOIN workspace w ON w.id = t.workspace_id AND w.status <> 'deactivated'
       CROSS JOIN LATERAL uninvoiced_usage(t.workspace_id, ${second}) used
       CROSS JOIN ${earlierTopUps(times)}
       WHERE t.is_enabled AND t.paused_at IS NULL AND NOT earlier.is_recent
         AND earlier.added + t.amount_cents <= t.ceiling_cents
         AND a.cash_cents + a.promo_cents - a.receivable_cents - 2 * used.cents < t.threshold_cents
       ORDER BY t.workspace_id`)
  ).map(({ id }) => id);

/** Paused top-ups whose failure was not mailed. */
export const listUnreportedPauses = (
  tx: Tx,
): Promise<{ workspaceId: string; reason: string; amount: number }[]> =>
  tx.many<{ workspaceId: string; reason: string; amount: number }>(sql`
    INSERT INTO billing_notice (workspace_id, kind, reference, sent_at)
    SELECT t.workspace_id, 'top_up_failed', t.paused_at::text, t.paused_at FROM automatic_top_up t WHERE t.is_enabled AND t.paused_at IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING workspace_id AS "workspaceId",
      (SELECT pause_reason FROM automatic_top_up t WHERE t.workspace_id = billing_notice.workspace_id) AS reason,
      (SELECT amount_cents FROM automatic_top_up t WHERE t.workspace_id = billing_notice.workspace_id) AS amount`);
