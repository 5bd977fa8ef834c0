/** SQL of the limits of workspaces, and of requests to change them. */
import { type LimitName, limitNames } from "#contracts/limit-names.ts";
import type { LimitRequest } from "#contracts/limits.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

export type LimitValues = Readonly<Record<LimitName, number>>;

/** Serializes what changes the use of the limits, or a limit, of a workspace until the transaction ends. */
export const lockLimits = (tx: Tx, workspaceId: string) =>
  tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`limits of workspace ${workspaceId}`}, 0))`,
  );

/** Epoch seconds: the start of the month, now, and the end of the month. */
export interface MonthSeconds {
  readonly from: number;
  readonly now: number;
  readonly end: number;
}

export const readUsage = (tx: Tx, workspaceId: string, { from, now, end }: MonthSeconds) =>
  tx.one<LimitValues>(sql`SELECT instances, gpus, bare_metal, monthly_spend
    FROM workspace_usage(${workspaceId}, ${from}, ${now}, ${end})`);

export async function readLimitValues(tx: Tx, workspaceId: string): Promise<LimitValues> {
  const rows = await tx.many<{ name: LimitName; value: number }>(sql`
    SELECT d.limit_name AS name, coalesce(l.value, d.value) AS value
      FROM default_limit d LEFT JOIN workspace_limit l ON l.workspace_id = ${workspaceId} AND l.limit_name = d.limit_name`);
  const valueOf = (name: LimitName): number => {
    const row = rows.find((candidate) => candidate.name === name);
    if (row === undefined) throw new Error(`The limit ${name} has no default`);
    return row.value;
  };
  const [instances, gpus, bareMetal, monthlySpend] = limitNames;
  return {
    [instances]: valueOf(instances),
    [gpus]: valueOf(gpus),
    [bareMetal]: valueOf(bareMetal),
    [monthlySpend]: valueOf(monthlySpend),
  };
}

export type LimitRequestRow = LimitRequest & { readonly limit: LimitName };

/** Of each limit the newest request, if it is open or was answered after `answeredAfter`. */
export const listRequests = (
  tx: Tx,
  workspaceId: string,
  answeredAfter: Date,
): Promise<LimitRequestRow[]> =>
  tx.many<LimitRequestRow>(sql`
    SELECT DISTINCT ON (r.limit_name) r.limit_name AS "limit", r.id, r.value, r.reason, r.status, ${isoTimestamp("r.created_at")} AS "createdAt",
           CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name)) END AS "createdBy",
           ${isoTimestamp("r.answered_at")} AS "answeredAt", r.answer_note AS note
      FROM limit_request r LEFT JOIN user_account u ON u.id = r.created_by
     WHERE r.workspace_id = ${workspaceId} AND (r.status = 'open' OR r.answered_at > ${answeredAfter})
     ORDER BY r.limit_name, r.created_at DESC, r.id DESC`);

/** False if a request for this limit is open. */
export async function insertRequest(
  tx: Tx,
  request: {
    readonly id: string;
    readonly workspaceId: string;
    readonly limit: LimitName;
    readonly value: number;
    readonly reason: string;
    readonly createdBy: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { id, workspaceId, limit, value, reason, createdBy, now } = request;
  const inserted = await tx.execute(sql`
    INSERT INTO limit_request (id, workspace_id, limit_name, value, reason, created_by, created_at)
    VALUES (${id}, ${workspaceId}, ${limit}, ${value}, ${reason}, ${createdBy}, ${now})
    ON CONFLICT (workspace_id, limit_name) WHERE status = 'open' DO NOTHING`);
  return inserted === 1;
}

/** The open request for a limit, locked until it is answered. */
export const lockOpenRequest = (tx: Tx, workspaceId: string, limit: LimitName) =>
  tx.maybeOne<{ id: string; value: number; createdBy: string }>(sql`
    SELECT id, value, created_by AS "createdBy" FROM limit_request WHERE workspace_id = ${workspaceId} AND limit_name = ${limit} AND status = 'open' FOR UPDATE`);

export const answerRequest = (
  tx: Tx,
  id: string,
  answer: {
    readonly status: "approved" | "rejected";
    readonly by: string;
    readonly note: string | null;
    readonly now: Date;
  },
) =>
  tx.execute(sql`UPDATE limit_request SET status = ${answer.status}, answered_at = ${answer.now}, answered_by = ${answer.by},
      answer_note = ${answer.note} WHERE id = ${id}`);

export const upsertLimit = (
  tx: Tx,
  workspaceId: string,
  limit: LimitName,
  value: number,
  now: Date,
) =>
  tx.execute(sql`INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at) VALUES (${workspaceId}, ${limit}, ${value}, ${now})
    ON CONFLICT (workspace_id, limit_name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`);

/** Writes the settings of the server. */
export async function saveDefaultLimits(tx: Tx, values: LimitValues): Promise<void> {
  for (const name of limitNames)
    await tx.execute(
      sql`INSERT INTO default_limit (limit_name, value) VALUES (${name}, ${values[name]})
        ON CONFLICT (limit_name) DO UPDATE SET value = excluded.value WHERE default_limit.value <> excluded.value`,
    );
}
