/** An instance whose flavor has no disk starts from a volume of the product's size, which ends with the instance. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, getInstance, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE product SET flavor = 'volume-2', disk_gb = 50 WHERE flavor = 'cpu-2' AND status <> 'deleted'`,
    ),
  );
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
});
afterAll(() => env.stop());

const order = async (hostname: string) =>
  (
    await orderInstance(owner.client, {
      workspace,
      credentialId,
      hostname: [hostname],
      product: "2 vCPU",
    })
  ).id;
const view = (id: string) => getInstance(owner.client, workspace, id);

test("the volume carries instance and workspace, and is deleted with the instance", async () => {
  const id = await order("from-volume");
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("active");
  expect(env.emulator.world().volumes).toMatchObject([
    {
      name: `boreal-${id}`,
      sizeGb: 50,
      metadata: { boreal_key: id, boreal_owner: workspace.id },
      serverId: env.emulator.world().servers[0]?.id,
    },
  ]);
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
  });
  await env.advanceTime(60);
  expect((await view(id)).status).toBe("terminated");
  expect(env.emulator.world()).toEqual({ servers: [], ports: [], floatingIps: [], volumes: [] });
});

test("labeling is repeated after an outage of the block storage, and the instance becomes active", async () => {
  env.emulator.faults.add({
    match: { service: "volume", method: "PUT" },
    kind: "status",
    status: 503,
    times: 2,
    retryAfterSeconds: 0,
    delayMs: 0,
  });
  const id = await order("volume-outage");
  await env.advanceTime(120);
  expect((await view(id)).status).toBe("active");
  expect(env.emulator.world().volumes).toMatchObject([{ name: `boreal-${id}` }]);
});
