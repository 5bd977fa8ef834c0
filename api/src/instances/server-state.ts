/** An instance takes the state its provider tells of it, with what that means for billing. */
import type { InstanceStatus } from "#contracts/instances.ts";
import { startMetering, stopMetering } from "../billing/metering.ts";
import { sql, type Tx } from "../core/db.ts";
import type { ServerState } from "../ports/compute.ts";

interface Shown {
  status: InstanceStatus;
  reason: string | null;
}

/** `null` for a server that is gone; null comes back where a passing state tells nothing. */
export function shownFor(state: ServerState | null): Shown | null {
  switch (state) {
    case "active":
    case "stopped":
    case "rebooting":
      return { status: state, reason: null };
    case "error":
      return { status: "error", reason: "provider_error" };
    case "terminated":
    case null:
      return { status: "unknown", reason: "vanished" };
    // Its operators are at work on it (moved, resized, built again): it will be one of the others.
    case "building":
    case "unknown":
      return null;
  }
}

/** A machine that is gone earns nothing; one that is back goes on at the price of its order. */
export async function showState(
  tx: Tx,
  instance: { id: string; workspaceId: string },
  shown: Shown,
  now: Date,
): Promise<void> {
  await tx.run(sql`UPDATE instance SET status = ${shown.status}, status_reason = ${shown.reason}, updated_at = ${now}
    WHERE id = ${instance.id} AND workspace_id = ${instance.workspaceId}`);
  if (shown.status === "unknown") await stopMetering(tx, instance, now);
  else if (shown.status !== "error") await startMetering(tx, instance, now);
}
