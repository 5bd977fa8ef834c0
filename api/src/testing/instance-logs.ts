/** Inserts a step of an instance for tests, with its command. */
import type { CommandKind, CommandStatus, WaitingReason } from "#contracts/commands.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Returns the command's id. Its requester is the system, and the instance was active before. */
export async function insertCommand(
  env: TestEnvironment,
  instanceId: string,
  { kind, status }: { kind: CommandKind; status: CommandStatus },
): Promise<string> {
  const now = env.clock.now();
  const command = uuidv7(now);
  await env.db.withSystemRole("a command for a test", async (tx) => {
    await tx.execute(sql`INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, status, status_before, max_attempts, created_at, updated_at)
      SELECT ${command}, workspace_id, id, ${kind}, variant, region_handle, ${status}, 'active', 5, ${now}, ${now} FROM instance WHERE id = ${instanceId}`);
    await tx.execute(sql`INSERT INTO instance_log (id, workspace_id, instance_id, command_id, position, step, status, created_at)
      SELECT ${uuidv7(now)}, workspace_id, instance_id, id, 0, 'request', 'pending', ${now} FROM command WHERE id = ${command}`);
  });
  return command;
}

/** Returns the step's id. A step without a reason runs. */
export async function insertStep(
  env: TestEnvironment,
  instanceId: string,
  {
    kind = "reboot",
    status,
    reason,
  }: { kind?: CommandKind; status: CommandStatus; reason: WaitingReason | null },
): Promise<string> {
  const now = env.clock.now();
  const command = uuidv7(now);
  const step = uuidv7(now);
  await env.db.withSystemRole("a step for a test", async (tx) => {
    await tx.execute(sql`INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, status, max_attempts, created_at, updated_at)
      SELECT ${command}, workspace_id, id, ${kind}, variant, region_handle, ${status}, 5, ${now}, ${now} FROM instance WHERE id = ${instanceId}`);
    await tx.execute(sql`INSERT INTO instance_log (id, workspace_id, instance_id, command_id, position, step, status, started_at, created_at,
        waiting_reason, waiting_for_staff_since)
      SELECT ${step}, workspace_id, instance_id, id, 0, 'request', 'in_progress', ${now}, ${now}, ${reason}, ${reason === null ? null : now}
        FROM command WHERE id = ${command}`);
  });
  return step;
}
