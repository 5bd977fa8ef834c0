/**
 * Metering of instances. Each change of what is billed is a meter event; the usage intervals are folded from the events of
 * the instance, in the transaction of the change. Nothing else writes intervals.
 */
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { type FoldedInterval, foldMeterEvents, intervalAt } from "./fold-meter-events.ts";
import {
  countMeterEvents,
  insertMeterEvents,
  listMeterEvents,
  listMeterStates,
  lockMeteredInstances,
  type MeteredInstance,
  type MeterState,
  type NewMeterEvent,
  recordExistingIntervals,
  saveIntervals,
} from "./metering-store.ts";

export const toEpochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** Bills the instance from `at` on, with the price of its order; no effect while it is billed. */
export const startMetering = (tx: Tx, instance: MeteredInstance, at: Date): Promise<void> =>
  observe(tx, [instance.id], at, (state, current) =>
    current === null
      ? {
          kind: "start",
          projectId: state.projectId,
          productId: state.productId,
          priceSnapshotId: state.priceSnapshotId,
          rateMicrosPerHour: state.rateMicrosPerHour,
          quantity: 1,
        }
      : null,
  );

/** Bills the instance until `at`; no effect while it is not billed. */
export const stopMetering = (tx: Tx, instance: MeteredInstance, at: Date): Promise<void> =>
  observe(tx, [instance.id], at, (_, current) => (current === null ? null : { kind: "stop" }));

/** Bills moved instances to their current project from `at` on. */
export const splitUsageByProject = (
  tx: Tx,
  workspaceId: string,
  instanceIds: readonly string[],
  at: Date,
): Promise<void> =>
  observe(tx, instanceIds, at, (state, current) =>
    state.workspaceId !== workspaceId || current === null || current.projectId === state.projectId
      ? null
      : { kind: "move", projectId: state.projectId },
  );

type Change = Partial<NewMeterEvent> & Pick<NewMeterEvent, "kind">;
const nothing = {
  sequence: null,
  projectId: null,
  productId: null,
  priceSnapshotId: null,
  rateMicrosPerHour: null,
  quantity: null,
} as const;

/**
 * Records what is true of instances at `at`, which is now: after everything that was observed before, whatever the clock
 * of the worker.
 */
async function observe(
  tx: Tx,
  ids: readonly string[],
  at: Date,
  toChange: (state: MeterState, current: FoldedInterval | null) => Change | null,
): Promise<void> {
  const states = await lockAll(tx, ids);
  const events = await listMeterEvents(tx, ids);
  const changes = states.flatMap((state): NewMeterEvent[] => {
    const time = state.newestAt !== null && state.newestAt > at ? state.newestAt : at;
    const intervals = foldMeterEvents(events.get(state.id) ?? []);
    const change = toChange(state, intervalAt(intervals, toEpochSeconds(time)));
    if (change === null) return [];
    const { id: instanceId, workspaceId } = state;
    return [{ ...nothing, id: uuidv7(at), instanceId, workspaceId, at: time, ...change }];
  });
  if (changes.length > 0) await record(tx, changes, at);
}

async function lockAll(tx: Tx, ids: readonly string[]): Promise<MeterState[]> {
  await lockMeteredInstances(tx, ids);
  const states = await listMeterStates(tx, ids);
  const unrecorded = states.filter(({ isUnrecorded }) => isUnrecorded).map(({ id }) => id);
  if (unrecorded.length === 0) return states;
  await recordExistingIntervals(tx, unrecorded);
  return listMeterStates(tx, ids);
}

async function record(tx: Tx, events: readonly NewMeterEvent[], now: Date): Promise<void> {
  const isNew = (await insertMeterEvents(tx, events, now)) > 0;
  if (isNew) await foldInstances(tx, events);
}

/** Folds the events of instances that the caller has locked. */
async function foldInstances(
  tx: Tx,
  instances: readonly { readonly instanceId: string; readonly workspaceId: string }[],
): Promise<void> {
  const workspaces = new Map(instances.map((each) => [each.instanceId, each.workspaceId]));
  const ids = [...workspaces.keys()];
  const events = await listMeterEvents(tx, ids);
  const intervals = [...workspaces].flatMap(([instanceId, workspaceId]) =>
    foldMeterEvents(events.get(instanceId) ?? []).map((interval, position) => ({
      ...interval,
      workspaceId,
      instanceId,
      number: position + 1,
    })),
  );
  await saveIntervals(tx, ids, intervals);
}

/**
 * Records events in any order: late, repeated, or ahead of their time, as a price change at an announced date. An event
 * that is recorded has no effect. Throws when another event has its place in the sequence of the instance.
 */
export async function recordMeterEvents(
  tx: Tx,
  events: readonly (Change & Pick<NewMeterEvent, "id" | "instanceId" | "workspaceId" | "at">)[],
  now: Date,
): Promise<void> {
  await lockAll(tx, [...new Set(events.map(({ instanceId }) => instanceId))]);
  await record(
    tx,
    events.map((event) => ({ ...nothing, ...event })),
    now,
  );
  const ids = new Set(events.map(({ id }) => id));
  if ((await countMeterEvents(tx, [...ids])) !== ids.size)
    throw new Error("Another meter event has the same place in the sequence of its instance");
}
