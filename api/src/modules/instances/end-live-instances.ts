/** Ends the cost of a workspace without deleting data. It runs as boreal_system. */
import type { Tx } from "../../core/db/db.ts";
import type { Requester } from "../commands/requester.ts";
import { terminateInstance } from "./change-power.ts";
import { stopActiveInstances } from "./stop-active-instances.ts";
import { listLiveInstances } from "./stop-store.ts";
import { lockInstance } from "./store.ts";

interface Origin {
  readonly requester: Requester;
  readonly requestId: string | null;
}

/**
 * Terminates the instances whose server can be kept for `keptHours`, and those that never ran. The others, which are
 * bare-metal or protected, are powered off. Returns their hostnames.
 */
export async function endLiveInstances(
  tx: Tx,
  now: Date,
  workspaceId: string,
  { keptHours, ...origin }: Origin & { readonly keptHours: number },
): Promise<{ terminated: string[]; stopped: string[] }> {
  const terminated: string[] = [];
  for (const { id } of await listLiveInstances(tx, workspaceId)) {
    const row = await lockInstance(tx, { id, workspaceId });
    const isLive = row.status !== "terminating" && row.status !== "terminated";
    if (!isLive || row.deleteProtection || !(row.canBeKept || row.activatedAt === null)) continue;
    await terminateInstance(tx, now, row, { ...origin, canBeUndone: true, keptHours });
    terminated.push(row.hostname);
  }
  const stopped = await stopActiveInstances(tx, now, workspaceId, origin);
  return { terminated, stopped: stopped.map(({ hostname }) => hostname) };
}
