import { afterAll, beforeAll, expect, test } from "vitest";
import { actionDenial } from "#contracts/actions/action.ts";
import { instanceActions } from "#contracts/actions/instances.ts";
import { sessionActor } from "#contracts/actions/session-actor.ts";
import { api } from "#contracts/api.ts";
import { instanceStatuses, resetActions, unavailableReason } from "#contracts/instance-states.ts";
import { sql } from "../../core/db/db.ts";
import {
  createOrderContext,
  createProject,
  placeOrder,
  orderInstance,
  getInstance,
} from "../../testing/order-instances.ts";
import { insertInstance } from "../../testing/instances.ts";
import { createMember, type TestUser, type TestWorkspace } from "../../testing/users.ts";
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

const path = (instance: string) => ({ workspace: workspace.handle, instance });
const orderOne = (hostname: string, more: object = {}) =>
  orderInstance(owner.client, { workspace, credentialId, hostname: [hostname], ...more });
const list = async (query: object = {}, client = owner.client) =>
  (await client.call(api.instances.list, { path: { workspace: "north" }, query })).data;
const names = async (query: object = {}) =>
  (await list(query)).data.map(({ hostname }) => hostname);
const put = (id: string, status: string) =>
  env.db.withSystemRole("a test sets an instance's state", (tx) =>
    tx.execute(sql`UPDATE instance SET status = ${status} WHERE id = ${id}`),
  );

test("the server enforces the table of actions per state", async () => {
  const { id } = await orderOne("table-1");
  await env.advanceTime(30);
  for (const status of instanceStatuses) {
    for (const action of resetActions) {
      await put(id, status);
      const reason = unavailableReason(action, { status, everActive: true });
      const response = await owner.client.call(api.instances.reset, {
        path: path(id),
        body: { action },
      });
      expect([status, action, response.status]).toEqual([
        status,
        action,
        reason === null ? 202 : 409,
      ]);
      if (reason !== null)
        expect(response.json).toMatchObject({
          code: "action_not_possible",
          message: reason.message,
        });
      else await env.advanceTime(30);
    }
  }
  await put(id, "active");
});

test("during a power change another is rejected, but a hard reboot ends a reboot that hangs", async () => {
  const { id } = await orderOne("busy-1");
  await env.advanceTime(30);
  const reset = (action: (typeof resetActions)[number]) =>
    owner.client.call(api.instances.reset, { path: path(id), body: { action } });
  expect((await reset("power_off")).data).toMatchObject({
    status: "active",
    statusReason: "stopping",
  });
  expect((await reset("reboot")).json).toMatchObject({
    code: "action_not_possible",
    message: "Not available while the instance is stopping",
  });
  await env.advanceTime(20);
  expect((await getInstance(owner.client, workspace, id)).status).toBe("stopped");
  expect((await reset("power_on")).data).toMatchObject({
    status: "stopped",
    statusReason: "starting",
  });
  await env.advanceTime(20);
  expect((await reset("reboot")).data.status).toBe("rebooting");
  expect((await reset("hard_reboot")).status).toBe(202);
  await env.advanceTime(30);
  expect(await getInstance(owner.client, workspace, id)).toMatchObject({
    status: "active",
    statusReason: null,
  });
  const logs = await owner.client.call(api.instances.logs, {
    path: path(id),
    query: { perPage: "50" },
  });
  expect(
    logs.data.data.map(({ commandKind, step, status }) => `${commandKind} ${step} ${status}`),
  ).toEqual([
    ...["reserve", "network", "address", "server", "install", "ready"].map(
      (step) => `create ${step} complete`,
    ),
    ...["power_off", "power_on", "hard_reboot"].flatMap((kind) => [
      `${kind} request complete`,
      `${kind} settle complete`,
    ]),
  ]);
});

test("of two concurrent resets one is accepted", async () => {
  const { id } = await orderOne("double-1");
  await env.advanceTime(30);
  const responses = await Promise.all(
    ["power_off", "power_off"].map(() =>
      owner.client.call(api.instances.reset, { path: path(id), body: { action: "power_off" } }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 409]);
  await env.advanceTime(20);
});

test("terminating twice is terminating once; billing ends when the first was accepted", async () => {
  const { id } = await orderOne("back-1");
  await env.advanceTime(100);
  const acceptedAt = env.clock.now().getTime() / 1000;
  const [first, second] = await Promise.all(
    [1, 2].map(() => owner.client.call(api.instances.terminate, { path: path(id) })),
  );
  expect([first?.status, second?.status]).toEqual([202, 202]);
  await env.advanceTime(30);
  const third = await owner.client.call(api.instances.terminate, { path: path(id) });
  expect(third.data).toMatchObject({ status: "terminated", usage: [{ endSecond: acceptedAt }] });
  const commands = await env.db.withSystemRole("a test", (tx) =>
    tx.many(sql`SELECT FROM command WHERE instance_id = ${id} AND kind = 'keep'`),
  );
  expect(commands).toHaveLength(1);
  expect(third.data.costSoFar.cents).toBe(
    (await getInstance(owner.client, workspace, id)).costSoFar.cents,
  );
});

test("C017: terminating an instance changes no other, and the list hides it once it is gone", async () => {
  const { data } = await placeOrder(owner.client, {
    workspace,
    credentialId,
    hostname: ["row-1", "row-2", "row-3", "row-4", "row-5"],
  });
  await env.advanceTime(30);
  await owner.client.call(api.instances.terminate, { path: path(data.instances[2]?.id ?? "") });
  const shown = (await list({ search: "row-", orderBy: "hostname" })).data.map(
    ({ hostname, status }) => `${hostname} ${status}`,
  );
  expect(shown).toEqual([
    "row-1 active",
    "row-2 active",
    "row-3 terminating",
    "row-4 active",
    "row-5 active",
  ]);
  await env.advanceTime(30);
  expect(await names({ search: "row-", orderBy: "hostname" })).toEqual([
    "row-1",
    "row-2",
    "row-4",
    "row-5",
  ]);
  expect(await names({ search: "row-", status: "terminated" })).toEqual(["row-3"]);
});

test("the list is filtered, sorted and searched, with consistent totals", async () => {
  const projectId = await createProject(env, workspace, owner, "Listed");
  await orderOne("list-b", { region: "keflavik", product: "1 × L40S", body: { projectId } });
  env.clock.advance(1000);
  await orderOne("list-a", { region: "kajaani", product: "2 vCPU", body: { projectId } });
  env.clock.advance(1000);
  await orderOne("list-c", { region: "kajaani", product: "8 vCPU", body: { projectId } });
  await env.advanceTime(30);
  expect(await names({ project: projectId, orderBy: "hostname" })).toEqual([
    "list-a",
    "list-b",
    "list-c",
  ]);
  expect(await names({ project: projectId, orderBy: "-hourlyRate" })).toEqual([
    "list-b",
    "list-c",
    "list-a",
  ]);
  expect(await names({ project: projectId })).toEqual(["list-c", "list-a", "list-b"]);
  expect(await names({ regionHandle: "keflavik,atlantis" })).toEqual(["list-b"]);
  expect(await names({ regionHandle: "keflavik,kajaani", orderBy: "hostname" })).toEqual([
    "list-a",
    "list-b",
    "list-c",
  ]);
  expect(await names({ variants: "bare_metal" })).toEqual([]);
  expect(await names({ project: "nonsense" })).toEqual([]);
  const one = (await list({ search: "LIST-A" })).data[0];
  expect(one?.project).toMatchObject({ name: "Listed", colour: "teal" });
  expect(await names({ search: one?.publicIp ?? "" })).toEqual(["list-a"]);
  expect(await names({ search: one?.id ?? "" })).toEqual(["list-a"]);
  expect(await names({ search: "%" })).toEqual([]);
  expect(await names({ search: "_" })).toEqual([]);
  const all = await list({ perPage: "2" });
  const counted = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM instance WHERE workspace_id = ${workspace.id} AND status <> 'terminated'`,
    ),
  );
  expect(all.meta).toMatchObject({
    total: counted.n,
    totalIsExact: true,
    lastPage: Math.ceil(counted.n / 2),
  });
  const seen: string[] = [];
  for (let page = 1, after: string | null = null; ; page++) {
    const part = await list({
      page: String(page),
      perPage: "2",
      ...(after === null ? {} : { after }),
    });
    seen.push(...part.data.map(({ id }) => id));
    after = part.meta.next;
    if (after === null) break;
  }
  expect(new Set(seen).size).toBe(counted.n);
  expect(
    (
      await owner.client.call(api.instances.list, {
        path: { workspace: "north" },
        query: { orderBy: "secret" },
      })
    ).status,
  ).toBe(422);
  expect((await list({ page: "10000" })).data).toEqual([]);
});

test("a team member's instance in another member's project belongs to that member, in the rules and on the server", async () => {
  const member = await createMember(env, workspace, "team_member", "tim@north.test");
  const project = await createProject(env, workspace, owner, "Vision");
  const id = await insertInstance(env, workspace, member, {
    hostname: "lent",
    projectId: project,
  });
  const { data } = await member.client.call(api.instances.view, { path: path(id) });
  expect(data).toMatchObject({ createdBy: { id: member.id }, owner: { id: owner.id } });
  const [row] = (await list({ search: "lent" }, member.client)).data;
  expect(row?.owner).toEqual(data.owner);

  const self = (await member.client.call(api.auth.self, {})).data;
  const actor = sessionActor(self, self.userWorkspaceRoles[0] ?? null);
  for (const action of resetActions) {
    const denial = actionDenial(actor, instanceActions[action], data, env.clock.now());
    expect(denial).toMatchObject({ code: "not_own_instance", ownerName: owner.name });
    const response = await member.client.call(api.instances.reset, {
      path: path(id),
      body: { action },
    });
    expect([response.status, response.code]).toEqual([403, denial?.problem]);
  }
  const terminated = await member.client.call(api.instances.terminate, { path: path(id) });
  expect(terminated.status).toBe(403);
});

test("a limited team member sees only instances of granted projects, and their count", async () => {
  const limited = await createMember(env, workspace, "limited_team_member");
  const projectId = await createProject(env, workspace, owner, "Granted");
  const { id } = await orderOne("granted-1", { body: { projectId } });
  const hidden = await orderOne("hidden-1");
  expect(await list({}, limited.client)).toMatchObject({ data: [], meta: { total: 0 } });
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at) VALUES (${workspace.id}, ${projectId}, ${limited.id}, ${env.clock.now()})`,
    ),
  );
  expect(await list({}, limited.client)).toMatchObject({
    data: [{ hostname: "granted-1" }],
    meta: { total: 1 },
  });
  expect(
    (await limited.client.call(api.instances.logs, { path: path(id) })).data.data.length,
  ).toBeGreaterThan(0);
  expect((await limited.client.call(api.instances.view, { path: path(hidden.id) })).status).toBe(
    404,
  );
  expect(
    (await limited.client.call(api.instances.reset, { path: path(id), body: {} })).status,
  ).toBe(403);
});

test("C085, C088: the timeline is in order, and each step has its own times", async () => {
  const { id } = await orderOne("time-1");
  const orderedAt = env.clock.now().getTime();
  await env.advanceTime(30);
  const { data } = await owner.client.call(api.instances.logs, { path: path(id) });
  const [first, last] = [data.data[0], data.data.at(-1)];
  expect(new Date(first?.requestedAt ?? 0).getTime()).toBe(orderedAt);
  expect(new Date(last?.finishedAt ?? 0).getTime()).toBeGreaterThan(orderedAt);
  expect(data.data.map(({ typicalSeconds }) => typicalSeconds)).toEqual([1, 1, 1, 2, 60, null]);
  const failed = await owner.client.call(api.instances.logs, {
    path: path(id),
    query: { status: "failed" },
  });
  expect(failed.data.meta.total).toBe(0);
});
