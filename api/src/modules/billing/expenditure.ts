/** What a workspace's machines have cost this month: the lines the invoice will have, each rounded once. */
import type { Expenditure } from "#contracts/billing.ts";
import { usd } from "#contracts/money.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { toEpochSeconds } from "./metering.ts";

interface LineRow {
  projectId: string | null;
  projectName: string | null;
  productId: string;
  productName: string;
  rateMicrosPerHour: number;
  seconds: number;
  cents: number;
  projectedCents: number;
}

interface InstanceRow {
  id: string;
  hostname: string;
  status: string;
  seconds: number;
  cents: number;
  hourlyRate: number;
}

/** Calendar month (UTC) that `at` lies in. */
export function calendarMonth(at: Date): { start: Date; end: Date } {
  const month = (offset: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
  return { start: month(0), end: month(1) };
}

export async function monthToDateExpenditure(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<Expenditure> {
  const { start, end } = calendarMonth(now);
  const [from, to, monthEnd] = [toEpochSeconds(start), toEpochSeconds(now), toEpochSeconds(end)];
  // Usage of the month by interval: billed until now, and until its end if everything goes on.
  const used = sql`
    SELECT u.*, billed_seconds(u.segment, u.start_second, u.end_second, ${from}, ${to}) AS seconds,
           billed_seconds(u.segment, u.start_second, u.end_second, ${from}, ${monthEnd}) AS projected_seconds
      FROM usage_interval u
     WHERE u.workspace_id = ${workspaceId} AND u.start_second <= ${to}
       AND (u.end_second IS NULL OR greatest(u.end_second, u.start_second + 60) > ${from})`;
  const [lines, instances] = await Promise.all([
    tx.many<LineRow>(sql`
      SELECT p.id AS "projectId", p.name AS "projectName", d.id AS "productId", d.name AS "productName",
             u.rate_micros_per_hour AS "rateMicrosPerHour", sum(u.seconds)::bigint AS seconds,
             cents_of(sum(u.rate_micros_per_hour * u.seconds::numeric)) AS cents,
             cents_of(sum(u.rate_micros_per_hour * u.projected_seconds::numeric)) AS "projectedCents"
        FROM (${used}) u
        LEFT JOIN project p ON p.workspace_id = u.workspace_id AND p.id = u.project_id
        JOIN product d ON d.id = u.product_id
       GROUP BY p.id, p.name, d.id, d.name, u.price_snapshot_id, u.rate_micros_per_hour
       ORDER BY cents DESC, d.name, p.name, u.price_snapshot_id`),
    tx.many<InstanceRow>(sql`
      SELECT i.id, i.hostname, i.status, sum(u.seconds)::bigint AS seconds,
             cents_of(sum(u.rate_micros_per_hour * u.seconds::numeric)) AS cents,
             coalesce(sum(u.rate_micros_per_hour) FILTER (WHERE u.end_second IS NULL), 0)::bigint AS "hourlyRate"
        FROM (${used}) u JOIN instance i ON i.workspace_id = u.workspace_id AND i.id = u.instance_id
       GROUP BY i.id, i.hostname, i.status ORDER BY cents DESC, i.hostname, i.id`),
  ]);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    periodStart: start.toISOString(),
    asOf: now.toISOString(),
    total: usd(sum(lines.map(({ cents }) => cents))),
    projected: usd(sum(lines.map(({ projectedCents }) => projectedCents))),
    hourlyRate: sum(instances.map(({ hourlyRate }) => hourlyRate)),
    lines: lines.map((line) => ({
      project:
        line.projectId === null || line.projectName === null
          ? null
          : { id: line.projectId, name: line.projectName },
      product: { id: line.productId, name: line.productName },
      rateMicrosPerHour: line.rateMicrosPerHour,
      seconds: line.seconds,
      amount: usd(line.cents),
    })),
    byInstance: instances.map(({ cents, ...instance }) => ({ ...instance, amount: usd(cents) })),
  };
}
