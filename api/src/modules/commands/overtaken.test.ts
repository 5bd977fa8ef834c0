/** A command that two workers hold for a moment: the one that was taken for dead changes nothing any more. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import { createCredential, orderInstance, getInstance } from "../../testing/order-instances.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { advanceCommand } from "./engine.ts";

let world: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@north.test");
  workspace = await createWorkspace(world, owner, "north");
  credentialId = await createCredential(world, workspace, owner);
});
afterAll(() => world.stop());

const made = () => {
  const { servers, ports, floatingIps } = world.emulator.world();
  return [servers.length, ports.length, floatingIps.length];
};

/** An engine that stops right before its change number `at`, until it is let go. */
function stoppedBefore(at: number) {
  const reached = Promise.withResolvers<undefined>();
  const mayGoOn = Promise.withResolvers<undefined>();
  let changes = 0;
  const stopping = (compute: ComputeProvider): ComputeProvider => ({
    ...compute,
    checkedBy: (check) =>
      compute.checkedBy(async () => {
        if (++changes === at) {
          reached.resolve(undefined);
          await mayGoOn.promise;
        }
        await check();
      }),
  });
  return {
    reached: reached.promise,
    letGo: () => mayGoOn.resolve(undefined),
    parts: {
      db: world.db,
      clock: world.clock,
      logger: world.worker.logger,
      definitions: commandDefinitions,
      regions: {
        handles: world.regions.handles,
        compute: (handle: string) => {
          const compute = world.regions.compute(handle);
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
  const before = made();
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [`overtaken-${at}`],
  });
  const { commandId } = await world.db.withSystemRole("a test", (tx) =>
    tx.one<{ commandId: string }>(
      sql`SELECT id AS "commandId" FROM command WHERE instance_id = ${id}`,
    ),
  );
  const overtaken = stoppedBefore(at);
  const first = advanceCommand(overtaken.parts, commandId);
  await overtaken.reached;
  // The queue hands the job to another worker, which carries the command on.
  await world.advanceTime(30);
  expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
  overtaken.letGo();
  await first;
  expect(made()).toEqual(before.map((count) => count + 1));
  expect(await getInstance(owner.client, workspace, id)).toMatchObject({
    status: "active",
    usage: [{ endSecond: null }],
  });
});

test("what a late request made beside the instance's own is given back when the instance is ready", async () => {
  const before = made();
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["late-1"],
  });
  await world.runDueJobs();
  const { ports, floatingIps } = world.emulator.state;
  const mark = `boreal-${id}`;
  const port = [...ports.values()].find(({ name }) => name === mark);
  const address = [...floatingIps.values()].find(({ description }) => description === mark);
  if (port === undefined || address === undefined) throw new Error("the order made nothing yet");
  ports.set("late-port", { ...port, id: "late-port", ip: "10.0.0.250", deviceId: "" });
  floatingIps.set("late-address", {
    ...address,
    id: "late-address",
    ip: "203.0.113.250",
    portId: null,
  });
  await world.advanceTime(30);
  expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
  expect(made()).toEqual(before.map((count) => count + 1));
});
