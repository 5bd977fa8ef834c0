/** The console log of an instance, from the cloud's serial console to the response. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { insertInstance } from "../../../testing/instances.ts";
import {
  createOrderContext,
  createProject,
  orderInstance,
} from "../../../testing/order-instances.ts";
import { createTokenClient } from "../../../testing/token-clients.ts";
import { createMember, type TestUser, type TestWorkspace } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { ComputeError } from "../../../ports/compute.ts";
import { askProvider } from "../ask-provider.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let id: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  const context = await createOrderContext(env);
  ({ owner, workspace } = context);
  ({ id } = await orderInstance(owner.client, { ...context, hostname: ["boot-1"] }));
  await env.advanceTime(60);
});
afterAll(() => env.stop());

const readLog = (instance: string, query: { lines?: string } = {}, client = owner.client) =>
  client.call(api.instanceConsole.log, {
    path: { workspace: workspace.handle, instance },
    query,
  });

test("shows the last lines that the instance wrote, as many as asked for", async () => {
  const all = await readLog(id);
  expect(all.data.lines.at(-1)).toBe("boot-1 login: ");
  expect(all.data).toMatchObject({ hasEarlier: false, readAt: env.clock.now().toISOString() });
  const two = await readLog(id, { lines: "2" });
  expect(two.data).toMatchObject({ lines: all.data.lines.slice(-2), hasEarlier: true });
  for (const lines of ["0", "-1", "1001", "2.5", "ten"])
    expect([lines, (await readLog(id, { lines })).status]).toEqual([lines, 422]);
});

test("an instance without a server has no output, and a terminated one no log", async () => {
  const pending = await insertInstance(env, workspace, owner, {
    hostname: "pending-1",
    status: "pending",
  });
  expect((await readLog(pending)).data.lines).toEqual([]);
  const gone = await insertInstance(env, workspace, owner, {
    hostname: "gone-1",
    status: "terminated",
  });
  expect((await readLog(gone)).json).toMatchObject({ reason: "instance_is_terminated" });
});

test("a server that vanished at the cloud has no output", async () => {
  const context = await createOrderContext(env, "vanished");
  const instance = await orderInstance(context.owner.client, { ...context, hostname: ["lost-1"] });
  await env.advanceTime(60);
  for (const server of env.emulator.state.servers.values())
    if (server.name === "lost-1") server.vmState = "deleted";
  const response = await context.owner.client.call(api.instanceConsole.log, {
    path: { workspace: context.workspace.handle, instance: instance.id },
  });
  expect(response).toMatchObject({ status: 200, data: { lines: [] } });
});

test("a region that does not respond is a 503 with its reason, and works again afterwards", async () => {
  env.emulator.faults.add({
    match: { service: "compute" },
    kind: "down",
  });
  const down = await readLog(id);
  expect(down.json).toMatchObject({ code: "unavailable", reason: "region_unavailable" });
  expect(down.headers.get("retry-after")).toBe("10");
  env.emulator.faults.clear();
  expect((await readLog(id)).status).toBe(200);
});

test("a region that is too slow is a 503 too", async () => {
  const never = new Promise<string>(() => undefined);
  await expect(askProvider(() => never, AbortSignal.abort())).rejects.toMatchObject({
    code: "unavailable",
  });
  await expect(askProvider(() => never, AbortSignal.timeout(1))).rejects.toMatchObject({
    code: "unavailable",
  });
  const conflict = ComputeError.rejected("conflict", "not ready");
  await expect(askProvider(() => Promise.reject(conflict))).rejects.toBe(conflict);
});

test("members and tokens read only the logs of instances that they may see", async () => {
  const limited = await createMember(env, workspace, "limited_team_member");
  expect((await readLog(id, {}, limited.client)).status).toBe(404);
  const other = await createProject(env, workspace, owner, "Other");
  const scopes = ["instance.view"] as const;
  const whole = await createTokenClient(env, owner, workspace, { scopes: [...scopes] });
  const confined = await createTokenClient(env, owner, workspace, {
    scopes: [...scopes],
    projectIds: [other],
  });
  const path = { workspace: workspace.handle, instance: id };
  expect((await whole.call(api.instanceConsole.log, { path })).status).toBe(200);
  expect((await confined.call(api.instanceConsole.log, { path })).status).toBe(404);
});
