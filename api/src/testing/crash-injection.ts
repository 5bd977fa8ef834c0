/** An engine that something happens to: after each answer of the provider and after each save. */
import { commandDefinitions } from "../modules/instances/commands/command-definitions.ts";
import { advanceCommand } from "../modules/commands/engine.ts";
import type { EngineDeps } from "../modules/commands/apply-step-result.ts";
import type { Database } from "../core/db/db.ts";
import type { ComputeProvider } from "../ports/compute.ts";
import type { TestEnvironment } from "./test-environment.ts";

export class SimulatedCrash extends Error {
  constructor() {
    super("this process is dead");
  }
}

/** `happens` is told the number of each point; once it throws, nothing of this engine works any more. */
export function crashAt(
  world: TestEnvironment,
  happens: (point: number) => Promise<void> | void,
): EngineDeps {
  let points = 0;
  let dead = false;
  const alive = () => {
    if (dead) throw new SimulatedCrash();
  };
  const point = async () => {
    try {
      await happens(points++);
    } catch (error) {
      dead = true;
      throw error;
    }
  };
  const db: Database = {
    ...world.db,
    withSystemRole: async (reason, work) => {
      alive();
      const result = await world.db.withSystemRole(reason, work);
      await point();
      return result;
    },
  };
  const watched = (compute: ComputeProvider): ComputeProvider =>
    new Proxy(compute, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        if (name === "checkedBy")
          return (check: () => Promise<void>) => watched(target.checkedBy(check));
        return async (...given: unknown[]) => {
          alive();
          const result: unknown = await Reflect.apply(method, target, given);
          await point();
          return result;
        };
      },
    });
  return {
    db,
    clock: world.clock,
    logger: world.worker.logger,
    definitions: commandDefinitions,
    regions: {
      handles: world.regions.handles,
      compute: (handle) => {
        const compute = world.regions.compute(handle);
        return compute === null ? null : watched(compute);
      },
    },
  };
}

/** Works on a command with this engine until it has ended or the engine has died. */
export async function resumeCommand(
  world: TestEnvironment,
  deps: EngineDeps,
  commandId: string,
  isOpen: () => Promise<boolean>,
): Promise<"died" | "ended"> {
  const longestTurns = 400;
  for (let turn = 0; turn < longestTurns; turn++) {
    try {
      await advanceCommand(deps, commandId);
    } catch (error) {
      if (error instanceof SimulatedCrash) return "died";
      throw error;
    }
    if (!(await isOpen())) return "ended";
    world.clock.advance(5_000);
  }
  throw new Error("the command does not end");
}
