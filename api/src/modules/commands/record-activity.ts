/** Records the result of a command in the activity of the workspace. */
import type { CommandRow } from "./store.ts";
import { type FieldChange, insertSystemEvent } from "../../core/audit/audit.ts";
import type { Tx } from "../../core/db/db.ts";

/** Records a result in the activity of the workspace. A command without one is in the command log only. */
export async function recordActivity(
  tx: Tx,
  now: Date,
  command: CommandRow,
  action: "instances.ready" | "instances.failed",
  changes: FieldChange[] = [],
) {
  if (command.instance === null) return;
  const { id, workspaceId, hostname } = command.instance;
  await insertSystemEvent(tx, {
    at: now,
    action,
    workspaceId,
    target: { type: "instance", id, name: hostname },
    changes,
    requestId: command.id,
  });
}
