/** Runs a command with processes that crash at each point, for the tests of every kind of command. */
import { sql } from "../core/db/db.ts";
import { crashAt, resumeCommand, SimulatedCrash } from "./crash-injection.ts";
import type { TestEnvironment } from "./test-environment.ts";

export const newestCommand = async (env: TestEnvironment, instanceId: string): Promise<string> =>
  (
    await env.db.withSystemRole("a test", (tx) =>
      tx.one<{ id: string }>(
        sql`SELECT id FROM command WHERE instance_id = ${instanceId} ORDER BY created_at DESC, id DESC LIMIT 1`,
      ),
    )
  ).id;

export const isOpen = (env: TestEnvironment, commandId: string) => async (): Promise<boolean> =>
  (await env.db.withSystemRole("a test", (tx) =>
    tx.maybeOne(
      sql`SELECT FROM command WHERE id = ${commandId} AND status IN ('queued', 'running', 'waiting')`,
    ),
  )) !== null;

/**
 * Runs the command that `prepare` returns with a process that crashes at point 0, then another one with a process that
 * crashes at point 1, and so on, until one completes it. Returns the number of crashes.
 */
export async function crashEverywhere<Prepared extends { commandId: string }>(
  env: TestEnvironment,
  prepare: () => Promise<Prepared>,
  check: (prepared: Prepared, diedAt: number) => Promise<void>,
  /** How long the command that nobody interrupts may need after the crash. */
  recoverySeconds = 30,
  stepSeconds = 5,
): Promise<number> {
  for (let diesAt = 0; ; diesAt++) {
    const prepared = await prepare();
    const { commandId } = prepared;
    const engine = crashAt(env, (point) => {
      if (point === diesAt) throw new SimulatedCrash();
    });
    const end = await resumeCommand(env, engine, commandId, isOpen(env, commandId));
    await env.advanceTime(recoverySeconds, stepSeconds);
    await check(prepared, diesAt);
    if (end === "ended") return diesAt;
  }
}
