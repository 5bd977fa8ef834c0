/** Compares instances with their provider, region by region. Applies and logs changes that no command made. */
import { requeueStalledCommands } from "../commands/create-commands.ts";
import { dispatchQueuedCommands } from "../commands/dispatch.ts";
import { markReachable, markUnreachable } from "../catalogue/region-reachability.ts";
import {
  addFindings,
  addUnreachableRegion,
  endInstanceFindings,
  endUnreachableRegion,
  syncStuckCommands,
} from "../infrastructure/findings.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, RegionPayload } from "../../core/jobs/recurring-jobs.ts";
import { type ComputeProvider, ComputeError } from "../../ports/compute.ts";
import { type ServerChange } from "../../ports/compute-readings.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import { reportOrphans } from "./orphans.ts";
import {
  addChangeFindings,
  type AppliedChange,
  explainChanges,
  syncClockFinding,
  syncForeignServers,
} from "./reconcile-findings.ts";
import { applyStates } from "./apply-states.ts";
import { toInstanceState } from "./provider-state.ts";
import {
  type LastReading,
  lastReading,
  saveReading,
  listServersMissingFrom,
  lockReconciledInstances,
} from "./reconcile-store.ts";

export interface ReconcileDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: ProviderRegions;
  readonly logger: FastifyBaseLogger;
}

/** Overlap with the last comparison, because the provider records some changes late. */
const overlapMs = 120_000;
/** Interval of a full comparison, which finds changes that `changedSince` missed. */
const fullIntervalMs = 3_600_000;
/** Clock differences above this are reported; nothing depends on it. */
const maxClockDifferenceMs = 30_000;
/** Longer than any command waits between steps. */
const stalledCommandMs = 20 * 60_000;

export const reconcileJob = job(
  defineJob("instances.reconcile", RegionPayload, { each: "region", next: every(30_000) }),
  async (deps: ReconcileDeps, { regionHandle }) => {
    await reconcileRegion(deps, regionHandle);
    const now = deps.clock.now();
    const requeued = await deps.db.withSystemRole(
      "commands of every tenant are requeued",
      async (tx) => {
        await dispatchQueuedCommands(tx, now, regionHandle);
        await syncStuckCommands(tx, now, regionHandle);
        return requeueStalledCommands(tx, now, regionHandle, stalledCommandMs);
      },
    );
    if (requeued > 0)
      deps.logger.warn({ region: regionHandle, requeued }, "stalled commands were requeued");
  },
);

const systemReason = "instances of every tenant are compared with their provider";

export async function reconcileRegion(deps: ReconcileDeps, regionHandle: string): Promise<void> {
  const compute = deps.regions.compute(regionHandle);
  if (compute === null) return;
  try {
    const last = await deps.db.withSystemRole(systemReason, (tx) => lastReading(tx, regionHandle));
    if (last === null) return;
    const now = deps.clock.now();
    const isFull = isFullDue(last, now);
    const changed =
      isFull || last.until === null
        ? null
        : await compute.changedSince(new Date(last.until.getTime() - overlapMs));
    // A provider clock set back by more than the overlap may hide changes.
    const wentBack =
      changed !== null &&
      changed.at !== null &&
      last.until !== null &&
      changed.at.getTime() < last.until.getTime() - overlapMs / 2;
    const reading = changed === null || wentBack ? await compute.allServers() : changed;
    const wasFull = reading !== changed;
    const at = reading.at ?? now;
    const marked = wasFull ? await compute.marked() : null;
    const gone = wasFull ? await missingFrom(deps.db, regionHandle, reading.servers) : [];
    const changes = await confirmDeletions(compute, [...reading.servers, ...gone]);
    const aheadMs = at.getTime() - now.getTime();
    const applied = await deps.db.withSystemRole(systemReason, async (tx) => {
      const applied = await applyServerChanges(deps, tx, regionHandle, changes);
      await addChangeFindings(tx, now, regionHandle, applied);
      await endInstanceFindings(tx, now, regionHandle);
      if (marked !== null)
        await reportOrphans(tx, deps.logger, regionHandle, marked, { now, providerNow: at });
      if (wasFull) await syncForeignServers(tx, now, regionHandle, reading.servers);
      await syncClockFinding(tx, now, regionHandle, {
        aheadMs,
        isTooFar: isTooFarAhead(aheadMs),
      });
      await endUnreachableRegion(tx, now, regionHandle);
      await saveReading(tx, regionHandle, {
        until: at,
        fullyAt: wasFull ? now : last.fullyAt,
        aheadMs,
      });
      // Last, because commands lock their instance before its region.
      await markReachable(tx, regionHandle);
      return applied;
    });
    warnAboutClockDifference(deps.logger, regionHandle, aheadMs, last.aheadMs, wasFull);
    await explainFindings(deps, compute, regionHandle, applied, last.until);
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    deps.logger.warn(
      { region: regionHandle, detail: error.providerMessage },
      "a region could not be compared",
    );
    if (error.kind !== "unavailable" || error.retryAfterMs !== null) return;
    await deps.db.withSystemRole("a region's state belongs to no tenant", async (tx) => {
      await addUnreachableRegion(tx, deps.clock.now(), regionHandle);
      await markUnreachable(tx, regionHandle, deps.clock.now());
    });
  }
}

/** Adds the provider's actions to the findings about these changes. Requests are sent outside transactions. */
async function explainFindings(
  { db, clock }: ReconcileDeps,
  compute: ComputeProvider,
  regionHandle: string,
  applied: readonly AppliedChange[],
  lastReadAt: Date | null,
): Promise<void> {
  const since = lastReadAt === null ? null : new Date(lastReadAt.getTime() - overlapMs);
  const explained = await explainChanges(compute, applied, since);
  if (explained.length === 0) return;
  await db.withSystemRole(systemReason, async (tx) => {
    const now = clock.now();
    await addFindings(tx, now, regionHandle, explained);
    await endInstanceFindings(tx, now, regionHandle);
  });
}

/** Also true when Boreal's clock was set back before the last full comparison. */
const isFullDue = ({ until, fullyAt }: LastReading, now: Date): boolean =>
  until === null ||
  fullyAt === null ||
  Math.abs(now.getTime() - fullyAt.getTime()) >= fullIntervalMs ||
  now < fullyAt;

const isTooFarAhead = (ms: number): boolean => Math.abs(ms) > maxClockDifferenceMs;

function warnAboutClockDifference(
  logger: FastifyBaseLogger,
  region: string,
  aheadMs: number,
  before: number | null,
  isFull: boolean,
): void {
  if (!isTooFarAhead(aheadMs) || (before !== null && isTooFarAhead(before) && !isFull)) return;
  logger.warn(
    { region, aheadSeconds: Math.round(aheadMs / 1000) },
    "the clock of a region's provider differs from Boreal's",
  );
}

/** Returns servers of instances that are missing from a list of all servers. */
async function missingFrom(
  db: Database,
  regionHandle: string,
  servers: readonly ServerChange[],
): Promise<ServerChange[]> {
  const ids = servers.map(({ serverId }) => serverId);
  const missing = await db.withSystemRole(systemReason, (tx) =>
    listServersMissingFrom(tx, regionHandle, ids),
  );
  return missing.map((serverId) => ({ serverId, key: null, state: "terminated" }));
}

/** Requests each server reported as deleted once more by id, because a list may be wrong. */
async function confirmDeletions(
  compute: ComputeProvider,
  changes: readonly ServerChange[],
): Promise<ServerChange[]> {
  const checked: ServerChange[] = [];
  for (const change of changes) {
    const view = change.state === "terminated" ? await compute.server(change.serverId) : null;
    checked.push(view === null ? change : { ...change, state: view.state });
  }
  return checked;
}

async function applyServerChanges(
  deps: ReconcileDeps,
  tx: Tx,
  regionHandle: string,
  changes: readonly ServerChange[],
): Promise<AppliedChange[]> {
  const states = new Map(changes.map(({ serverId, state }) => [serverId, state]));
  const instances = await lockReconciledInstances(tx, regionHandle, [...states.keys()]);
  return applyStates(deps, tx, instances, (instance) =>
    toInstanceState(states.get(instance.serverId) ?? null, instance.status),
  );
}
