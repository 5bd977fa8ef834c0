/** Display name and delete protection of an instance. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { EndpointInput } from "#contracts/endpoint.ts";
import { sql } from "../../core/db/db.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { insertInstance, type InstanceOptions } from "../../testing/instances.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@settings.test");
  ({ workspace } = await createNewWorkspace(env, owner, "settings"));
});
afterAll(() => env.stop());

type Changes = EndpointInput<typeof api.instances.update>["body"];

const path = (instance: string) => ({ workspace: workspace.handle, instance });
const create = (hostname: string, options: Partial<InstanceOptions> = {}) =>
  insertInstance(env, workspace, owner, { hostname, ...options });
const update = (id: string, body: Changes, user = owner) =>
  user.client.call(api.instances.update, { path: path(id), body });
const terminate = (id: string, user = owner) =>
  user.client.call(api.instances.terminate, { path: path(id) });
const audited = (id: string) =>
  env.db.withSystemRole("a test reads the audit", (tx) =>
    tx.many<{ action: string; result: string; changes: unknown }>(
      sql`SELECT action, result, changes FROM audit_event WHERE target_id = ${id} ORDER BY id`,
    ),
  );

test("a display name is trimmed, shown in list and export, found by search, and can be removed", async () => {
  const id = await create("shop-1");
  const saved = await update(id, { displayName: "  Web  shop Ünïcode " });
  expect(saved.data).toMatchObject({ hostname: "shop-1", displayName: "Web shop Ünïcode" });
  const listed = await owner.client.call(api.instances.list, {
    path: { workspace: workspace.handle },
    query: { search: "ünïcode" },
  });
  expect(listed.data.data.map(({ displayName }) => displayName)).toEqual(["Web shop Ünïcode"]);
  const find = async (term: string) => {
    const found = await owner.client.call(api.search.find, {
      path: { workspace: workspace.handle },
      query: { term },
    });
    return found.data.instances.map(({ hostname }) => hostname);
  };
  expect(await find("WEB SHOP")).toEqual(["shop-1"]);
  expect(await find("100%_")).toEqual([]);
  const { rows } = await downloadCsv(
    owner.client,
    `/api/v1/workspaces/${workspace.handle}/instances/export`,
  );
  expect(rows).toContainEqual(
    expect.objectContaining({
      name: "shop-1",
      displayName: "Web shop Ünïcode",
      deleteProtection: "off",
    }),
  );
  expect((await update(id, { displayName: null })).data.displayName).toBeNull();
  expect(await find("web shop")).toEqual([]);
});

test("rejects names that are empty, too long or hidden, and unknown fields", async () => {
  const id = await create("strict-1");
  const bad = [
    { displayName: " " },
    { displayName: "x".repeat(65) },
    { displayName: "a\u202eb" },
    { displayName: "a\u0000b" },
  ];
  for (const body of bad) {
    const response = await update(id, body);
    expect([body, response.status]).toEqual([body, 422]);
  }
  const unknown = await owner.client.send(
    "PUT",
    `/api/v1/workspaces/${workspace.handle}/instances/${id}`,
    { hostname: "other" },
  );
  expect(unknown.status).toBe(422);
  expect(await update(id, {})).toMatchObject({ status: 200, data: { displayName: null } });
});

test("a protected instance is terminated by nobody until protection is turned off", async () => {
  const id = await create("safe-1");
  const administrator = await createMember(env, workspace, "administrator");
  expect((await update(id, { deleteProtection: true })).data.deleteProtection).toBe(true);
  for (const user of [owner, administrator])
    expect((await terminate(id, user)).json).toMatchObject({
      code: "action_not_possible",
      reason: "instance_is_protected",
    });
  const token = await createTokenClient(env, owner, workspace, { scopes: ["instance.terminate"] });
  const path = `/api/v1/workspaces/${workspace.handle}/instances/${id}/terminate`;
  expect((await token.send("DELETE", path)).status).toBe(409);
  const { data } = await owner.client.call(api.instances.view, {
    path: { workspace: workspace.handle, instance: id },
  });
  expect(data).toMatchObject({ status: "active", deleteProtection: true });
  await update(id, { deleteProtection: false });
  expect((await terminate(id)).status).toBe(202);
  // A termination that is repeated succeeds, as without protection.
  expect((await terminate(id)).status).toBe(202);
});

test("protection and termination at once end with one of them, never with both", async () => {
  for (let round = 0; round < 5; round++) {
    const id = await create(`race-${round}`);
    const [protect, end] = await Promise.all([
      update(id, { deleteProtection: true }),
      terminate(id),
    ]);
    const { data } = await owner.client.call(api.instances.view, { path: path(id) });
    const outcome = { protect: protect.status, end: end.status, status: data.status };
    expect([
      { protect: 200, end: 409, status: "active" },
      { protect: 409, end: 202, status: "terminating" },
    ]).toContainEqual(outcome);
  }
});

test("two changes of different fields at once are both kept", async () => {
  const id = await create("both-1");
  await Promise.all([update(id, { displayName: "Both" }), update(id, { deleteProtection: true })]);
  const { data } = await owner.client.call(api.instances.view, { path: path(id) });
  expect(data).toMatchObject({ displayName: "Both", deleteProtection: true });
});

test("each change is audited with its values, and a request that changes nothing without any", async () => {
  const id = await create("audit-1");
  await update(id, { displayName: "First" });
  env.clock.advance(1_000);
  await update(id, { displayName: "First" });
  env.clock.advance(1_000);
  await update(id, { deleteProtection: true });
  expect(await audited(id)).toEqual([
    {
      action: "instances.update",
      result: "ok",
      changes: [{ field: "displayName", from: null, to: "First" }],
    },
    { action: "instances.update", result: "ok", changes: [] },
    {
      action: "instances.update",
      result: "ok",
      changes: [{ field: "deleteProtection", from: false, to: true }],
    },
  ]);
});

test("a terminated instance keeps its name, and an instance of another workspace is not found", async () => {
  const id = await create("gone-1", { status: "terminated" });
  expect((await update(id, { displayName: "Late" })).json).toMatchObject({
    code: "action_not_possible",
    message: "Not available while the instance is terminated",
  });
  const other = await createNewWorkspace(env, owner, "elsewhere");
  const response = await owner.client.call(api.instances.update, {
    path: { workspace: other.workspace.handle, instance: id },
    body: { displayName: "Foreign" },
  });
  expect(response.status).toBe(404);
});
