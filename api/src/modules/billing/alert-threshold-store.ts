/** SQL of alert thresholds. Reading works for every caller; changes run as boreal_system. */
import type { AlertAction } from "#contracts/spending-alerts.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export interface ThresholdRow {
  readonly version: number;
  readonly amount: number;
  readonly action: AlertAction;
  /** The start of the month that the following are about. */
  readonly month: Date;
  /** The highest percentage of the amount for which an alert was sent. */
  readonly level: number;
  readonly passedAt: Date | null;
  readonly terminateAt: Date | null;
}

const columns = sql`version, amount_cents AS amount, action, month, level, passed_at AS "passedAt", terminate_at AS "terminateAt"`;

export const findThreshold = (tx: Tx, workspaceId: string): Promise<ThresholdRow | null> =>
  tx.maybeOne<ThresholdRow>(
    sql`SELECT ${columns} FROM alert_threshold WHERE workspace_id = ${workspaceId} AND removed_at IS NULL`,
  );

/** The threshold, locked until the transaction ends. Lock the limits of the workspace first, as an order does. */
export const lockThreshold = (tx: Tx, workspaceId: string): Promise<ThresholdRow | null> =>
  tx.maybeOne<ThresholdRow>(
    sql`SELECT ${columns} FROM alert_threshold WHERE workspace_id = ${workspaceId} AND removed_at IS NULL FOR UPDATE`,
  );

/** A new version that has sent no alert. */
export const saveNewVersion = (
  tx: Tx,
  threshold: {
    readonly workspaceId: string;
    readonly amount: number;
    readonly action: AlertAction;
    readonly month: Date;
    readonly by: string;
  },
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO alert_threshold (workspace_id, amount_cents, action, month, created_by, created_at, updated_at)
    VALUES (${threshold.workspaceId}, ${threshold.amount}, ${threshold.action}, ${threshold.month}, ${threshold.by}, ${now}, ${now})
    ON CONFLICT (workspace_id) DO UPDATE SET version = alert_threshold.version + 1, amount_cents = excluded.amount_cents,
      action = excluded.action, month = excluded.month, level = 0, passed_at = NULL, terminate_at = NULL, removed_at = NULL,
      created_by = excluded.created_by, updated_at = excluded.updated_at`);

/** Returns false without a threshold. */
export const removeThreshold = async (tx: Tx, workspaceId: string, now: Date): Promise<boolean> =>
  (await tx.execute(sql`UPDATE alert_threshold SET removed_at = ${now}, terminate_at = NULL, updated_at = ${now}
    WHERE workspace_id = ${workspaceId} AND removed_at IS NULL`)) === 1;

export const saveThresholdState = (
  tx: Tx,
  workspaceId: string,
  { month, level, passedAt, terminateAt }: Omit<ThresholdRow, "version" | "amount" | "action">,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE alert_threshold SET month = ${month}, level = ${level}, passed_at = ${passedAt}, terminate_at = ${terminateAt},
      updated_at = ${now} WHERE workspace_id = ${workspaceId}`);

/**
 * Workspaces after `after` in the order of their ids whose threshold has something to do: an alert of a higher level, the
 * end of a grace period, or the start of a month. The cost is not calculated for those that reached 100 % in this month.
 */
export const listDueThresholds = async (
  tx: Tx,
  { from, now }: { readonly from: Date; readonly now: Date },
  after: string | null,
  limit: number,
): Promise<string[]> => {
  const [fromSecond, nowSecond] = [from, now].map((at) => Math.floor(at.getTime() / 1000));
  const rows = await tx.many<{ id: string }>(sql`
    SELECT t.workspace_id AS id FROM alert_threshold t
      LEFT JOIN LATERAL (SELECT CASE WHEN t.month < ${from} THEN 0 ELSE t.level END AS level) this_month ON true
      LEFT JOIN LATERAL (SELECT monthly_spend AS cents FROM workspace_usage(t.workspace_id, ${fromSecond}, ${nowSecond}, ${nowSecond})
                          WHERE this_month.level < 100) spent ON true
     WHERE t.removed_at IS NULL AND (${after}::uuid IS NULL OR t.workspace_id > ${after}::uuid)
       AND (t.terminate_at <= ${now} OR t.month < ${from} AND t.level > 0
            OR spent.cents * 100 >= t.amount_cents * CASE this_month.level WHEN 0 THEN 50 WHEN 50 THEN 80 ELSE 100 END)
     ORDER BY t.workspace_id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
};
