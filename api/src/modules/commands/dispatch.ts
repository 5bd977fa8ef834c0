/**
 * Starts queued commands of a region. A region starts a limited number at a time, so that one that responds slowly
 * leaves workers for the others. It takes its workspaces in turn, so that a large order does not delay the orders of
 * others. A command holds its slot until its first wait.
 */
import type { Database, Tx } from "../../core/db/db.ts";
import { job } from "../../core/jobs/jobs.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import type { CommandDefinitions } from "./command-definition.ts";
import { enqueueAdvance } from "./create-commands.ts";
import { hasQueuedCommands, releaseSlot, takeSlots } from "./dispatch-store.ts";
import { commandDispatch, enqueueDispatch } from "./enqueue-dispatch.ts";

interface DispatchDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly regions: Pick<ProviderRegions, "slots">;
  /** A command of another kind stays queued for a worker of a newer release. */
  readonly definitions: CommandDefinitions;
}

export const commandDispatchJob = job(commandDispatch, (deps: DispatchDeps, { regionHandle }) =>
  deps.db.withSystemRole("commands of every tenant are started in turn", async (tx) => {
    const now = deps.clock.now();
    const keys = Object.keys(deps.definitions);
    const limits = deps.regions.slots(regionHandle);
    const commands = await takeSlots(tx, now, regionHandle, limits, keys);
    for (const command of commands) await enqueueAdvance(tx, now, command);
  }),
);

/** Gives the command's slot back, and starts the command that waits for it. */
export async function endStart(
  tx: Tx,
  now: Date,
  command: { id: string; regionHandle: string },
): Promise<void> {
  if (await releaseSlot(tx, command)) await enqueueDispatch(tx, now, command.regionHandle);
}

/** Starts queued commands whose job is lost. */
export async function dispatchQueuedCommands(
  tx: Tx,
  now: Date,
  regionHandle: string,
): Promise<void> {
  if (await hasQueuedCommands(tx, regionHandle)) await enqueueDispatch(tx, now, regionHandle);
}
