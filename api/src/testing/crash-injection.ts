/** A command engine with crash points: after each provider response and after each commit. */
import { commandDefinitions } from "../modules/instances/commands/command-definitions.ts";
import { advanceCommand } from "../modules/commands/engine.ts";
import type { EngineDeps } from "../modules/commands/apply-step-result.ts";
import { type Database, sql } from "../core/db/db.ts";
import type { BareMetalProvider } from "../ports/bare-metal.ts";
import type { ComputeProvider } from "../ports/compute.ts";
import type { TestEnvironment } from "./test-environment.ts";

export class SimulatedCrash extends Error {
  constructor() {
    super("simulated process crash");
  }
}

/** Calls `onPoint` with the number of each crash point. Once it throws, every later operation of this engine fails. */
export function crashAt(
  env: TestEnvironment,
  onPoint: (point: number) => Promise<void> | void,
): EngineDeps {
  let points = 0;
  let dead = false;
  const assertAlive = () => {
    if (dead) throw new SimulatedCrash();
  };
  const point = async () => {
    try {
      await onPoint(points++);
    } catch (error) {
      dead = true;
      throw error;
    }
  };
  const db: Database = {
    ...env.db,
    withSystemRole: async (reason, work) => {
      assertAlive();
      const result = await env.db.withSystemRole(reason, work);
      await point();
      return result;
    },
  };
  const withCrashPoints = <Provider extends ComputeProvider | BareMetalProvider>(
    provider: Provider,
  ): Provider =>
    new Proxy(provider, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        if (name === "checkedBy")
          return (check: () => Promise<void>) => withCrashPoints(target.checkedBy(check));
        return async (...args: unknown[]) => {
          assertAlive();
          const result: unknown = await Reflect.apply(method, target, args);
          await point();
          return result;
        };
      },
    });
  return {
    db,
    clock: env.clock,
    logger: env.worker.logger,
    definitions: commandDefinitions,
    regions: {
      handles: env.regions.handles,
      compute: (handle) => {
        const compute = env.regions.compute(handle);
        return compute === null ? null : withCrashPoints(compute);
      },
      slots: env.regions.slots,
      bareMetal: (handle) => {
        const connection = env.regions.bareMetal(handle);
        return connection === null
          ? null
          : { ...connection, provider: withCrashPoints(connection.provider) };
      },
    },
  };
}

/** Advances a command with this engine until the command has ended or the engine has crashed. */
export async function resumeCommand(
  env: TestEnvironment,
  deps: EngineDeps,
  commandId: string,
  isOpen: () => Promise<boolean>,
): Promise<"died" | "ended"> {
  await startQueuedCommand(env, commandId);
  const maxTurns = 400;
  for (let turn = 0; turn < maxTurns; turn++) {
    try {
      await advanceCommand(deps, commandId);
    } catch (error) {
      if (error instanceof SimulatedCrash) return "died";
      throw error;
    }
    if (!(await isOpen())) return "ended";
    env.clock.advance(5_000);
  }
  throw new Error("the command did not end");
}

/** Gives the command a slot, as the queue does before its job: the job is then repeated after a crash. */
export async function startQueuedCommand(env: TestEnvironment, commandId: string): Promise<void> {
  const { regionHandle } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ regionHandle: string }>(
      sql`SELECT region_handle AS "regionHandle" FROM command WHERE id = ${commandId}`,
    ),
  );
  await env.worker.tasks["commands.dispatch"]({ regionHandle });
}
