/** Compares the instances on bare metal of a region with their hosts: installation and power. */
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, RegionPayload } from "../../core/jobs/recurring-jobs.ts";
import type { BareMetalProvider, PowerState } from "../../ports/bare-metal.ts";
import { ComputeError } from "../../ports/compute.ts";
import { markReachable, markUnreachable } from "../catalogue/region-reachability.ts";
import { endInstanceFindings } from "../infrastructure/findings.ts";
import { applyStates } from "./apply-states.ts";
import { toHostInstanceState } from "./provider-state.ts";
import type { ReconcileDeps } from "./reconcile.ts";
import { addChangeFindings } from "./reconcile-findings.ts";
import { listBareMetalInstances } from "./reconcile-store.ts";

/** A management controller takes seconds to tell its power, so hosts are compared less often than servers. */
export const bareMetalReconcileJob = job(
  defineJob("instances.reconcile_bare_metal", RegionPayload, {
    each: "region",
    next: every(120_000),
  }),
  (deps: ReconcileDeps, { regionHandle }) => reconcileBareMetal(deps, regionHandle),
);

/** Controllers that are read at a time. */
const concurrentReads = 8;
const systemReason = "instances of every tenant are compared with their hosts";

export async function reconcileBareMetal(deps: ReconcileDeps, regionHandle: string): Promise<void> {
  const connection = deps.regions.bareMetal(regionHandle);
  if (connection === null) return;
  const { provider } = connection;
  try {
    const compared = await deps.db.withSystemRole(systemReason, (tx) =>
      listBareMetalInstances(tx, regionHandle),
    );
    const hosts = new Map((await provider.hosts()).map((host) => [host.name, host]));
    const names = compared.map(({ serverId }) => serverId);
    const missing = names.filter((name) => !hosts.has(name));
    // A list may be wrong, so each missing host is requested once more by its name.
    for (const name of missing) {
      const host = await provider.host(name);
      if (host !== null) hosts.set(name, host);
    }
    const power = await readPower(
      provider,
      names.filter((name) => hosts.has(name)),
    );
    const now = deps.clock.now();
    await deps.db.withSystemRole(systemReason, async (tx) => {
      // Only those that are compared since the reading: a command may have started meanwhile.
      const current = (await listBareMetalInstances(tx, regionHandle)).filter(({ id }) =>
        compared.some((instance) => instance.id === id),
      );
      const applied = await applyStates(deps, tx, current, ({ serverId, status }) =>
        toHostInstanceState(hosts.get(serverId) ?? null, power.get(serverId) ?? "unknown", status),
      );
      await addChangeFindings(tx, now, regionHandle, applied);
      await endInstanceFindings(tx, now, regionHandle);
      // Last, because commands lock their instance before its region.
      await markReachable(tx, regionHandle, "bare_metal");
    });
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    deps.logger.warn(
      { region: regionHandle, detail: error.providerMessage },
      "the bare metal of a region could not be compared",
    );
    if (error.kind !== "unavailable" || error.retryAfterMs !== null) return;
    await deps.db.withSystemRole("a region's state belongs to no tenant", (tx) =>
      markUnreachable(tx, regionHandle, deps.clock.now(), "bare_metal"),
    );
  }
}

/** A controller that does not respond says nothing about its host. */
async function readPower(
  provider: BareMetalProvider,
  names: readonly string[],
): Promise<Map<string, PowerState>> {
  const states = new Map<string, PowerState>();
  for (let first = 0; first < names.length; first += concurrentReads)
    await Promise.all(
      names.slice(first, first + concurrentReads).map(async (name) => {
        states.set(name, await provider.powerState(name));
      }),
    );
  return states;
}
