/** Meter events as they arrive from instances: recorded and folded into intervals, in batches of a transaction each. */
import { randomUUID } from "node:crypto";
import { type Database, sql } from "#api/core/db/db.ts";
import { recordMeterEvents } from "#api/modules/billing/metering.ts";

const batchSize = 1_000;
/** Instances of which events arrive: each starts and stops once more. */
const mostInstances = 20_000;

interface Metered {
  readonly instanceId: string;
  readonly workspaceId: string;
  readonly productId: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
}

const systemReason = "a benchmark";

/** Returns how many events were ingested, and the time it took. The events of the earlier intervals are recorded before. */
export async function measureIngest(
  db: Database,
  at: Date,
): Promise<{ events: number; batch: number; ms: number }> {
  const instances = await db.withSystemRole(systemReason, async (tx) => {
    const found = await tx.many<Metered>(sql`
      SELECT i.id AS "instanceId", i.workspace_id AS "workspaceId", i.product_id AS "productId", i.price_snapshot_id AS "priceSnapshotId",
             i.rate_micros_per_hour AS "rateMicrosPerHour"
        FROM instance i WHERE i.status = 'terminated' AND NOT EXISTS (SELECT FROM usage_interval u WHERE u.instance_id = i.id AND u.end_second IS NULL)
       ORDER BY i.id LIMIT ${mostInstances}`);
    const ids = found.map(({ instanceId }) => instanceId);
    await tx.execute(sql`SELECT record_existing_intervals(${ids}::uuid[])`);
    return found;
  });
  const events = instances.flatMap(({ instanceId, workspaceId, ...price }) => [
    {
      ...price,
      id: randomUUID(),
      instanceId,
      workspaceId,
      kind: "start" as const,
      at,
      quantity: 1,
    },
    {
      id: randomUUID(),
      instanceId,
      workspaceId,
      kind: "stop" as const,
      at: new Date(at.getTime() + 3_600_000),
    },
  ]);
  const startedAt = performance.now();
  for (let first = 0; first < events.length; first += batchSize)
    await db.withSystemRole(systemReason, (tx) =>
      recordMeterEvents(tx, events.slice(first, first + batchSize), at),
    );
  return { events: events.length, batch: batchSize, ms: performance.now() - startedAt };
}
