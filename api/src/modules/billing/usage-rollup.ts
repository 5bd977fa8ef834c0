/**
 * Roll-up of usage by hour, for charts of workspaces with many intervals. It is filled by a watermark, each hour once, in
 * the transaction that moves the watermark. Late changes mark the hours they touch, and those are rebuilt.
 */
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { toEpochSeconds } from "./metering.ts";
import {
  deleteHours,
  fillHours,
  lockRollup,
  maintainPartitions,
  readWatermark,
  saveWatermark,
  takeDirtyRanges,
} from "./usage-rollup-store.ts";

const systemReason = "the roll-up of usage covers every tenant";
const hourSeconds = 3_600;
/** So many hours are written in one transaction, while metering waits. */
const hoursPerStep = 6;
const workspacesPerStep = 50;
/** Months of hours that are kept. */
export const keptMonths = 24;
const intervalMs = 10 * 60_000;

const monthOf = (at: Date, offset: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));

/** Writes the hours that have ended, and rebuilds those that changed. Any number of workers may run it. */
export async function rollUpUsage(db: Database, now: Date): Promise<void> {
  // The first run starts with the month before, which is more than the thirty days of a chart.
  const first = monthOf(now, -1);
  const { upto } = await db.withSystemRole(systemReason, async (tx) => {
    const watermark = await readWatermark(tx);
    const written = watermark.upto === null ? first : new Date(watermark.upto * 1_000);
    await lockRollup(tx);
    await maintainPartitions(tx, {
      from: written,
      to: monthOf(now, 1),
      keepFrom: monthOf(now, -keptMonths),
    });
    return watermark;
  });
  const hours = Math.floor(toEpochSeconds(now) / hourSeconds) * hourSeconds;
  if (upto === null || upto < hours)
    while (await writeHours(db, toEpochSeconds(first), hours)) continue;
  while (await rebuildHours(db)) continue;
}

/** Returns false when there is nothing more to write. */
const writeHours = (db: Database, first: number, hours: number): Promise<boolean> =>
  db.withSystemRole(systemReason, async (tx) => {
    await lockRollup(tx);
    const { fromSecond, upto } = await readWatermark(tx);
    const from = upto ?? first;
    const to = Math.min(hours, from + hoursPerStep * hourSeconds);
    if (to <= from) return false;
    await fillHours(tx, { from, to, upto: to }, null);
    await saveWatermark(tx, fromSecond ?? first, to);
    return to < hours;
  });

const rebuildHours = (db: Database): Promise<boolean> =>
  db.withSystemRole(systemReason, async (tx) => {
    await lockRollup(tx);
    const { fromSecond, upto } = await readWatermark(tx);
    const ranges = await takeDirtyRanges(tx, workspacesPerStep);
    for (const { workspaceId, from, to } of ranges) {
      const start = Math.max(from, fromSecond ?? from);
      const end = Math.min(to, upto ?? to);
      if (end <= start) continue;
      await deleteHours(tx, workspaceId, start, end);
      await fillHours(tx, { from: start, to: end, upto: upto ?? end }, [workspaceId]);
    }
    return ranges.length === workspacesPerStep;
  });

export const usageRollupJob = job(
  defineJob("billing.roll_up_usage", NoPayload, {
    each: "platform",
    next: ({ startedAt }) => new Date(startedAt.getTime() + intervalMs),
  }),
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => rollUpUsage(db, clock.now()),
);
