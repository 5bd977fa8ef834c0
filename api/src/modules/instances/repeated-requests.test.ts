/** Power changes and terminations that a client repeats because it got no response. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, orderInstance } from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterAll(() => env.stop());

async function createActiveInstance(hostname: string) {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [hostname],
  });
  await env.advanceTime(30);
  return { workspace: workspace.handle, instance: id };
}
const commandsOf = (instance: string, kind: string) =>
  env.db.withSystemRole(
    "a test counts commands",
    async (tx) =>
      (
        await tx.one<{ n: number }>(
          sql`SELECT count(*) AS n FROM command WHERE instance_id = ${instance} AND kind = ${kind}`,
        )
      ).n,
  );

test("a repeated reboot with the same key gets the first response and reboots once", async () => {
  const path = await createActiveInstance("repeat-1");
  const headers = { "idempotency-key": "a-key-of-one-reboot" };
  const reboot = () =>
    owner.client.call(api.instances.reset, { path, body: { action: "reboot" } }, { headers });
  const first = await reboot();
  const repeated = await reboot();
  expect([first.status, repeated.status]).toEqual([202, 202]);
  expect(repeated.json).toEqual(first.json);
  expect(await commandsOf(path.instance, "reboot")).toBe(1);
  const withoutKey = await owner.client.call(api.instances.reset, {
    path,
    body: { action: "reboot" },
  });
  expect(withoutKey.code).toBe("action_not_possible");
});

test("the same key with another action is rejected", async () => {
  const path = await createActiveInstance("repeat-2");
  const headers = { "idempotency-key": "a-key-of-two-actions" };
  const reset = (action: "reboot" | "power_off") =>
    owner.client.call(api.instances.reset, { path, body: { action } }, { headers });
  expect((await reset("reboot")).status).toBe(202);
  expect((await reset("power_off")).code).toBe("idempotency_key_reused");
});

test("of concurrent terminations with the same key one takes effect and all get its response", async () => {
  const path = await createActiveInstance("repeat-3");
  const headers = { "idempotency-key": "a-key-of-one-termination" };
  const responses = await Promise.all(
    Array.from({ length: 5 }, () =>
      owner.client.call(api.instances.terminate, { path }, { headers }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  expect(new Set(responses.map(({ json }) => JSON.stringify(json))).size).toBe(1);
  expect(await commandsOf(path.instance, "keep")).toBe(1);
});
