/** Cancels a command that has not started. */
import type { Tx } from "../../core/db/db.ts";
import { endQueuedCommand, type InstanceCommandRow } from "./cancel-store.ts";
import { type CommandDefinitions, findDefinition } from "./command-definition.ts";
import { enqueueDispatch } from "./enqueue-dispatch.ts";

export {
  findInstanceCommand,
  type InstanceCommandRow,
  lockInstanceCommand,
} from "./cancel-store.ts";

/**
 * Ends a queued command and sets the state of its instance. The caller has locked the instance and the command: a
 * worker that is about to start the command waits for the lock, and then finds that it has ended.
 */
export async function cancelQueuedCommand(
  definitions: CommandDefinitions,
  tx: Tx,
  now: Date,
  command: InstanceCommandRow,
): Promise<void> {
  const { instanceId, workspaceId, statusBefore, statusReasonBefore } = command;
  await endQueuedCommand(tx, now, command);
  await findDefinition(definitions, command)?.onCancel?.(
    tx,
    {
      instance: { id: instanceId, workspaceId },
      before: statusBefore === null ? null : { status: statusBefore, reason: statusReasonBefore },
    },
    now,
  );
  // The slot that it may have held is free for another one.
  await enqueueDispatch(tx, now, command.regionHandle);
}
