/** An instance takes the state its provider tells of it, with what that means for billing. */
import type { InstanceStatus } from "#contracts/instances.ts";
import { startMetering, stopMetering } from "../billing/metering.ts";
import type { Tx } from "../../core/db/db.ts";
import { setInstanceStatus } from "./store.ts";
import type { ServerState } from "../../ports/compute.ts";

interface InstanceState {
  status: InstanceStatus;
  reason: string | null;
}

/** Reasons that pass when the provider's operators are done. */
const operatorReasons = ["moving", "provider_busy"];

/** Whether an instance shows what its operators do to it. */
export const isWithOperator = (reason: string | null): boolean =>
  reason !== null && operatorReasons.includes(reason);

/**
 * What an instance shows for its server's state; `null` stands for a server that is gone. Null comes back where a
 * passing state says nothing. An instance its operators work on stays stopped or active, and is billed as before.
 */
export function toInstanceState(
  state: ServerState | null,
  before: InstanceStatus,
): InstanceState | null {
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
    case "moving":
      return { status: before === "stopped" ? "stopped" : "active", reason: "moving" };
    case "unknown":
      return { status: before === "stopped" ? "stopped" : "active", reason: "provider_busy" };
    case "building":
      return null;
  }
}

/** A machine that is gone earns nothing; one that is back goes on at the price of its order. */
export async function applyProviderState(
  tx: Tx,
  instance: { id: string; workspaceId: string },
  shown: InstanceState,
  now: Date,
): Promise<void> {
  await setInstanceStatus(tx, instance, shown, now);
  if (shown.status === "unknown") await stopMetering(tx, instance, now);
  else if (shown.status !== "error") await startMetering(tx, instance, now);
}
