/** SQL of the dashboard of staff. It runs as boreal_system. */
import type { Dashboard } from "#contracts/dashboard.ts";
import type { StaffPermission } from "#contracts/permissions.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

type Figures = Omit<Dashboard["attention"], "lowStockProducts" | "untrustedProxy"> &
  Omit<Dashboard["figures"], "revenue">;

/** All counts in one query. What the role may not see is not counted. */
export const readDashboardCounts = (
  tx: Tx,
  may: (permission: StaffPermission) => boolean,
  { failedSince, mailTask }: { failedSince: Date; mailTask: string },
): Promise<Figures> => {
  const count = (permission: StaffPermission, rows: Sql) =>
    sql`CASE WHEN ${may(permission)} THEN (SELECT count(*)::integer FROM ${rows}) END`;
  const mayJobs = may("staff.infra.view");
  return tx.one<Figures>(sql`
    WITH failing AS MATERIALIZED (SELECT j.* FROM failing_jobs(${mailTask}) j WHERE ${mayJobs})
    SELECT ${count("staff.command.view", sql`command WHERE status = 'waiting'`)} AS "waitingCommands",
           ${count("staff.command.view", sql`command WHERE status IN ('failed', 'timed_out') AND finished_at >= ${failedSince}`)} AS "failedCommands",
           ${count("staff.infra.view", sql`audit_chain WHERE fault IS NOT NULL`)} AS "brokenAuditChains",
           (SELECT of_task FROM failing) AS "failingEmails", (SELECT others FROM failing) AS "failingJobs",
           ${count("staff.infra.view", sql`infrastructure_finding WHERE resolved_at IS NULL`)} AS findings,
           CASE WHEN ${may("staff.invoice.view")} THEN (
             SELECT json_build_object('count', count(*), 'amount', json_build_object('currency', 'USD', 'cents',
                      coalesce(sum(total_cents - credited_cents - paid_cents - written_off_cents), 0)))
               FROM invoice WHERE kind = 'invoice' AND status = 'overdue') END AS "overdueInvoices",
           ${count("staff.billing.limits_view", sql`limit_request WHERE status = 'open'`)} AS "limitRequests",
           ${count("staff.workspace.balance_view", sql`balance_approval WHERE status = 'pending'`)} AS "balanceApprovals",
           ${count("staff.data_copy.view", sql`data_copy_request WHERE status = 'failed'`)} AS "failedDataCopies",
           ${count(
             "staff.bm_product.view",
             sql`product p WHERE p.variant = 'bare_metal' AND p.status = 'active'
               AND NOT EXISTS (SELECT FROM bare_metal_item b WHERE b.product_id = p.id AND b.state = 'available')`,
           )} AS "soldOutProducts",
           ${count("staff.billing.view", sql`ledger_finding WHERE resolved_at IS NULL`)} AS "ledgerFindings",
           ${count("staff.user.view", sql`user_account WHERE status <> 'deleted'`)} AS users,
           ${count("staff.workspace.view", sql`workspace WHERE status <> 'deactivated'`)} AS workspaces,
           CASE WHEN ${may("staff.instance.view")} THEN (
             SELECT coalesce(sum(instance_count), 0)::integer FROM instance_counter WHERE status <> 'terminated') END AS instances`);
};

/** Active virtual products that are offered somewhere. Where a provider does not report its stock, there is enough. */
export const readLowStock = (
  tx: Tx,
  maximum: number,
): Promise<NonNullable<Dashboard["attention"]["lowStockProducts"]>> =>
  tx.one(sql`
    WITH low AS (
      SELECT p.id, p.name, sum(s.available)::integer AS free
        FROM product p JOIN product_stock s ON s.product_id = p.id AND s.is_offered
       WHERE p.variant = 'virtual_machine' AND p.status = 'active'
       GROUP BY p.id HAVING bool_and(s.available IS NOT NULL) AND sum(s.available) <= ${maximum}
    )
    SELECT (SELECT count(*)::integer FROM low) AS count,
           (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'free', free) ORDER BY free, name, id), '[]')
              FROM (SELECT * FROM low ORDER BY free, name, id LIMIT 5) first) AS products`);

/** The newest answer of a region's provider that some table records: a sync of the catalog, a comparison, an operation. */
const lastSuccess = (variant: "virtual_machine" | "bare_metal", since: Date): Sql => sql`greatest(
  (SELECT max(s.checked_at) FROM product_stock s JOIN product p ON p.id = s.product_id
    WHERE s.region_handle = r.handle AND p.variant = ${variant}),
  (SELECT max(c.finished_at) FROM command c
    WHERE c.region_handle = r.handle AND c.finished_at >= ${since} AND c.variant = ${variant} AND c.status = 'succeeded')
  ${variant === "virtual_machine" ? sql`, r.fully_reconciled_at` : sql``})`;

const providerJson = (
  variant: "virtual_machine" | "bare_metal",
  unreachableSince: string,
  since: Date,
): Sql => sql`json_build_object('variant', ${variant}::text, 'unreachableSince', ${isoTimestamp(unreachableSince)},
  'lastSuccessAt', (SELECT ${isoTimestamp("answer.at")} FROM (SELECT ${lastSuccess(variant, since)} AS at) answer),
  'endedCommands', (SELECT count(*) FROM command c WHERE c.region_handle = r.handle AND c.finished_at >= ${since}
    AND c.variant = ${variant} AND c.status <> 'cancelled'),
  'failedCommands', (SELECT count(*) FROM command c WHERE c.region_handle = r.handle AND c.finished_at >= ${since}
    AND c.variant = ${variant} AND c.status IN ('failed', 'timed_out')))`;

export const listRegionHealth = (tx: Tx, since: Date): Promise<NonNullable<Dashboard["regions"]>> =>
  tx.many(sql`
    SELECT r.handle, r.name,
           CASE WHEN EXISTS (SELECT FROM bare_metal_item b WHERE b.region_handle = r.handle AND b.state <> 'retired')
                THEN json_build_array(${providerJson("virtual_machine", "r.unreachable_since", since)},
                       ${providerJson("bare_metal", "r.bare_metal_unreachable_since", since)})
                ELSE json_build_array(${providerJson("virtual_machine", "r.unreachable_since", since)}) END AS providers,
           (SELECT count(*)::integer FROM command c WHERE c.region_handle = r.handle AND c.status IN ('queued', 'running', 'waiting')) AS "openCommands",
           (SELECT count(*)::integer FROM infrastructure_finding f WHERE f.region_handle = r.handle AND f.resolved_at IS NULL) AS findings
      FROM region r ORDER BY r.position, r.handle`);
