/** Live events of the staff area. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { LiveEvent, staffStaleReads, staffTopics } from "#contracts/live.ts";
import { allEndpoints, api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { openStreamAt } from "../../testing/streams.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
let workspace: TestWorkspace;
let customer: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  customer = await createUser(env, "customer@boreal.test");
  workspace = await createWorkspace(env, customer, "live");
});
afterAll(() => env.stop());

async function listen(user = admin) {
  const stream = await openStreamAt(user.client, "/admin/live");
  return {
    ...stream,
    next: async () => LiveEvent.parse(JSON.parse((await stream.message())["data"] ?? "")),
  };
}

test("every read that an event makes stale is an endpoint of staff", () => {
  for (const topic of staffTopics)
    for (const prefix of staffStaleReads(topic)) {
      const reads = allEndpoints.filter(
        ({ id, method }) => method === "GET" && id.startsWith(prefix),
      );
      expect([prefix, reads.some(({ access }) => access.kind === "staff")]).toEqual([prefix, true]);
    }
});

test("staff hear of changes in every workspace, without ids, and not of what they see nowhere", async () => {
  const stream = await listen();
  const publish = (topic: LiveEvent["topic"]) =>
    env.db.withTenant((tx) => publishLiveEvent(tx, workspace.id, { topic, id: workspace.id }));
  await publish("credentials");
  await publish("instances");
  expect(await stream.next()).toMatchObject({ topic: "instances", id: null });
  await publish("billing");
  expect(await stream.next()).toMatchObject({ topic: "billing", id: null });
  await stream.close();
});

test("staff hear of a change that belongs to no workspace, once it is committed", async () => {
  const stream = await listen();
  await customer.client.call(api.account.requestDataCopy, {});
  expect(await stream.next()).toMatchObject({ topic: "workspace", id: null });
  await stream.close();
});

test("a stream of a person who is no longer staff ends with the next heartbeat", async () => {
  const former = await createUser(env, "former@boreal.test", { staffRole: "Support" });
  const stream = await listen(former);
  await env.db.withSystemRole("a test ends a role", (tx) =>
    tx.execute(
      sql`UPDATE user_staff_role SET expired_at = assigned_at WHERE user_id = ${former.id}`,
    ),
  );
  await env.streams.sendHeartbeat();
  expect((await stream.message())["event"]).toBe("heartbeat");
  expect(await stream.next()).toEqual({ topic: "workspace", id: null, change: null });
  await expect(stream.message()).rejects.toThrow("ended");
});

test("customers get no stream of staff", async () => {
  const response = await customer.client.send("GET", "/admin/live", undefined, {
    headers: { accept: "text/event-stream" },
  });
  expect(response.status).toBe(403);
});
