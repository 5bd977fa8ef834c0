/** Powers off every active instance of a workspace. It runs as boreal_system. */
import { Variant } from "#contracts/catalogue.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  createCommands,
  isCommandOpen,
  publishInstanceChanged,
} from "../commands/create-commands.ts";
import type { Requester } from "../commands/requester.ts";
import { findInstanceDefinition } from "./commands/command-definitions.ts";
import { type ActiveInstance, lockActiveInstances } from "./stop-store.ts";
import { setInstanceStatus } from "./store.ts";

/**
 * The most expensive first. An instance with another operation in progress is left as it is. Returns those that are powered
 * off.
 */
export async function stopActiveInstances(
  tx: Tx,
  now: Date,
  workspaceId: string,
  origin: { readonly requester: Requester; readonly requestId: string | null },
): Promise<ActiveInstance[]> {
  const stopped: ActiveInstance[] = [];
  for (const instance of await lockActiveInstances(tx, workspaceId)) {
    if (await isCommandOpen(tx, instance)) continue;
    const { id, variant, regionHandle, status, statusReason } = instance;
    await setInstanceStatus(tx, instance, { status: "active", reason: "stopping" }, now);
    await createCommands(tx, now, {
      kind: "power_off",
      definition: findInstanceDefinition("power_off", Variant.parse(variant)),
      instanceIds: [id],
      workspaceId,
      variant,
      regionHandle,
      ...origin,
      before: { status, reason: statusReason },
    });
    await publishInstanceChanged(tx, instance);
    stopped.push(instance);
  }
  return stopped;
}
