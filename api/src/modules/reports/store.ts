/** SQL of the reports of all workspaces. It runs as boreal_system. */
import type { productStatuses } from "#contracts/reports.ts";
import type { Variant } from "#contracts/catalogue.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";

/** Epoch seconds, half-open. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface ReportedProduct {
  readonly id: string;
  readonly name: string;
  readonly variant: Variant;
  readonly status: (typeof productStatuses)[number];
}

/** All products in the order of the catalog, with those that are not sold any more. */
export const listReportedProducts = (tx: Tx): Promise<ReportedProduct[]> =>
  tx.many<ReportedProduct>(
    sql`SELECT id, name, variant, status FROM product ORDER BY position, name, id`,
  );

export interface ReportedRegion {
  readonly handle: string;
  readonly name: string;
}

export const listReportedRegions = (tx: Tx): Promise<ReportedRegion[]> =>
  tx.many<ReportedRegion>(sql`SELECT handle, name FROM region ORDER BY position, handle`);

/** Usage of a product in a region on a UTC day. Exact cost in units (micro-dollars × seconds / hour) as text. */
export interface UsageCellRow {
  readonly productId: string;
  readonly regionHandle: string;
  /** First second of the day. */
  readonly day: number;
  readonly seconds: number;
  readonly units: string;
}

/**
 * Cents of the usage of a product in a calendar month (UTC): the sum of its lines, each a workspace, project, product and
 * price, rounded once as on the invoice.
 */
export interface MonthRow {
  readonly productId: string;
  readonly month: number;
  readonly cents: number;
}

interface ReportedUsage {
  readonly cells: UsageCellRow[];
  readonly months: MonthRow[];
}

const hourSeconds = 3_600;
/** First second of a date, which is a day in UTC. */
const secondOf = (day: Sql): Sql => sql`extract(epoch FROM ${day})::bigint`;
const daySeconds = 86_400;
/** The UTC day of a second. */
const dateOf = (second: Sql): Sql => sql`(to_timestamp(${second}) AT TIME ZONE 'UTC')::date`;

/**
 * Whole days and hours come from the roll-ups, and what is before, after or between comes from the intervals: the parts of
 * an hour at the ends of the period, the hours that are not in the roll-up, and workspaces of which an hour has to be
 * rebuilt.
 */
const usageByDay = ({ from, to }: Period): Sql => sql`
  rolled AS MATERIALIZED (
    SELECT first, last, CASE WHEN last_day > first_day THEN first_day ELSE last END AS first_day, CASE WHEN last_day > first_day THEN last_day ELSE last END AS last_day
      FROM (SELECT first, last, (first + ${daySeconds - 1}) / ${daySeconds} * ${daySeconds} AS first_day, last / ${daySeconds} * ${daySeconds} AS last_day
              FROM (SELECT CASE WHEN hours.last > hours.first THEN hours.first ELSE ${from}::bigint END AS first, CASE WHEN hours.last > hours.first THEN hours.last ELSE ${from}::bigint END AS last
                      FROM (SELECT greatest(w.from_second, (${from}::bigint + ${hourSeconds - 1}) / ${hourSeconds} * ${hourSeconds}) AS first,
                                   CASE WHEN w.upto IS NOT NULL THEN least(w.upto, ${to}::bigint / ${hourSeconds} * ${hourSeconds}) END AS last FROM rollup.watermark w) hours) whole_hours) whole_days
  ), dirty AS MATERIALIZED (
    SELECT DISTINCT d.workspace_id FROM rollup.dirty_range d, rolled WHERE d.from_second < rolled.last AND d.to_second > rolled.first
  ), part AS MATERIALIZED (
    SELECT p.start, p.stop,
           CASE WHEN p.is_dirty THEN (SELECT array_agg(workspace_id) FROM dirty)
                ELSE (SELECT array_agg(DISTINCT u.workspace_id) FROM usage_interval u
                       WHERE (u.billed_end_second IS NULL OR u.billed_end_second > p.start) AND u.start_second <= p.stop AND NOT EXISTS (SELECT FROM dirty d WHERE d.workspace_id = u.workspace_id))
           END AS workspaces
      FROM rolled, LATERAL (VALUES (${from}::bigint, rolled.first, false), (rolled.last, ${to}::bigint, false), (${from}::bigint, ${to}::bigint, true)) AS p (start, stop, is_dirty)
     WHERE p.stop > p.start AND (NOT p.is_dirty OR EXISTS (SELECT FROM dirty))
  ), used AS (
    SELECT d.workspace_id, d.project_id, d.product_id, d.price_snapshot_id, d.rate_micros_per_hour, d.region_handle, d.day, d.seconds, d.extra_units
      FROM rolled JOIN rollup.usage_day d ON d.day >= ${dateOf(sql`rolled.first_day`)} AND d.day < ${dateOf(sql`rolled.last_day`)}
     WHERE d.workspace_id NOT IN (SELECT workspace_id FROM dirty)
    UNION ALL
    SELECT h.workspace_id, h.project_id, h.product_id, h.price_snapshot_id, h.rate_micros_per_hour, h.region_handle,
           (h.hour AT TIME ZONE 'UTC')::date AS day, h.seconds, h.extra_units
      FROM rolled CROSS JOIN LATERAL (VALUES (rolled.first, rolled.first_day), (rolled.last_day, rolled.last)) AS edge (start, stop)
      JOIN rollup.usage_hour h ON h.hour >= to_timestamp(edge.start) AND h.hour < to_timestamp(edge.stop)
     WHERE h.workspace_id NOT IN (SELECT workspace_id FROM dirty)
    UNION ALL
    SELECT u.workspace_id, u.project_id, u.product_id, u.price_snapshot_id, u.rate_micros_per_hour, i.region_handle, (to_timestamp(each.day) AT TIME ZONE 'UTC')::date,
           u.quantity * greatest(0, least(u.end_second, each.day + ${daySeconds}) - greatest(u.start_second, each.day)),
           CASE WHEN u.extra_units > 0 AND u.end_second >= each.day AND u.end_second < each.day + ${daySeconds} THEN u.extra_units ELSE 0 END
      FROM part CROSS JOIN LATERAL billed_usage(part.workspaces, part.start, part.stop) u
      JOIN instance i ON i.id = u.instance_id
     CROSS JOIN LATERAL generate_series(u.start_second / ${daySeconds} * ${daySeconds},
       least(CASE WHEN u.extra_units > 0 THEN u.end_second ELSE u.end_second - 1 END, part.stop - 1), ${daySeconds}) AS each (day)
     WHERE u.end_second > u.start_second OR u.extra_units > 0
  ), by_day AS MATERIALIZED (
    SELECT workspace_id, project_id, product_id, price_snapshot_id, rate_micros_per_hour, region_handle, day, sum(seconds)::bigint AS seconds,
           rate_micros_per_hour * sum(seconds)::numeric + sum(extra_units) AS units
      FROM used GROUP BY workspace_id, project_id, product_id, price_snapshot_id, rate_micros_per_hour, region_handle, day
  )`;

/** Usage of all workspaces, or of those that have a product of a variant. */
export const readReportedUsage = (
  tx: Tx,
  period: Period,
  variant: Variant | null,
): Promise<ReportedUsage> =>
  tx.one<ReportedUsage>(sql`
    WITH ${usageByDay(period)}, wanted AS (
      SELECT b.* FROM by_day b JOIN product p ON p.id = b.product_id WHERE ${variant}::text IS NULL OR p.variant = ${variant}
    ), line AS (
      SELECT product_id, date_trunc('month', day) AS month, round_to_cents(sum(units)) AS cents
        FROM wanted GROUP BY workspace_id, project_id, product_id, price_snapshot_id, rate_micros_per_hour, date_trunc('month', day)
    ), month AS (SELECT product_id, month, sum(cents)::bigint AS cents FROM line GROUP BY product_id, month
    ), cell AS (
      SELECT product_id, region_handle, day, sum(seconds)::bigint AS seconds, sum(units) AS units FROM wanted GROUP BY product_id, region_handle, day
    )
    SELECT (SELECT coalesce(json_agg(json_build_object('productId', product_id, 'regionHandle', region_handle, 'day', ${secondOf(sql`day`)}, 'seconds', seconds,
                     'units', units::text) ORDER BY day, product_id, region_handle), '[]') FROM cell) AS cells,
           (SELECT coalesce(json_agg(json_build_object('productId', product_id, 'month', ${secondOf(sql`month`)}, 'cents', cents)), '[]') FROM month) AS months`);

export interface UnitsRow {
  readonly productId: string;
  readonly regionHandle: string;
  readonly sold: number;
  /** Null while the provider does not report it. */
  readonly free: number | null;
  /** Of bare metal: items that are not retired; null for virtual machines, whose units are those sold and those free. */
  readonly items: number | null;
}

/** Units of each product and region where it is sold or rented. */
export const listUnits = (tx: Tx, variant: Variant): Promise<UnitsRow[]> =>
  variant === "bare_metal"
    ? tx.many<UnitsRow>(sql`
        SELECT product_id AS "productId", region_handle AS "regionHandle", (count(*) FILTER (WHERE state IN ('reserved', 'in_use')))::integer AS sold,
               (count(*) FILTER (WHERE state = 'available'))::integer AS free, count(*)::integer AS items
          FROM bare_metal_item WHERE state <> 'retired' GROUP BY product_id, region_handle`)
    : tx.many<UnitsRow>(sql`
        WITH rented AS (
          SELECT i.product_id, i.region_handle, count(*)::integer AS sold FROM instance i JOIN product p ON p.id = i.product_id
           WHERE i.status <> 'terminated' AND p.variant = 'virtual_machine' GROUP BY i.product_id, i.region_handle
        ), stock AS (
          SELECT s.product_id, s.region_handle, s.available FROM product_stock s JOIN product p ON p.id = s.product_id
           WHERE s.is_offered AND p.status = 'active' AND p.variant = 'virtual_machine'
        )
        SELECT coalesce(r.product_id, s.product_id) AS "productId", coalesce(r.region_handle, s.region_handle) AS "regionHandle",
               coalesce(r.sold, 0) AS sold, CASE WHEN s.product_id IS NULL THEN 0 ELSE s.available END AS free, NULL AS items
          FROM rented r FULL JOIN stock s ON s.product_id = r.product_id AND s.region_handle = r.region_handle`);

export interface OrderCounts {
  readonly orders: number;
  readonly instances: number;
  readonly cancelled: number;
  readonly failed: number;
}
export interface OrderCell extends OrderCounts {
  /** Orders of which this has the first line, so that an order of several products is one order of its day. */
  readonly firstLines: number;
  readonly productId: string;
  readonly regionHandle: string;
  readonly day: number;
}

/**
 * Orders by the day they were sent. Whole days come from the counters; the parts of a day at the ends of the period are
 * counted. An instance was cancelled or failed if it never became active and its creation ended so; only those few are
 * looked up.
 */
export const readReportedOrders = async (tx: Tx, { from, to }: Period): Promise<OrderCell[]> => {
  const firstDay = Math.ceil(from / daySeconds) * daySeconds;
  const lastDay = Math.max(firstDay, Math.floor(to / daySeconds) * daySeconds);
  const instances = (condition: Sql) => sql`
    SELECT i.id, i.order_id, i.order_line, i.product_id, i.region_handle, (i.created_at AT TIME ZONE 'UTC')::date AS day
      FROM instance i WHERE i.created_at >= to_timestamp(${from}::bigint) AND i.created_at < to_timestamp(${to}::bigint) AND ${condition}`;
  const { cells } = await tx.one<{ cells: OrderCell[] }>(sql`
    WITH ended AS (
      SELECT o.product_id, o.region_handle, o.day, count(*) FILTER (WHERE c.status = 'cancelled') AS cancelled,
             count(*) FILTER (WHERE c.status IN ('failed', 'timed_out')) AS failed
        FROM (${instances(sql`i.activated_at IS NULL`)}) o
       CROSS JOIN LATERAL (SELECT status FROM command WHERE instance_id = o.id AND kind = 'create' ORDER BY created_at DESC, id DESC LIMIT 1) c
       GROUP BY o.product_id, o.region_handle, o.day
    ), one_order AS (
      SELECT order_id, product_id, region_handle, day, count(*) AS instances, bool_or(order_line = 1) AS has_first_line
        FROM (${instances(sql`i.created_at < to_timestamp(${firstDay}::bigint)`)} UNION ALL ${instances(sql`i.created_at >= to_timestamp(${lastDay}::bigint) AND i.created_at >= to_timestamp(${firstDay}::bigint)`)}) ordered
       GROUP BY order_id, product_id, region_handle, day
    ), cell AS (
      SELECT product_id, region_handle, day, sum(orders)::bigint AS orders, sum(first_lines)::bigint AS first_lines, sum(instances)::bigint AS instances
        FROM (SELECT product_id, region_handle, day, count(*) AS orders, count(*) FILTER (WHERE has_first_line) AS first_lines, sum(instances) AS instances
                FROM one_order GROUP BY product_id, region_handle, day
              UNION ALL
              SELECT product_id, region_handle, day, order_count, first_line_count, instance_count
                FROM order_counter WHERE day >= ${dateOf(sql`${firstDay}::bigint`)} AND day < ${dateOf(sql`${lastDay}::bigint`)}) counted
       GROUP BY product_id, region_handle, day
    )
    SELECT coalesce(json_agg(json_build_object('productId', product_id, 'regionHandle', region_handle, 'day', ${secondOf(sql`day`)}, 'orders', orders,
             'firstLines', first_lines, 'instances', instances, 'cancelled', coalesce(cancelled, 0), 'failed', coalesce(failed, 0))), '[]') AS cells
      FROM cell LEFT JOIN ended USING (product_id, region_handle, day)`);
  return cells;
};

/** A report sorts and groups many rows once: more memory than a request needs saves writing them to disk. */
export const allowReportMemory = (tx: Tx) =>
  tx.execute(sql`SELECT set_config('work_mem', '64MB', true)`);
