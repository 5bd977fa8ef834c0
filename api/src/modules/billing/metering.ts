/**
 * Metering of instances. Each start and stop is recorded as one meter event and applied to whole-second usage
 * intervals, in the transaction of its cause. Repeating it has no effect.
 */
import type { Tx } from "../../core/db/db.ts";
import {
  type MeteredInstance,
  lockMeteredInstance,
  openUsageInterval,
  closeUsageInterval,
  splitUsageIntervals,
  insertMeterEvent,
} from "./store.ts";

export const toEpochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Opens an interval at `at` with the price of the order; no effect while one is open. */
export async function startMetering(tx: Tx, instance: MeteredInstance, at: Date): Promise<void> {
  await lockMeteredInstance(tx, instance);
  if (await openUsageInterval(tx, instance, toEpochSeconds(at)))
    await insertMeterEvent(tx, instance, "start", at);
}

/** Closes the open interval at `at`; no effect when none is open. */
export async function stopMetering(tx: Tx, instance: MeteredInstance, at: Date): Promise<void> {
  await lockMeteredInstance(tx, instance);
  if (await closeUsageInterval(tx, instance, toEpochSeconds(at)))
    await insertMeterEvent(tx, instance, "stop", at);
}

/** Bills moved instances to their current project from `at` on. */
export const splitUsageByProject = (
  tx: Tx,
  workspaceId: string,
  instanceIds: readonly string[],
  at: Date,
): Promise<void> => splitUsageIntervals(tx, workspaceId, instanceIds, toEpochSeconds(at));
