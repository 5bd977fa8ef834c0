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
/**
 * A transaction, while which metering waits, writes at most so many hours, and about so many rows. Few long steps are
 * faster than many short ones, because each looks for its hours among all usage that ended later.
 */
const [firstStep, longestStep] = [6, 168];
const rowsPerStep = 150_000;
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
  let step: number | null = upto === null || upto < hours ? firstStep : null;
  while (step !== null) step = await writeHours(db, { first: toEpochSeconds(first), hours, step });
  while (await rebuildHours(db)) continue;
}

/** Writes `step` hours. Returns how many the next step has to write, or null when there is nothing more. */
const writeHours = (
  db: Database,
  { first, hours, step }: { first: number; hours: number; step: number },
): Promise<number | null> =>
  db.withSystemRole(systemReason, async (tx) => {
    await lockRollup(tx);
    const { fromSecond, upto } = await readWatermark(tx);
    const from = upto ?? first;
    const to = Math.min(hours, from + step * hourSeconds);
    if (to <= from) return null;
    const rows = await fillHours(tx, { from, to, upto: to }, null);
    await saveWatermark(tx, fromSecond ?? first, to);
    if (to >= hours) return null;
    if (rows > rowsPerStep) return Math.max(1, Math.floor(step / 2));
    return rows < rowsPerStep / 2 ? Math.min(longestStep, step * 2) : step;
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
