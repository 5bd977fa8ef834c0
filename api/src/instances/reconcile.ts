/** What happened to machines behind our back, region by region: shown, and told to staff. */
import type { FastifyBaseLogger } from "fastify";
import type { InstanceStatus } from "#contracts/instances.ts";
import { markReachable, markUnreachable } from "../catalogue/reach.ts";
import { announceInstance, logForStaff, reviveIdle } from "../commands/commands.ts";
import type { Clock } from "../core/clock.ts";
import { type Database, sql, type Tx } from "../core/db.ts";
import { enqueue } from "../core/jobs.ts";
import type { TaskHandlers } from "../core/worker.ts";
import { type Compute, ComputeError, type ServerChange } from "../ports/compute.ts";
import type { Regions } from "../ports/regions.ts";
import { reportOrphans } from "./orphans.ts";
import { isWithOperator, shownFor, showState } from "./server-state.ts";

export interface ReconcileParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: Regions;
  readonly logger: FastifyBaseLogger;
}

const everyMs = 30_000;
/** The provider writes some changes late. */
const overlapMs = 120_000;
/** All servers are compared this often: a change that `changedSince` missed is found then. */
const fullEveryMs = 3_600_000;
/** Clocks that differ by more are reported; nothing depends on it. */
const clocksDifferMs = 30_000;
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

const why = "instances of every tenant are compared with their provider";

export async function reconcileRegion(parts: ReconcileParts, regionHandle: string): Promise<void> {
  const compute = parts.regions.compute(regionHandle);
  if (compute === null) return;
  try {
    const last = await parts.db.asSystem(why, (tx) => lastReading(tx, regionHandle));
    if (last === null) return;
    const now = parts.clock.now();
    const isFull = isFullDue(last, now);
    const changed =
      isFull || last.until === null
        ? null
        : await compute.changedSince(new Date(last.until.getTime() - overlapMs));
    // A clock that was set back by more than the overlap may hide changes.
    const wentBack =
      changed !== null &&
      changed.at !== null &&
      last.until !== null &&
      changed.at.getTime() < last.until.getTime() - overlapMs / 2;
    const reading = changed === null || wentBack ? await compute.allServers() : changed;
    const wasFull = reading !== changed;
    const at = reading.at ?? now;
    const marked = wasFull ? await compute.marked() : null;
    const gone = wasFull ? await missingFrom(parts.db, regionHandle, reading.servers) : [];
    const changes = await confirmed(compute, [...reading.servers, ...gone]);
    await parts.db.asSystem(why, async (tx) => {
      await markReachable(tx, regionHandle);
      await apply(parts, tx, regionHandle, changes);
      if (marked !== null) await reportOrphans(tx, parts.logger, regionHandle, marked, at);
      await tx.run(sql`UPDATE region SET reconciled_until = ${at}, clock_ahead_ms = ${at.getTime() - now.getTime()},
        fully_compared_at = ${wasFull ? now : last.fullyAt} WHERE handle = ${regionHandle}`);
    });
    warnOfClocks(parts.logger, regionHandle, at.getTime() - now.getTime(), last.aheadMs, wasFull);
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

interface LastReading {
  /** By the provider's clock. */
  until: Date | null;
  fullyAt: Date | null;
  aheadMs: number | null;
}

const lastReading = (tx: Tx, regionHandle: string): Promise<LastReading | null> =>
  tx.maybe(sql`SELECT reconciled_until AS until, fully_compared_at AS "fullyAt", clock_ahead_ms AS "aheadMs"
    FROM region WHERE handle = ${regionHandle}`);

/** Also when Boreal's clock was set back behind the last full comparison. */
const isFullDue = ({ until, fullyAt }: LastReading, now: Date): boolean =>
  until === null ||
  fullyAt === null ||
  Math.abs(now.getTime() - fullyAt.getTime()) >= fullEveryMs ||
  now < fullyAt;

function warnOfClocks(
  logger: FastifyBaseLogger,
  region: string,
  aheadMs: number,
  before: number | null,
  isFull: boolean,
): void {
  const differ = (ms: number) => Math.abs(ms) > clocksDifferMs;
  if (!differ(aheadMs) || (before !== null && differ(before) && !isFull)) return;
  logger.warn(
    { region, aheadSeconds: Math.round(aheadMs / 1000) },
    "the clock of a region's provider differs from Boreal's",
  );
}

/** Instances whose server is not in a list of all servers. */
async function missingFrom(
  db: Database,
  regionHandle: string,
  servers: readonly ServerChange[],
): Promise<ServerChange[]> {
  const ids = servers.map(({ serverId }) => serverId);
  const missing = await db.asSystem(why, (tx) =>
    tx.many<{ serverId: string }>(sql`SELECT i.provider_server_id AS "serverId" FROM instance i
      WHERE i.region_handle = ${regionHandle} AND ${isCompared} AND i.provider_server_id <> ALL(${ids})`),
  );
  return missing.map(({ serverId }) => ({ serverId, key: null, state: "terminated" }));
}

/** One with a running command is the command's to move; one that never ran is not compared. */
const isCompared = sql`i.activated_at IS NOT NULL AND i.status IN ('active', 'rebooting', 'stopped', 'error', 'unknown')
  AND NOT EXISTS (SELECT FROM command c WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting'))`;

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
  status: InstanceStatus;
  statusReason: string | null;
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
  const machines = await tx.many<Compared>(sql`
    SELECT i.id, i.workspace_id AS "workspaceId", i.hostname, i.status, i.status_reason AS "statusReason", i.provider_server_id AS "serverId"
      FROM instance i
     WHERE i.region_handle = ${regionHandle} AND i.provider_server_id = ANY(${[...states.keys()]})
       AND ${isCompared}
     ORDER BY i.id FOR UPDATE OF i`);
  for (const machine of machines) {
    const shown = shownFor(states.get(machine.serverId) ?? null, machine.status);
    if (shown === null || isShown(machine, shown)) continue;
    await showState(tx, machine, shown, now);
    await logForStaff(
      tx,
      now,
      machine,
      `the provider has ${machine.hostname} as ${inWords(shown.status, shown.reason)}, it was ${inWords(machine.status, machine.statusReason)}`,
    );
    await announceInstance(tx, machine);
    parts.logger.info(
      { instance: machine.id, from: machine.status, to: shown.status, reason: shown.reason },
      "a machine changed without an order",
    );
  }
}

/** A reason counts only where operators are at work or are done: others belong to the orders of the instance. */
function isShown(
  machine: Compared,
  shown: { status: InstanceStatus; reason: string | null },
): boolean {
  if (shown.status !== machine.status) return false;
  const concernsOperator = isWithOperator(machine.statusReason) || isWithOperator(shown.reason);
  return !concernsOperator || shown.reason === machine.statusReason;
}

const inWords = (status: InstanceStatus, reason: string | null) =>
  isWithOperator(reason) ? `${status} (${reason})` : status;
