/** SQL of amounts that wait for the approval of a second person. It runs as boreal_system. */
import type { z } from "zod";
import type {
  BalanceApproval,
  balanceApprovals,
  CreditSource,
} from "#contracts/balance-approvals.ts";
import { raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isOneOf, isoTimestamp, type ListQuery, resolveSort } from "../../core/db/list.ts";
import { money, searchByWorkspace } from "./billing-sql.ts";

const personOf = (alias: Sql) =>
  sql`CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'name', concat_ws(' ', ${alias}.first_name, ${alias}.last_name)) END`;

const approvalJson = sql`json_build_object('id', b.id, 'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name),
  'amount', ${money(sql`b.amount_cents`)}, 'source', b.source, 'reason', b.reason, 'status', b.status,
  'createdBy', ${personOf(sql`maker`)}, 'createdAt', ${isoTimestamp("b.created_at")},
  'answeredBy', ${personOf(sql`answerer`)}, 'answeredAt', ${isoTimestamp("b.answered_at")}, 'note', b.answer_note)`;

const approvalJoins = sql`
  JOIN workspace w ON w.id = b.workspace_id
  JOIN user_account maker ON maker.id = b.created_by
  LEFT JOIN user_account answerer ON answerer.id = b.answered_by`;

export function listBalanceApprovals(
  query: z.output<(typeof balanceApprovals)["list"]["query"]>,
): ListQuery {
  const { search = "", status = [], workspaceId } = query;
  const sorts = { createdAt: { column: raw("b.created_at"), type: "timestamptz" } } as const;
  return {
    from: sql`balance_approval b`,
    alias: "b",
    where: [
      status.length === 0 ? sql`b.status = 'pending'` : isOneOf("b.status", status),
      ...(workspaceId === undefined ? [] : [sql`b.workspace_id = ${workspaceId}`]),
    ],
    ...(search !== "" && { search: searchByWorkspace(sql`b.workspace_id`, search) }),
    // The one that waits longest is answered first.
    ...resolveSort(query.orderBy, sorts, { field: "createdAt", descending: false }),
    rowJson: approvalJson,
    joins: approvalJoins,
    page: query,
  };
}

export async function findBalanceApproval(tx: Tx, id: string): Promise<BalanceApproval | null> {
  const row = await tx.maybeOne<{ approval: BalanceApproval }>(
    sql`SELECT ${approvalJson} AS approval FROM balance_approval b ${approvalJoins} WHERE b.id = ${id}`,
  );
  return row?.approval ?? null;
}

export const insertBalanceApproval = (
  tx: Tx,
  asked: {
    readonly id: string;
    readonly workspaceId: string;
    readonly cents: number;
    readonly source: CreditSource;
    readonly reason: string;
    readonly by: string;
  },
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO balance_approval (id, workspace_id, amount_cents, source, reason, created_by, created_at)
    VALUES (${asked.id}, ${asked.workspaceId}, ${asked.cents}, ${asked.source}, ${asked.reason}, ${asked.by}, ${now})`);

export const answerBalanceApproval = (
  tx: Tx,
  id: string,
  { status, by, note }: { status: "approved" | "rejected"; by: string; note: string | null },
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    UPDATE balance_approval SET status = ${status}, answered_by = ${by}, answered_at = ${now}, answer_note = ${note} WHERE id = ${id}`);

/** What a staff member added to a balance since a time without the approval of a second person, in cents. */
export const sumAddedAlone = async (
  tx: Tx,
  { workspaceId, by, since }: { workspaceId: string; by: string; since: Date },
): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      SELECT coalesce(sum(h.amount_cents), 0)::bigint AS cents FROM billing_history_entry h
       WHERE h.workspace_id = ${workspaceId} AND h.created_by = ${by} AND h.created_at > ${since}
         AND h.type IN ('manual_credit', 'top_up') AND h.detail->>'source' IN ('goodwill', 'bank')
         AND h.detail->>'approvalId' IS NULL`)
  ).cents;
