/**
 * SQL of drafts that are made of usage alone, of thousands of workspaces in one statement. Their amounts are those of
 * contracts/src/rating.ts, which a test compares.
 */
import { type Sql, type Tx, sql } from "../../core/db/db.ts";
import { secondsOf, unitsOf } from "./store.ts";

/** A calendar month (UTC), half-open; in seconds of the epoch too. */
export interface UsageMonth {
  readonly start: Date;
  readonly end: Date;
  readonly from: number;
  readonly to: number;
}

export interface TaxedWorkspace {
  /** Of its draft. */
  readonly id: string;
  readonly workspaceId: string;
  readonly taxPpm: number;
  /** Place of its snapshot, from 1. */
  readonly snapshot: number;
}

/** Workspaces with what their invoices copy. Most share one of few snapshots. */
export interface TaxedWorkspaces {
  readonly workspaces: readonly TaxedWorkspace[];
  readonly snapshots: readonly object[];
}

const idsOf = ({ workspaces }: TaxedWorkspaces) => workspaces.map(({ workspaceId }) => workspaceId);

const wanted = ({ workspaces, snapshots }: TaxedWorkspaces): Sql => sql`
  wanted AS MATERIALIZED (
    SELECT w.id, w.workspace_id, w.tax_ppm, s.snapshot
      FROM unnest(${workspaces.map(({ id }) => id)}::uuid[], ${workspaces.map(({ workspaceId }) => workspaceId)}::uuid[],
                  ${workspaces.map(({ taxPpm }) => taxPpm)}::integer[], ${workspaces.map(({ snapshot }) => snapshot)}::integer[])
             AS w (id, workspace_id, tax_ppm, place)
      JOIN jsonb_array_elements(${JSON.stringify(snapshots)}::jsonb) WITH ORDINALITY AS s (snapshot, place) ON s.place = w.place)`;

/** The digest does not depend on the order of the rows. */
const usage = (workspaceIds: readonly string[], { from, to }: UsageMonth): Sql => sql`
  used AS MATERIALIZED (SELECT * FROM billed_usage(${[...workspaceIds]}::uuid[], ${from}::bigint, ${to}::bigint)),
  digest AS MATERIALIZED (SELECT u.workspace_id, sum(hash_record_extended(u, 0)) AS digest FROM used u GROUP BY u.workspace_id)`;

/**
 * Drafts with their lines and amounts. Has no effect for a workspace that has no usage, or got its invoice meanwhile.
 * Returns how many are new.
 */
export const insertUsageDrafts = async (
  tx: Tx,
  taxed: TaxedWorkspaces,
  month: UsageMonth,
  now: Date,
): Promise<number> => {
  const { count } = await tx.one<{ count: number }>(sql`
    WITH ${wanted(taxed)}, ${usage(idsOf(taxed), month)}, billed AS (
      SELECT u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, u.instance_id, sum(${secondsOf(sql`u`)})::bigint AS seconds,
             sum(${unitsOf(sql`u`)}) AS units, min(u.start_second) FILTER (WHERE u.end_second > u.start_second) AS start_second,
             max(u.end_second) FILTER (WHERE u.end_second > u.start_second) AS end_second
        FROM used u GROUP BY u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, u.instance_id
    ), line AS (
      SELECT b.workspace_id, b.project_id, b.product_id, b.price_snapshot_id, b.rate_micros_per_hour, sum(b.seconds)::bigint AS seconds,
             sum(b.units) AS exact_cost, round_to_cents(sum(b.units)) AS cents,
             array_agg(ROW(i.id, i.hostname, b.seconds, b.start_second, b.end_second)::invoiced_instance) FILTER (WHERE b.seconds > 0) AS instances
        FROM billed b JOIN instance i ON i.id = b.instance_id
       GROUP BY b.workspace_id, b.project_id, b.product_id, b.price_snapshot_id, b.rate_micros_per_hour
      HAVING sum(b.seconds) > 0 OR sum(b.units) > 0
    ), named AS MATERIALIZED (
      SELECT l.*, p.name AS project_name, d.name AS product_name,
             row_number() OVER (PARTITION BY l.workspace_id ORDER BY l.cents DESC, d.name, p.name, l.price_snapshot_id, l.rate_micros_per_hour) AS position
        FROM line l JOIN product d ON d.id = l.product_id LEFT JOIN project p ON p.workspace_id = l.workspace_id AND p.id = l.project_id
    ), document AS (
      SELECT n.workspace_id, sum(n.cents)::bigint AS cents FROM named n GROUP BY n.workspace_id
    ), drafted AS (
      INSERT INTO invoice (id, workspace_id, kind, status, period_start, period_end, subtotal_cents, net_cents, tax_cents, total_cents, tax_ppm, snapshot,
        usage_digest, created_at, updated_at)
      SELECT w.id, w.workspace_id, 'invoice', 'draft', ${month.start}, ${month.end}, d.cents, d.cents, cents_of_ppm(d.cents, w.tax_ppm),
             d.cents + cents_of_ppm(d.cents, w.tax_ppm), w.tax_ppm, w.snapshot, g.digest, ${now}, ${now}
        FROM document d JOIN wanted w ON w.workspace_id = d.workspace_id JOIN digest g ON g.workspace_id = d.workspace_id
      ON CONFLICT (workspace_id, period_start) WHERE kind = 'invoice' AND period_start IS NOT NULL AND status NOT IN ('reversed', 'discarded')
      DO NOTHING
      RETURNING id, workspace_id, net_cents, tax_cents
    ), share AS (
      SELECT n.*, d.id AS invoice_id, d.tax_cents, CASE d.net_cents WHEN 0 THEN 0 ELSE div(d.tax_cents::numeric * n.cents, d.net_cents) END AS whole,
             CASE d.net_cents WHEN 0 THEN 0 ELSE mod(d.tax_cents::numeric * n.cents, d.net_cents) END AS rest
        FROM drafted d JOIN named n ON n.workspace_id = d.workspace_id
    ), inserted AS (
      INSERT INTO invoice_line (id, workspace_id, invoice_id, position, kind, project_id, project_name, product_id, product_name, price_snapshot_id,
        rate_micros_per_hour, period_start, period_end, seconds, exact_cost, amount_cents, tax_cents, instances)
      SELECT gen_random_uuid(), s.workspace_id, s.invoice_id, s.position, 'usage', s.project_id, s.project_name, s.product_id, s.product_name, s.price_snapshot_id,
             s.rate_micros_per_hour, ${month.start}, ${month.end}, s.seconds, s.exact_cost, s.cents,
             s.whole + CASE WHEN row_number() OVER (PARTITION BY s.invoice_id ORDER BY s.rest DESC, s.position)
               <= s.tax_cents - sum(s.whole) OVER (PARTITION BY s.invoice_id) THEN 1 ELSE 0 END, coalesce(s.instances, '{}')
        FROM share s
    )
    SELECT count(*) AS count FROM drafted`);
  return count;
};

interface UnchangedDraft {
  readonly id: string;
  readonly workspaceId: string;
  readonly subtotalCents: number;
  readonly netCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** Drafts that would be the same if they were made now. */
export const listUnchangedDrafts = (
  tx: Tx,
  taxed: TaxedWorkspaces,
  month: UsageMonth,
): Promise<UnchangedDraft[]> =>
  tx.many<UnchangedDraft>(sql`
    WITH ${wanted(taxed)}, ${usage(idsOf(taxed), month)}
    SELECT i.id, i.workspace_id AS "workspaceId", i.subtotal_cents AS "subtotalCents", i.net_cents AS "netCents", i.tax_cents AS "taxCents",
           i.total_cents AS "totalCents"
      FROM wanted w
      JOIN invoice i ON i.workspace_id = w.workspace_id AND i.id = w.id
      JOIN digest g ON g.workspace_id = w.workspace_id
     WHERE i.usage_digest = g.digest AND i.tax_ppm = w.tax_ppm AND i.snapshot = w.snapshot
     ORDER BY i.workspace_id`);

/**
 * Workspaces whose usage of a month is not what their invoice of it was computed from, or that was corrected before; and
 * those with an invoice that was not computed from usage alone, which has no digest to compare.
 */
export const listChangedUsage = async (
  tx: Tx,
  workspaceIds: readonly string[],
  month: UsageMonth,
): Promise<string[]> => {
  const rows = await tx.many<{ id: string }>(sql`
    WITH ${usage(workspaceIds, month)}
    SELECT w.id FROM unnest(${[...workspaceIds]}::uuid[]) AS w (id)
      LEFT JOIN digest g ON g.workspace_id = w.id
      LEFT JOIN invoice i ON i.workspace_id = w.id AND i.period_start = ${month.start} AND i.kind = 'invoice' AND i.period_start IS NOT NULL
       AND i.status NOT IN ('reversed', 'discarded')
     WHERE i.usage_digest IS DISTINCT FROM g.digest OR (i.id IS NOT NULL AND i.usage_digest IS NULL)
        OR EXISTS (SELECT FROM invoice_line l WHERE l.workspace_id = w.id AND l.period_start = ${month.start} AND l.kind = 'adjustment')`);
  return rows.map(({ id }) => id);
};
