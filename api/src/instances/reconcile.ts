/** What happened to machines behind our back, region by region: shown, and told to staff. */
import type { FastifyBaseLogger } from "fastify";
import { markReachable, markUnreachable } from "../catalogue/reach.ts";
import { announceInstance, logForStaff, reviveIdle } from "../commands/commands.ts";
import type { Clock } from "../core/clock.ts";
import { type Database, sql, type Tx } from "../core/db.ts";
import { enqueue } from "../core/jobs.ts";
import type { TaskHandlers } from "../core/worker.ts";
import { type Compute, ComputeError, type ServerChange } from "../ports/compute.ts";
import type { Regions } from "../ports/regions.ts";
import { shownFor, showState } from "./server-state.ts";

export interface ReconcileParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: Regions;
  readonly logger: FastifyBaseLogger;
}

const everyMs = 30_000;
/** The provider's clock and ours differ, and it writes some changes late. */
const overlapMs = 120_000;
/** How far back a region is read that was never read before. */
const firstReadMs = 24 * 3_600_000;
/** Longer than any command waits by itself. */
const idleCommandMs = 20 * 60_000;

export function reconcileJobs(parts: ReconcileParts): Pick<TaskHandlers, "instances.reconcile"> {
  return {
    "instances.reconcile": async ({ regionHandle }) => {
      await reconcileRegion(parts, regionHandle);
      const now = parts.clock.now();
      await parts.db.asSystem("orders of every tenant are kept alive", async (tx) => {
        const revived = await reviveIdle(tx, now, regionHandle, idleCommandMs);
        if (revived > 0)
          parts.logger.warn(
            { region: regionHandle, revived },
            "commands that nothing carried go on",
          );
        const next = {
          at: new Date(now.getTime() + everyMs),
          key: `instances.reconcile ${regionHandle}`,
        };
        await enqueue(tx, now, "instances.reconcile", { regionHandle }, next);
      });
    },
  };
}

export async function reconcileRegion(parts: ReconcileParts, regionHandle: string): Promise<void> {
  const compute = parts.regions.compute(regionHandle);
  if (compute === null) return;
  const startedAt = parts.clock.now();
  try {
    const since = await parts.db.asSystem(
      "machines of every tenant are compared with their provider",
      (tx) =>
        tx.maybe<{ until: Date | null }>(
          sql`SELECT reconciled_until AS until FROM region WHERE handle = ${regionHandle}`,
        ),
    );
    if (since === null) return;
    const from =
      since.until === null ? startedAt.getTime() - firstReadMs : since.until.getTime() - overlapMs;
    const changes = await confirmed(compute, await compute.changedSince(new Date(from)));
    await parts.db.asSystem(
      "machines of every tenant are compared with their provider",
      async (tx) => {
        await markReachable(tx, regionHandle);
        await apply(parts, tx, regionHandle, changes);
        await tx.run(
          sql`UPDATE region SET reconciled_until = ${startedAt} WHERE handle = ${regionHandle}`,
        );
      },
    );
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
    parts.logger.warn(
      { region: regionHandle, detail: error.providerMessage },
      "a region could not be compared",
    );
    if (error.kind !== "unavailable" || error.retryAfterMs !== null) return;
    await parts.db.asSystem("a region's state belongs to no tenant", (tx) =>
      markUnreachable(tx, regionHandle, parts.clock.now()),
    );
  }
}

/** A server told as gone is asked for once more, by name: a customer's machine is not given up on a list's word. */
async function confirmed(
  compute: Compute,
  changes: readonly ServerChange[],
): Promise<ServerChange[]> {
  const checked: ServerChange[] = [];
  for (const change of changes) {
    const view = change.state === "terminated" ? await compute.server(change.serverId) : null;
    checked.push(view === null ? change : { ...change, state: view.state });
  }
  return checked;
}

interface Compared {
  id: string;
  workspaceId: string;
  hostname: string;
  status: string;
  serverId: string;
}

async function apply(
  parts: ReconcileParts,
  tx: Tx,
  regionHandle: string,
  changes: readonly ServerChange[],
): Promise<void> {
  const now = parts.clock.now();
  const states = new Map(changes.map(({ serverId, state }) => [serverId, state]));
  // One with a running command is the command's to move; one that never ran is not compared.
  const machines = await tx.many<Compared>(sql`
    SELECT i.id, i.workspace_id AS "workspaceId", i.hostname, i.status, i.provider_server_id AS "serverId"
      FROM instance i
     WHERE i.region_handle = ${regionHandle} AND i.provider_server_id = ANY(${[...states.keys()]}) AND i.activated_at IS NOT NULL
       AND i.status IN ('active', 'rebooting', 'stopped', 'error', 'unknown')
       AND NOT EXISTS (SELECT FROM command c WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting'))
     ORDER BY i.id FOR UPDATE OF i`);
  for (const machine of machines) {
    const shown = shownFor(states.get(machine.serverId) ?? null);
    if (shown === null || shown.status === machine.status) continue;
    await showState(tx, machine, shown, now);
    await logForStaff(
      tx,
      now,
      machine,
      `the provider has ${machine.hostname} as ${shown.status}, it was ${machine.status}`,
    );
    await announceInstance(tx, machine);
    parts.logger.info(
      { instance: machine.id, from: machine.status, to: shown.status },
      "a machine changed without an order",
    );
  }
}
