/** Limits of open streams, their heartbeats and when they are closed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { Heartbeat } from "#contracts/live.ts";
import type { TestClient } from "../../testing/client.ts";
import { openStream } from "../../testing/streams.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { publishLiveEvent } from "../live/live-events.ts";

const limits = { session: 3, user: 5, process: 8 };
let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment({ streamLimits: limits });
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

const listen = (client: TestClient) => openStream(client, workspace.handle);
type Stream = Awaited<ReturnType<typeof listen>>;
const closeAll = async (streams: readonly Stream[]) => {
  for (const stream of streams) await stream.close();
  await expect.poll(() => env.streams.count).toBe(0);
};
async function listenMany(client: TestClient, count: number): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let opened = 0; opened < count; opened += 1) streams.push(await listen(client));
  return streams;
}

test("of 520 streams of one session the newest stay open, and the others get a delay to reconnect", async () => {
  const streams = await listenMany(owner.client, 520);
  expect(env.streams.count).toBe(limits.session);
  const [first] = streams;
  expect(await first?.message()).toEqual({ event: "replaced", data: "{}", retry: "30000" });
  await expect(first?.message()).rejects.toThrow("ended");
  await env.db.withTenant((tx) =>
    publishLiveEvent(tx, workspace.id, { topic: "projects", id: null }),
  );
  for (const stream of streams.slice(-limits.session))
    expect(JSON.parse((await stream.message())["data"] ?? "")).toMatchObject({ topic: "projects" });
  await closeAll(streams);
});

test("sessions of one user share a limit, independently of other users", async () => {
  const other = await createMember(env, workspace, "administrator");
  const apart = await listen(other.client);
  const clients = [owner.client, await signIn(env, owner.id), await signIn(env, owner.id)];
  const streams: Stream[] = [];
  for (const client of clients) streams.push(...(await listenMany(client, 2)));
  expect(env.streams.count).toBe(limits.user + 1);
  expect((await streams[0]?.message())?.["event"]).toBe("replaced");
  await env.streams.sendHeartbeat();
  expect((await apart.message())["event"]).toBe("heartbeat");
  await closeAll([...streams, apart]);
});

test("a process at its limit rejects new streams temporarily", async () => {
  const users = await Promise.all(
    Array.from({ length: limits.process }, (_, at) =>
      createMember(env, workspace, "administrator", `listener-${at}@northwind.test`),
    ),
  );
  const streams: Stream[] = [];
  for (const user of users) streams.push(await listen(user.client));
  const rejected = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/live`,
    undefined,
    {
      headers: { accept: "text/event-stream" },
    },
  );
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(z.object({ code: z.string() }).parse(await rejected.json()).code).toBe("unavailable");
  expect(env.streams.count).toBe(limits.process);
  await closeAll(streams);
});

test("N31: a heartbeat is an event with the server's time", async () => {
  const stream = await listen(owner.client);
  await env.streams.sendHeartbeat();
  env.clock.advance(15_000);
  await env.streams.sendHeartbeat();
  const beats = [await stream.message(), await stream.message()];
  expect(beats.map(({ event }) => event)).toEqual(["heartbeat", "heartbeat"]);
  const times = beats.map(({ data }) => Heartbeat.parse(JSON.parse(data ?? "")).at);
  expect(times.at(-1)).toBe(env.clock.now().toISOString());
  expect(times[0]).not.toBe(times[1]);
  await closeAll([stream]);
});

const endings: [why: string, end: (user: TestUser) => Promise<unknown>][] = [
  [
    "signs out everywhere",
    async ({ id }) =>
      env.db.owner.query("UPDATE session SET revoked_at = now() WHERE user_id = $1", [id]),
  ],
  [
    "changes the password",
    async ({ id }) =>
      env.db.owner.query(
        "UPDATE user_account SET credential_version = credential_version + 1 WHERE id = $1",
        [id],
      ),
  ],
  [
    "is frozen",
    async ({ id }) =>
      env.db.owner.query("UPDATE user_account SET status = 'frozen' WHERE id = $1", [id]),
  ],
  [
    "loses the role without anybody announcing it",
    async ({ id }) =>
      env.db.owner.query("UPDATE user_workspace_role SET expired_at = now() WHERE user_id = $1", [
        id,
      ]),
  ],
];
test.each(endings)("closes the stream of a user who %s at the next heartbeat", async (why, end) => {
  const address = `${why.replaceAll(" ", "-")}@northwind.test`;
  const user = await createMember(env, workspace, "administrator", address);
  const [stream, control] = [await listen(user.client), await listen(owner.client)];
  await end(user);
  await env.streams.sendHeartbeat();
  expect((await stream.message())["event"]).toBe("heartbeat");
  // The page reconnects and gets the reason for the rejection.
  expect(JSON.parse((await stream.message())["data"] ?? "")).toMatchObject({
    topic: "workspace",
  });
  await expect(stream.message()).rejects.toThrow("ended");
  expect((await control.message())["event"]).toBe("heartbeat");
  await closeAll([control]);
});

test("N37: a page is notified immediately when its user's role changes, and reads the new role", async () => {
  const member = await createMember(env, workspace, "team_member", "promoted@northwind.test");
  const stream = await listen(member.client);
  const path = { workspace: workspace.handle, member: member.id };
  for (const roleId of ["limited_team_member", "administrator"] as const) {
    await owner.client.call(api.members.setRole, { path, body: { roleId } });
    expect(JSON.parse((await stream.message())["data"] ?? "")).toMatchObject({
      topic: "workspace",
    });
    const self = (await member.client.call(api.auth.self, {})).data;
    expect(self.userWorkspaceRoles[0]?.workspaceRoleId).toBe(roleId);
  }
  await closeAll([stream]);
});
