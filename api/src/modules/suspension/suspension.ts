/**
 * Suspends a workspace, and lifts the suspension. Its members can read, pay, power off, terminate, export and leave
 * meanwhile; the rules of the contract deny what is new. It runs as boreal_system.
 */
import type { Tx } from "../../core/db/db.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import type { Requester } from "../commands/requester.ts";
import { stopActiveInstances } from "../instances/stop-active-instances.ts";
import { lockWorkspace } from "../admin-workspaces/deactivation.ts";
import { type NewSuspension, setLifted, setSuspended } from "./suspension-store.ts";

interface SuspensionRequest extends NewSuspension {
  readonly workspaceId: string;
  /** Whether its active instances are powered off. They are kept and billed; without it they continue to run. */
  readonly stopsInstances: boolean;
  /** Who suspends it, and so powers off its instances. */
  readonly requester: Requester;
  readonly requestId: string | null;
}

/**
 * Returns false if the workspace is not active. An order under way holds a lock of the workspace: it is accepted
 * before, or rejected after.
 */
export async function suspendWorkspace(
  tx: Tx,
  now: Date,
  { workspaceId, stopsInstances, requester, requestId, ...suspension }: SuspensionRequest,
): Promise<boolean> {
  const workspace = await lockWorkspace(tx, workspaceId);
  if (workspace?.status !== "active") return false;
  await setSuspended(tx, workspaceId, suspension, now);
  if (stopsInstances) await stopActiveInstances(tx, now, workspaceId, { requester, requestId });
  await publishLiveEvent(tx, workspaceId, { topic: "workspace", id: workspaceId });
  return true;
}

/** Returns false if the workspace was not suspended. Its instances stay as they are. */
export async function liftSuspension(tx: Tx, now: Date, workspaceId: string): Promise<boolean> {
  const workspace = await lockWorkspace(tx, workspaceId);
  if (workspace === null || (await setLifted(tx, workspaceId, now)) === 0) return false;
  await publishLiveEvent(tx, workspaceId, { topic: "workspace", id: workspaceId });
  return true;
}
