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

/** An open stream of a workspace; `next` waits for the event that comes. */
async function listen(user: TestUser, place = workspace) {
  const stream = await openStream(user.client, place.handle);
  expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
  return {
    ...stream,
    next: async () => LiveEvent.parse(JSON.parse((await stream.message())["data"] ?? "")),
  };
}

test("an open page hears of a change as soon as it is on disk", async () => {
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

test("a change that is taken back is not told, and neither is one of another workspace", async () => {
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

test("who sees only granted projects learns that something changed, and not what", async () => {
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
const tell = (topic: LiveEvent["topic"]) =>
  env.db.withTenant((tx) => publishLiveEvent(tx, workspace.id, { topic, id: someId }));

test("of what a role does not see nobody learns the id, and of what it sees everybody does", async () => {
  const seen = {
    team_member: ["credentials"],
    billing_administrator: [],
    administrator: ["credentials", "tokens"],
  };
  for (const role of ["team_member", "billing_administrator", "administrator"] as const) {
    const stream = await listen(await createMember(env, workspace, role));
    for (const topic of ["credentials", "tokens"] as const) {
      await tell(topic);
      const id = seen[role].some((one) => one === topic) ? someId : null;
      expect([role, await stream.next()]).toMatchObject([role, { topic, id }]);
    }
    await stream.close();
  }
});

test("who sees less from now on learns less from now on, without opening the stream again", async () => {
  const member = await createMember(env, workspace, "team_member", "demoted@northwind.test");
  const stream = await listen(member);
  await tell("projects");
  expect(await stream.next()).toMatchObject({ topic: "projects", id: someId });
  const path = { workspace: workspace.handle, member: member.id };
  await owner.client.call(api.members.setRole, { path, body: { roleId: "limited_team_member" } });
  expect(await stream.next()).toMatchObject({ topic: "workspace", id: null });
  let heard: LiveEvent;
  do {
    await tell("projects");
    heard = await stream.next();
  } while (heard.id !== null);
  expect(heard.topic).toBe("projects");
  await stream.close();
});

const overNow = { topic: "workspace", id: null };

test("who was taken out is told to ask again at once, and hears nothing after that", async () => {
  const member = await createMember(env, workspace, "team_member", "removed@northwind.test");
  const [stream, control] = [await listen(member), await listen(owner)];
  const path = { workspace: workspace.handle, member: member.id };
  await owner.client.call(api.members.remove, { path });
  // That somebody left, and, once it was asked for, that it was oneself.
  expect([await stream.next(), await stream.next()]).toMatchObject([overNow, overNow]);
  expect(await control.next()).toMatchObject(overNow);
  await tell("projects");
  expect(await control.next()).toMatchObject({ topic: "projects", id: someId });
  expect(stream.buffered()).toBe("");
  await stream.close();
  await control.close();
});

test("a session that has run out hears nothing more", async () => {
  const member = await createMember(env, workspace, "administrator", "asleep@northwind.test");
  const client = await signIn(env, member.id, { lifeMs: 60_000 });
  const stream = await listen({ ...member, client });
  env.clock.advance(60_000);
  await tell("workspace");
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { ...overNow, id: someId },
    overNow,
  ]);
  await stream.close();
});

test("after a lost connection to the database every page is told to ask again, and hears on", async () => {
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

test("a page knows by its answer whether it has what an event tells of", async () => {
  const path = { workspace: workspace.handle };
  const stream = await listen(owner);
  const before = await owner.client.call(api.projects.list, { path });
  await owner.client.call(api.projects.create, { path, body: { name: "Told once" } });
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

test("a client that does not want a stream is told so", async () => {
  const response = await owner.client.send("GET", `/api/v1/workspaces/${workspace.handle}/live`);
  expect(response.status).toBe(406);
  expect(z.object({ code: z.string() }).parse(await response.json()).code).toBe("not_acceptable");
});
