/** Reinstalling an instance of either variant: it keeps its id, name, addresses and price. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { addItems, findHost, orderMetal } from "../../testing/bare-metal.ts";
import {
  createCredential,
  createOrderContext,
  getInstance,
  orderInstance,
} from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
let images: readonly { id: string; name: string }[];
beforeAll(async () => {
  env = await startTestEnvironment();
  context = await createOrderContext(env);
  ({ images } = (await context.owner.client.call(api.catalogue.offer, {})).data);
  env.foreman.state.timings.installMs = 60_000;
});
afterAll(() => env.stop());

const imageId = (name: string) => images.find((image) => image.name === name)?.id ?? "";
const path = (instance: string) => ({ workspace: context.workspace.handle, instance });
const view = (id: string) => getInstance(context.owner.client, context.workspace, id);
const reinstall = (id: string, body: object = {}) =>
  context.owner.client.call(api.instances.reinstall, { path: path(id), body });
const server = (id: string) =>
  [...env.emulator.state.servers.values()].find(({ tags }) => tags.includes(`boreal-${id}`));

let count = 0;
async function runVirtual(name = "vm") {
  count += 1;
  const hostname = [`${name}-${count}`];
  const { id } = await orderInstance(context.owner.client, { ...context, hostname });
  await env.advanceTime(30);
  expect((await view(id)).status).toBe("active");
  return id;
}
async function runMetal(host: string) {
  count += 1;
  await addItems(env, host);
  const hostname = [`metal-${count}`];
  const { id } = await orderMetal(context.owner.client, { ...context, hostname });
  await env.advanceTime(150, 10);
  expect((await view(id)).status).toBe("active");
  return id;
}

const kept = ({
  id,
  hostname,
  publicIp,
  privateIp,
  hourlyRate,
  usage,
  product,
}: Awaited<ReturnType<typeof view>>) => ({
  id,
  hostname,
  publicIp,
  privateIp,
  hourlyRate,
  usage,
  product,
});

test("N19: a virtual machine gets another image and other keys, and keeps the rest", async () => {
  const id = await runVirtual();
  const before = await view(id);
  const serverId = server(id)?.id;
  const other = await createCredential(env, context.workspace, context.owner, "other");
  const accepted = await reinstall(id, {
    operatingsystem: imageId("Debian 13"),
    workspaceCredential: [other],
  });
  expect(accepted.status).toBe(202);
  expect(accepted.data).toMatchObject({ status: "building", statusReason: "reinstalling" });
  expect((await reinstall(id)).status).toBe(409);
  await env.advanceTime(30);
  const after = await view(id);
  expect(after).toMatchObject({
    status: "active",
    statusReason: null,
    image: { name: "Debian 13" },
    credential: { id: other },
  });
  expect(kept(after)).toEqual(kept(before));
  expect(server(id)?.id).toBe(serverId);
  const userData = Buffer.from(server(id)?.userData ?? "", "base64").toString();
  const keys = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ key: string }>(sql`SELECT public_key AS key FROM credential WHERE id = ${other}`),
  );
  expect(userData).toContain(keys.key);
});

test("a stopped virtual machine runs afterwards; one whose rebuild fails is in error, still billed, and can be tried again", async () => {
  const id = await runVirtual();
  await context.owner.client.call(api.instances.reset, {
    path: path(id),
    body: { action: "power_off" },
  });
  await env.advanceTime(30);
  expect((await reinstall(id)).status).toBe(202);
  await env.advanceTime(60);
  expect(await view(id)).toMatchObject({ status: "active" });

  const failing = await runVirtual();
  const row = server(failing);
  if (row !== undefined) row.name = "rebuild-error";
  await reinstall(failing);
  await env.advanceTime(30);
  expect(await view(failing)).toMatchObject({
    status: "error",
    usage: [{ endSecond: null }],
  });
  if (row !== undefined) row.name = "works";
  expect((await reinstall(failing)).status).toBe(202);
  await env.advanceTime(30);
  expect(await view(failing)).toMatchObject({ status: "active" });
});

test("N19: bare metal is installed again on the same item; after two failures the instance is in error and keeps its item", async () => {
  const id = await runMetal("again.test");
  const before = await view(id);
  expect((await reinstall(id, { operatingsystem: imageId("Ubuntu 24.04 LTS") })).status).toBe(202);
  await env.advanceTime(150, 10);
  const after = await view(id);
  expect(after).toMatchObject({ status: "active", image: { name: "Ubuntu 24.04 LTS" } });
  expect(kept(after)).toEqual(kept(before));
  expect(await findHost(env, id)).toBe("again.test");
  expect(env.foreman.state.find("again.test")).toMatchObject({ hostGroupId: 1 });

  await addItems(env, "spare.test");
  const row = env.foreman.state.find("again.test");
  const rename = async (name: string) => {
    if (row !== undefined) row.name = name;
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`UPDATE bare_metal_item SET foreman_host = ${name} WHERE instance_id = ${id}`),
    );
  };
  await rename("install-fails.test");
  await reinstall(id);
  await env.advanceTime(300, 10);
  expect(await view(id)).toMatchObject({
    status: "error",
    statusReason: "installation_failed",
    usage: [{ endSecond: null }],
  });
  expect(await findHost(env, id)).toBe("install-fails.test");
  await rename("again.test");
  expect((await reinstall(id)).status).toBe(202);
  await env.advanceTime(200, 10);
  expect(await view(id)).toMatchObject({ status: "active", publicIp: before.publicIp });
});

test("images and keys that do not fit are rejected with their fields, and nothing changes", async () => {
  const id = await runMetal("checked.test");
  const unknown = "01890000-0000-7000-8000-000000000000";
  const rejected = await reinstall(id, {
    operatingsystem: imageId("Rocky Linux 9"),
    workspaceCredential: [context.credentialId, context.credentialId, unknown],
  });
  expect(rejected.fields).toEqual({
    operatingsystem: "unusable",
    "workspaceCredential.1": "duplicate",
    "workspaceCredential.2": "unknown",
  });
  expect((await reinstall(id, { operatingsystem: unknown })).fields).toEqual({
    operatingsystem: "unknown",
  });
  expect((await reinstall(id, { workspaceCredential: [] })).status).toBe(422);
  expect(await view(id)).toMatchObject({ status: "active", image: { name: "Debian 13" } });
});

test("a protected, a pending and a terminated instance are not reinstalled", async () => {
  const id = await runVirtual();
  await context.owner.client.call(api.instances.update, {
    path: path(id),
    body: { deleteProtection: true },
  });
  expect((await reinstall(id)).json).toMatchObject({ reason: "instance_is_protected" });
  await context.owner.client.call(api.instances.update, {
    path: path(id),
    body: { deleteProtection: false },
  });
  await context.owner.client.call(api.instances.terminate, { path: path(id) });
  expect((await reinstall(id)).status).toBe(409);
  await env.advanceTime(60);
  expect((await reinstall(id)).json).toMatchObject({ reason: "instance_is_terminated" });
});

test("two requests at once are one reinstallation", async () => {
  const id = await runVirtual();
  const responses = await Promise.all([reinstall(id), reinstall(id)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409]);
});

/** The emulated host of the instance's item, which may be one that an earlier test added. */
async function hostOf(id: string) {
  const row = env.foreman.state.find((await findHost(env, id)) ?? "");
  if (row === undefined) throw new Error("the instance has no host");
  return row;
}

test("bare metal keeps the disks that the customer names; the system disk and unknown ones are rejected", async () => {
  const id = await runMetal("disks.test");
  const list = async () =>
    (await context.owner.client.call(api.instanceDisks.list, { path: path(id) })).data.disks;
  const disk = { sizeBytes: 1_920_383_410_176, content: null };
  expect(await list()).toEqual([
    { ...disk, device: "nvme0n1", isSystem: true },
    { ...disk, device: "nvme1n1", isSystem: false },
  ]);
  const row = await hostOf(id);
  const parameter = () =>
    row.parameters.find(({ name }) => name === "boreal_kept_disks")?.value ?? null;
  row.contents = { nvme0n1: "ext4", nvme1n1: 'xfs "data"' };

  const rejected = await reinstall(id, { keptDisks: ["nvme1n1", "nvme0n1", "sdz"] });
  expect([rejected.status, rejected.fields]).toEqual([
    422,
    { "keptDisks.1": "system_disk", "keptDisks.2": "unknown" },
  ]);
  expect((await view(id)).status).toBe("active");

  expect((await reinstall(id, { keptDisks: ["nvme1n1", "nvme1n1"] })).status).toBe(202);
  await env.advanceTime(150, 10);
  expect((await view(id)).status).toBe("active");
  expect(parameter()).toBe(`${row.serial}-2`);
  expect((await list()).map(({ content }) => content)).toEqual([null, 'xfs "data"']);

  expect((await reinstall(id)).status).toBe(202);
  await env.advanceTime(150, 10);
  expect(parameter()).toBeNull();
  expect((await list()).map(({ content }) => content)).toEqual([null, null]);
});

test("a failed installation is repeated with the same kept disks, and the erasure after the end erases all", async () => {
  const id = await runMetal("retried.test");
  const row = await hostOf(id);
  row.contents = { nvme1n1: "xfs" };
  await reinstall(id, { keptDisks: ["nvme1n1"] });
  await env.advanceTime(30, 10);
  row.plan = [{ kind: "fail_installation", dueAtMs: env.clock.now().getTime() }];
  await env.advanceTime(200, 10);
  expect(await view(id)).toMatchObject({ status: "active" });
  expect(row.contents).toEqual({ nvme1n1: "xfs" });

  env.foreman.state.timings.eraseMs = 60_000;
  await context.owner.client.call(api.instances.terminate, { path: path(id), query: {} });
  await env.advanceTime(200, 10);
  expect(row.contents).toEqual({});
  expect(row.parameters.map(({ name }) => name)).not.toContain("boreal_kept_disks");
  const certificate = await context.owner.client.call(api.instances.view, { path: path(id) });
  expect(certificate.data.erasure).toMatchObject({ status: "complete" });
});

test("a virtual machine has no disks to keep", async () => {
  const id = await runVirtual();
  const { data } = await context.owner.client.call(api.instanceDisks.list, { path: path(id) });
  expect(data.disks).toEqual([]);
  expect((await reinstall(id, { keptDisks: ["vda"] })).fields).toEqual({
    "keptDisks.0": "unknown",
  });
});
