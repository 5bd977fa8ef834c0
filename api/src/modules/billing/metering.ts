/**
 * When a machine is billed. Each change is an event, once, folded into whole-second intervals in the
 * same transaction as the change that caused it. The same change again does nothing.
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

/** Opens an interval from `at` at the price of the order; nothing happens while one is open. */
export async function startMetering(tx: Tx, instance: MeteredInstance, at: Date): Promise<void> {
  await lockMeteredInstance(tx, instance);
  if (await openUsageInterval(tx, instance, toEpochSeconds(at)))
    await insertMeterEvent(tx, instance, "start", at);
}

/** Closes the open interval at `at`; nothing happens where none is open. */
export async function stopMetering(tx: Tx, instance: MeteredInstance, at: Date): Promise<void> {
  await lockMeteredInstance(tx, instance);
  if (await closeUsageInterval(tx, instance, toEpochSeconds(at)))
    await insertMeterEvent(tx, instance, "stop", at);
}

/** From `at` on, instances that were moved are billed to the project they are in now. */
export const splitUsageByProject = (
  tx: Tx,
  workspaceId: string,
  instanceIds: readonly string[],
  at: Date,
): Promise<void> => splitUsageIntervals(tx, workspaceId, instanceIds, toEpochSeconds(at));
