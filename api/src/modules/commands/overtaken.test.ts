/** A command held by two workers at once: the one considered dead makes no further change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import { startQueuedCommand } from "../../testing/crash-injection.ts";
import { createOrderContext, orderInstance, getInstance } from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { advanceCommand } from "./engine.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterAll(() => env.stop());

const countResources = () => {
  const { servers, ports, floatingIps } = env.emulator.world();
  return [servers.length, ports.length, floatingIps.length];
};

/** An engine that pauses right before its change number `at`, until it is released. */
function pauseBefore(at: number) {
  const paused = Promise.withResolvers<undefined>();
  const resumed = Promise.withResolvers<undefined>();
  let changes = 0;
  const stopping = (compute: ComputeProvider): ComputeProvider => ({
    ...compute,
    checkedBy: (check) =>
      compute.checkedBy(async () => {
        if (++changes === at) {
          paused.resolve(undefined);
          await resumed.promise;
        }
        await check();
      }),
  });
  return {
    reached: paused.promise,
    resume: () => resumed.resolve(undefined),
    deps: {
      db: env.db,
      clock: env.clock,
      logger: env.worker.logger,
      definitions: commandDefinitions,
      regions: {
        ...env.regions,
        compute: (handle: string) => {
          const compute = env.regions.compute(handle);
          return compute === null ? null : stopping(compute);
        },
      },
    },
  };
}

test.for([
  [1, "port"],
  [2, "address"],
  [3, "server"],
] as const)("a worker overtaken before it makes change %i, the %s, makes nothing", async ([at]) => {
  const before = countResources();
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [`overtaken-${at}`],
  });
  const { commandId } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ commandId: string }>(
      sql`SELECT id AS "commandId" FROM command WHERE instance_id = ${id}`,
    ),
  );
  await startQueuedCommand(env, commandId);
  const overtaken = pauseBefore(at);
  const first = advanceCommand(overtaken.deps, commandId);
  await overtaken.reached;
  // The queue gives the job to another worker, which continues the command.
  await env.advanceTime(30);
  expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
  overtaken.resume();
  await first;
  expect(countResources()).toEqual(before.map((count) => count + 1));
  expect(await getInstance(owner.client, workspace, id)).toMatchObject({
    status: "active",
    usage: [{ endSecond: null }],
  });
});

test("a duplicate created by a late request is deleted when the instance is ready", async () => {
  const before = countResources();
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["late-1"],
  });
  await env.runDueJobs();
  const { ports, floatingIps } = env.emulator.state;
  const mark = `boreal-${id}`;
  const port = [...ports.values()].find(({ name }) => name === mark);
  const address = [...floatingIps.values()].find(({ description }) => description === mark);
  if (port === undefined || address === undefined)
    throw new Error("the order has not created anything yet");
  ports.set("late-port", { ...port, id: "late-port", ip: "10.0.0.250", deviceId: "" });
  floatingIps.set("late-address", {
    ...address,
    id: "late-address",
    ip: "203.0.113.250",
    portId: null,
  });
  await env.advanceTime(30);
  expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
  expect(countResources()).toEqual(before.map((count) => count + 1));
});
