/**
 * Findings: what comparisons with a provider found, for staff. A difference is one finding for as long as it is found,
 * and ends with the first complete comparison that does not find it. Nothing acts on a finding.
 */
import type { FindingKind } from "#contracts/infrastructure.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  deleteFindingsResolvedBefore,
  type FoundDifference,
  listStuckCommands,
  resolveOtherFindings,
  updateInstanceFindings,
  upsertFindings,
} from "./store.ts";

export type { FoundDifference };

/** Saves the result of a complete comparison of these kinds: others that were open are resolved. */
export async function syncFindings(
  tx: Tx,
  now: Date,
  regionHandle: string,
  kinds: readonly FindingKind[],
  found: readonly FoundDifference[],
): Promise<void> {
  await upsertFindings(tx, now, regionHandle, found);
  await resolveOtherFindings(tx, now, regionHandle, kinds, found);
}

/** Saves changes of instances. They end when the instance leaves the reported state; see `endInstanceFindings`. */
export const addFindings = upsertFindings;

export const endInstanceFindings = updateInstanceFindings;

const minute = 60_000;
/** Longer than any command waits between its steps. */
const idleMs = 20 * minute;
/** Longer than any command takes while its region responds. */
const lateMs = 120 * minute;

export async function syncStuckCommands(tx: Tx, now: Date, regionHandle: string): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const limits = { idleBefore: before(idleMs), lateBefore: before(lateMs) };
  const stuck = await listStuckCommands(tx, regionHandle, limits);
  await syncFindings(
    tx,
    now,
    regionHandle,
    ["command_stuck"],
    stuck.map(({ id, kind, instanceId, updatedAt }) => ({
      kind: "command_stuck",
      reference: id,
      instanceId,
      detail: { name: kind, since: updatedAt.toISOString() },
    })),
  );
}

const unreachable: FindingKind = "region_unreachable";

/** The provider's message can have addresses of its network, so staff read it in the log. */
export const addUnreachableRegion = (tx: Tx, now: Date, regionHandle: string): Promise<void> =>
  syncFindings(
    tx,
    now,
    regionHandle,
    [unreachable],
    [{ kind: unreachable, reference: regionHandle, instanceId: null, detail: {} }],
  );

export const endUnreachableRegion = (tx: Tx, now: Date, regionHandle: string): Promise<void> =>
  syncFindings(tx, now, regionHandle, [unreachable], []);

/** How long staff can read what was resolved. */
const retentionMs = 90 * 24 * 60 * minute;

export const deleteOldFindings = (tx: Tx, now: Date): Promise<number> =>
  deleteFindingsResolvedBefore(tx, new Date(now.getTime() - retentionMs));
