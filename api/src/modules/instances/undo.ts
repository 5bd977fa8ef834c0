/** Terminations that can be undone: when they can, and their end. */
import { undoHours } from "#contracts/instance-states.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { job } from "../../core/jobs/jobs.ts";
import {
  cancelOpenCommands,
  createCommands,
  publishInstanceChanged,
} from "../commands/create-commands.ts";
import type { Requester } from "../commands/requester.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import { enqueueUndoEnd, undoEnd } from "./enqueue-undo-end.ts";
import {
  type EndedInstance,
  findStatusBeforeTermination,
  lockEndedInstance,
  setUndoUntil,
} from "./undo-store.ts";

interface Origin {
  readonly requester: Requester;
  readonly requestId: string | null;
}

interface TerminatedInstance
  extends Pick<EndedInstance, "id" | "workspaceId" | "variant" | "regionHandle"> {
  readonly status: InstanceStatus;
  readonly statusReason: string | null;
}

/** The status that the undo of a termination returns to. A power change that is under way counts as done. */
async function statusToReturnTo(tx: Tx, instance: TerminatedInstance): Promise<InstanceStatus> {
  const { status, statusReason } = instance;
  if (statusReason === "restoring")
    return (await findStatusBeforeTermination(tx, instance)) ?? "active";
  return (status === "stopped" && statusReason !== "starting") || statusReason === "stopping"
    ? "stopped"
    : "active";
}

/** Stops the server and keeps it for `hours`. The caller has locked the instance and stopped its billing. */
export async function keepInstance(
  tx: Tx,
  now: Date,
  instance: TerminatedInstance,
  origin: Origin,
  hours: number = undoHours,
): Promise<void> {
  const until = new Date(now.getTime() + hours * 3_600_000);
  const status = await statusToReturnTo(tx, instance);
  await setUndoUntil(tx, instance, until);
  await createCommands(tx, now, {
    ...origin,
    kind: "keep",
    definition: commandDefinitions.keep,
    instanceIds: [instance.id],
    workspaceId: instance.workspaceId,
    variant: instance.variant,
    regionHandle: instance.regionHandle,
    before: { status, reason: null },
  });
  await enqueueUndoEnd(tx, now, instance, until);
}

/** Deletes the kept server with its disk and its addresses. The caller has locked the instance. */
export async function purgeInstance(
  tx: Tx,
  now: Date,
  instance: Pick<EndedInstance, "id" | "workspaceId" | "variant" | "regionHandle">,
  origin: Origin,
): Promise<void> {
  await cancelOpenCommands(tx, now, instance);
  await setUndoUntil(tx, instance, null);
  await createCommands(tx, now, {
    ...origin,
    kind: "purge",
    definition: commandDefinitions.purge,
    instanceIds: [instance.id],
    workspaceId: instance.workspaceId,
    variant: instance.variant,
    regionHandle: instance.regionHandle,
  });
}

interface UndoDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** An undo that came first has taken the time away, so the job finds nothing to do. */
export const undoEndJob = job(undoEnd, (deps: UndoDeps, { instanceId }) =>
  deps.db.withSystemRole("kept instances of every tenant are deleted", async (tx) => {
    const now = deps.clock.now();
    const instance = await lockEndedInstance(tx, instanceId);
    if (instance === null || instance.undoUntil === null) return;
    if (instance.undoUntil > now) return enqueueUndoEnd(tx, now, instance, instance.undoUntil);
    await purgeInstance(tx, now, instance, { requester: { type: "system" }, requestId: null });
    await publishInstanceChanged(tx, instance);
  }),
);
