import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { LiveEvent } from "#contracts/live.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  type TestWorkspace,
} from "../../testing/users.ts";
import { openStream } from "../../testing/streams.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { publishLiveEvent } from "./live-events.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

/** An open stream of a workspace; `next` waits for the next event. */
async function listen(user: TestUser, target = workspace) {
  const stream = await openStream(user.client, target.handle);
  expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
  return {
    ...stream,
    next: async () => LiveEvent.parse(JSON.parse((await stream.message())["data"] ?? "")),
  };
}

test("an open page receives an event as soon as the change is committed", async () => {
  const stream = await listen(owner);
  const project = (
    await owner.client.call(api.projects.create, {
      path: { workspace: workspace.handle },
      body: { name: "Heard" },
    })
  ).data;
  expect(await stream.next()).toMatchObject({ topic: "projects", id: project.id });
  await stream.close();
});

test("does not deliver events of rolled-back transactions or of other workspaces", async () => {
  const other = await createWorkspace(env, owner, "elsewhere");
  const stream = await listen(owner);
  const id = "01890000-0000-7000-8000-000000000000";
  const undone = env.db.withTenant(async (tx) => {
    await publishLiveEvent(tx, workspace.id, { topic: "instances", id });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await env.db.withTenant((tx) => publishLiveEvent(tx, other.id, { topic: "instances", id }));
  await env.db.withTenant((tx) =>
    publishLiveEvent(tx, workspace.id, { topic: "credentials", id: null }),
  );
  expect(await stream.next()).toMatchObject({ topic: "credentials", id: null });
  await stream.close();
});

test("a member with only granted projects is notified of a change without its details", async () => {
  const limited = await createMember(env, workspace, "limited_team_member");
  const stream = await listen(limited);
  await env.db.withTenant((tx) =>
    publishLiveEvent(tx, workspace.id, {
      topic: "projects",
      id: "01890000-0000-7000-8000-000000000000",
    }),
  );
  expect(await stream.next()).toMatchObject({ topic: "projects", id: null });
  await stream.close();
});

const someId = "01890000-0000-7000-8000-000000000000";
const publish = (topic: LiveEvent["topic"]) =>
  env.db.withTenant((tx) => publishLiveEvent(tx, workspace.id, { topic, id: someId }));

test("delivers ids only to roles that may see the object", async () => {
  const seen = {
    team_member: ["credentials"],
    billing_administrator: [],
    administrator: ["credentials", "tokens"],
  };
  for (const role of ["team_member", "billing_administrator", "administrator"] as const) {
    const stream = await listen(await createMember(env, workspace, role));
    for (const topic of ["credentials", "tokens"] as const) {
      await publish(topic);
      const id = seen[role].some((one) => one === topic) ? someId : null;
      expect([role, await stream.next()]).toMatchObject([role, { topic, id }]);
    }
    await stream.close();
  }
});

test("reduced permissions take effect without reopening the stream", async () => {
  const member = await createMember(env, workspace, "team_member", "demoted@northwind.test");
  const stream = await listen(member);
  await publish("projects");
  expect(await stream.next()).toMatchObject({ topic: "projects", id: someId });
  const path = { workspace: workspace.handle, member: member.id };
  await owner.client.call(api.members.setRole, { path, body: { roleId: "limited_team_member" } });
  expect(await stream.next()).toMatchObject({ topic: "workspace", id: null });
  let received: LiveEvent;
  do {
    await publish("projects");
    received = await stream.next();
  } while (received.id !== null);
  expect(received.topic).toBe("projects");
  await stream.close();
});

const overNow = { topic: "workspace", id: null };

test("a removed member gets a refetch event immediately and no further events", async () => {
  const member = await createMember(env, workspace, "team_member", "removed@northwind.test");
  const [stream, control] = [await listen(member), await listen(owner)];
  const path = { workspace: workspace.handle, member: member.id };
  await owner.client.call(api.members.remove, { path });
  // The event that a member left, and after the refetch that it was the user itself.
  expect([await stream.next(), await stream.next()]).toMatchObject([overNow, overNow]);
  expect(await control.next()).toMatchObject(overNow);
  await publish("projects");
  expect(await control.next()).toMatchObject({ topic: "projects", id: someId });
  expect(stream.buffered()).toBe("");
  await stream.close();
  await control.close();
});

test("an expired session receives no further events", async () => {
  const member = await createMember(env, workspace, "administrator", "asleep@northwind.test");
  const client = await signIn(env, member.id, { lifeMs: 60_000 });
  const stream = await listen({ ...member, client });
  env.clock.advance(60_000);
  await publish("workspace");
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { ...overNow, id: someId },
    overNow,
  ]);
  await stream.close();
});

test("after a lost database connection every page gets a refetch event and later events", async () => {
  const stream = await listen(owner);
  await env.db.owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  expect(await stream.next()).toEqual({ topic: "workspace", id: null, change: null });
  await env.db.withTenant((tx) =>
    publishLiveEvent(tx, workspace.id, { topic: "projects", id: null }),
  );
  expect(await stream.next()).toMatchObject({ topic: "projects", id: null });
  await stream.close();
});

test("the headers of a response show whether it already contains the change of an event", async () => {
  const path = { workspace: workspace.handle };
  const stream = await listen(owner);
  const before = await owner.client.call(api.projects.list, { path });
  await owner.client.call(api.projects.create, { path, body: { name: "Changed once" } });
  const { change } = await stream.next();
  const after = await owner.client.call(api.projects.list, { path });
  const visible = async (headers: Headers) => {
    const { rows } = await env.db.owner.query(
      "SELECT pg_visible_in_snapshot($1::xid8, $2::pg_snapshot) AS seen",
      [change, headers.get("x-seen-changes")],
    );
    return rows;
  };
  expect(change).toMatch(/^\d+$/);
  expect(await visible(before.headers)).toEqual([{ seen: false }]);
  expect(await visible(after.headers)).toEqual([{ seen: true }]);
  await stream.close();
});

test("rejects a client that does not accept a stream", async () => {
  const response = await owner.client.send("GET", `/api/v1/workspaces/${workspace.handle}/live`);
  expect(response.status).toBe(406);
  expect(z.object({ code: z.string() }).parse(await response.json()).code).toBe("not_acceptable");
});

test("a stream of a page that shows answers read before repeats the events of the last half minute", async () => {
  const start = { ...owner, client: await signIn(env, owner.id) };
  env.clock.advance(60_000);
  const publish = (id: string) =>
    env.db.withSystemRole("a test publishes", (tx) =>
      publishLiveEvent(tx, workspace.id, { topic: "projects", id }),
    );
  const watching = await listen(start);
  await publish("old");
  expect((await watching.next()).id).toBe("old");
  env.clock.advance(31_000);
  await publish("recent");
  expect((await watching.next()).id).toBe("recent");
  const continued = await openStream(start.client, workspace.handle, { "last-event-id": "page" });
  expect(LiveEvent.parse(JSON.parse((await continued.message())["data"] ?? "")).id).toBe("recent");
  await publish("next");
  expect(LiveEvent.parse(JSON.parse((await continued.message())["data"] ?? "")).id).toBe("next");
  await watching.close();
  await continued.close();
});
