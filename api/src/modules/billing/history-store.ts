/** SQL that reads the billing history. */
import type { HistoryRow, HistoryType } from "#contracts/billing-history.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { isOneOf, isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import { documentNumber, isUnpaid, money, searchByWorkspace } from "./billing-sql.ts";

export interface HistoryFilter {
  readonly page: number;
  readonly perPage: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Only of staff. */
  readonly workspaceId?: string | undefined;
  readonly search?: string | undefined;
  readonly activityType?: readonly HistoryType[] | undefined;
  readonly createdAtFrom?: string | undefined;
  readonly createdAtTo?: string | undefined;
}

const rowPairs = sql`'id', h.id, 'type', h.type, 'status', h.status, 'amount', ${money(sql`h.amount_cents`)},
  'balance', CASE WHEN h.balance_cents IS NOT NULL THEN ${money(sql`h.balance_cents`)} END,
  'invoice', CASE WHEN i.series_number IS NOT NULL
     THEN json_build_object('id', i.id, 'number', ${documentNumber(sql`i`)}) END,
  'detail', h.detail, 'createdBy', CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name)) END,
  'createdAt', ${isoTimestamp("h.created_at")}, 'updatedAt', ${isoTimestamp("h.updated_at")}`;

const documentJoin = sql`LEFT JOIN invoice i ON i.workspace_id = h.workspace_id AND i.id = h.invoice_id`;
/** The user who caused an entry; staff are not named to customers. */
const customerJoin = sql`
  LEFT JOIN user_account u ON u.id = h.created_by AND h.type NOT IN ('manual_credit', 'credit_note', 'refund', 'adjustment')`;

export const listHistory = (
  { workspaceId, search, activityType, createdAtFrom, createdAtTo, ...page }: HistoryFilter,
  { isForStaff }: { isForStaff: boolean },
): ListQuery => ({
  from: sql`billing_history_entry h`,
  alias: "h",
  where: [
    isForStaff ? sql`true` : sql`h.workspace_id = app_workspace_id()`,
    ...(activityType === undefined ? [] : [isOneOf("h.type", activityType)]),
    ...(createdAtFrom === undefined ? [] : [sql`h.created_at >= ${createdAtFrom}::timestamptz`]),
    ...(createdAtTo === undefined ? [] : [sql`h.created_at < ${createdAtTo}::timestamptz`]),
    ...(workspaceId === undefined ? [] : [sql`h.workspace_id = ${workspaceId}`]),
  ],
  ...(search !== undefined &&
    search !== "" && { search: searchByWorkspace(sql`h.workspace_id`, search) }),
  forceCustomPlan: (search ?? "") !== "" || activityType !== undefined,
  sort: isForStaff
    ? { column: sql`h.created_at`, type: "timestamptz" }
    : { column: sql`h.entry_number`, type: "bigint" },
  descending: true,
  rowJson: isForStaff
    ? sql`json_build_object(${rowPairs}, 'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name))`
    : sql`json_build_object(${rowPairs})`,
  joins: sql`${documentJoin}
    ${
      isForStaff
        ? sql`JOIN workspace w ON w.id = h.workspace_id LEFT JOIN user_account u ON u.id = h.created_by`
        : customerJoin
    }`,
  page,
});

/** Number of overdue invoices, and when they suspend the workspace, if that is announced. */
export const readOverdue = (
  tx: Tx,
  workspaceId: string,
): Promise<{ overdueCount: number; suspendsAt: Date | null }> =>
  tx.one<{ overdueCount: number; suspendsAt: Date | null }>(sql`
    SELECT count(*) AS "overdueCount",
           (SELECT s.suspends_at FROM overdue_suspension s WHERE s.workspace_id = ${workspaceId} AND s.suspended_at IS NULL) AS "suspendsAt"
      FROM invoice WHERE workspace_id = ${workspaceId} AND kind = 'invoice' AND status = 'overdue'`);
/** One entry as the customer's list shows it, or null. */
export async function findHistoryEntry(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<HistoryRow | null> {
  const row = await tx.maybeOne<{ entry: HistoryRow }>(sql`
    SELECT json_build_object(${rowPairs}) AS entry FROM billing_history_entry h ${documentJoin} ${customerJoin}
     WHERE h.workspace_id = ${workspaceId} AND h.id = ${id}`);
  return row?.entry ?? null;
}

/** Invoices that have to be paid before the workspace can be deactivated. */
export const countUnpaid = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM invoice i WHERE i.workspace_id = ${workspaceId} AND ${isUnpaid(sql`i`)}`,
    )
  ).n;
