/** Applies the state that a provider reports to an instance, including billing. */
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { startMetering, stopMetering } from "../billing/metering.ts";
import type { Tx } from "../../core/db/db.ts";
import { setInstanceStatus } from "./store.ts";
import type { BareMetalHost, PowerState } from "../../ports/bare-metal.ts";
import type { ServerState } from "../../ports/compute.ts";

export interface InstanceState {
  status: InstanceStatus;
  reason: string | null;
}

/** Status reasons that end when the provider's operators are done. */
const operatorReasons = ["moving", "provider_busy"];

/** Returns whether the status reason comes from an operation of the provider's operators. */
export const isWithOperator = (reason: string | null): boolean =>
  reason !== null && operatorReasons.includes(reason);

/**
 * Maps a server state to an instance state; `null` stands for a server that no longer exists. Returns null
 * for a transient state. An instance that operators work on stays stopped or active, and billing is
 * unchanged.
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

/** Maps the power of a bare-metal host to an instance state; null while its controller does not respond. */
export function toPowerInstanceState(power: PowerState): InstanceState | null {
  if (power === "unknown") return null;
  return { status: power === "on" ? "active" : "stopped", reason: null };
}

/**
 * Maps what a comparison reads of a bare-metal host to an instance state; a host of null no longer exists. An
 * installation that no command requested is work of the operator, and the instance stays as it is meanwhile.
 */
export function toHostInstanceState(
  host: Pick<BareMetalHost, "installation"> | null,
  power: PowerState,
  before: InstanceStatus,
): InstanceState | null {
  if (host === null) return { status: "unknown", reason: "vanished" };
  switch (host.installation) {
    case "pending":
      return { status: before === "stopped" ? "stopped" : "active", reason: "provider_busy" };
    case "token_expired":
    case "failed":
      return { status: "error", reason: "provider_error" };
    case "installed":
    case "unknown":
      return toPowerInstanceState(power);
  }
}

/** Sets the status. A missing instance is not billed; one that returns is billed again at the price of its order. */
export async function applyProviderState(
  tx: Tx,
  instance: { id: string; workspaceId: string },
  state: InstanceState,
  now: Date,
): Promise<void> {
  await setInstanceStatus(tx, instance, state, now);
  if (state.status === "unknown") await stopMetering(tx, instance, now);
  else if (state.status !== "error") await startMetering(tx, instance, now);
}
