/** Images of the catalog for staff: changes, checks against Glance, defaults, and what customers are offered. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, orderBody } from "../../testing/order-instances.ts";
import { insertInstance } from "../../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  context = await createOrderContext(env);
});
afterAll(() => env.stop());

const list = async (query: object = {}) =>
  (await admin.client.call(api.images.list, { query })).data;
const byName = async (name: string) => {
  const { data } = await list({ search: name, status: "active,inactive,deleted" });
  const found = data.find((image) => image.name === name);
  if (found === undefined) throw new Error(`No image ${name}`);
  return found;
};
const view = async (image: string) =>
  (await admin.client.call(api.images.view, { path: { image } })).data;
const update = (image: string, body: object) =>
  admin.client.call(api.images.update, { path: { image }, body });
const change = (action: "activate" | "deactivate" | "restore", image: string) =>
  admin.client.call(api.images[action], { path: { image } });
const remove = (image: string) => admin.client.call(api.images.remove, { path: { image } });
const add = (body: object = {}) =>
  admin.client.call(api.images.create, {
    body: {
      family: "Alpine",
      name: "Alpine 3.22",
      version: "3.22",
      minDiskGb: 2,
      minMemoryMb: 256,
      defaultUser: "alpine",
      ...body,
    },
  });
const offered = async () =>
  (await context.owner.client.call(api.catalogue.offer, {})).data.images.map(({ name }) => name);
const sync = (regionHandle: string) => env.worker.tasks["catalogue.sync"]({ regionHandle });
const glanceId = async (region: string, name: string) =>
  (await env.regions.compute(region)?.images())?.find((image) => image.name === name)?.imageId ??
  "";
const regionOf = async (image: string, handle: string) =>
  (await view(image)).regions.find(({ regionHandle }) => regionHandle === handle);
const recorded = async (action: string) =>
  (
    await env.db.withSystemRole("a test reads the record", (tx) =>
      tx.many<{ name: string; changes: { field: string; from: unknown; to: unknown }[] }>(
        sql`SELECT target_name AS name, changes FROM audit_event WHERE action = ${action} AND result = 'ok' ORDER BY at, id`,
      ),
    )
  ).at(-1);
/** How many changes each record of the action has, sorted. */
const recordedTimes = async (action: string, name: string) =>
  (
    await env.db.withSystemRole("a test reads the record", (tx) =>
      tx.many<{ changes: number }>(
        sql`SELECT jsonb_array_length(changes) AS changes FROM audit_event WHERE action = ${action} AND target_name = ${name} ORDER BY 1`,
      ),
    )
  ).map(({ changes }) => changes);
const takeDown = (region: string, fault: object = {}) =>
  env.emulator.faults.add({
    match: { region },
    kind: "down",
    status: 503,
    retryAfterSeconds: 0,
    delayMs: 0,
    ...fault,
  });

test("the list has all images with their regions and filters by family, status, region, and text", async () => {
  const all = await list();
  expect(all.meta.perPage).toBe(15);
  const ubuntu = await list({ family: "Ubuntu", orderBy: "-name" });
  expect(ubuntu.data.map(({ name, isDefault, status }) => [name, isDefault, status])).toEqual([
    ["Ubuntu 24.04 LTS", true, "active"],
    ["Ubuntu 22.04 LTS", false, "active"],
  ]);
  const [first] = ubuntu.data;
  const id = await glanceId("lulea", "Ubuntu 24.04 LTS");
  expect(
    first?.regions.map(({ regionHandle, source, isInstallable }) => [
      regionHandle,
      source,
      isInstallable,
    ]),
  ).toEqual([
    ["lulea", "name", true],
    ["keflavik", "name", true],
    ["kajaani", "name", true],
  ]);
  expect((await list({ search: id })).data.map(({ name }) => name)).toEqual(["Ubuntu 24.04 LTS"]);
  expect((await list({ search: "%" })).data).toEqual([]);
  expect((await list({ status: "deleted" })).data).toEqual([]);
  expect((await list({ regionHandle: "nowhere" })).data).toEqual([]);
  const { data } = (await admin.client.call(api.images.families, {})).data;
  expect(data.find(({ family }) => family === "Ubuntu")).toEqual({
    family: "Ubuntu",
    images: 2,
    activeImages: 2,
    defaultImage: { id: first?.id, name: "Ubuntu 24.04 LTS" },
  });
});

test("a new image is inactive, and customers are offered it once it is active", async () => {
  const added = await add({ endOfLife: "2027-11-01" });
  expect(added.status).toBe(201);
  expect(added.data).toMatchObject({
    status: "inactive",
    isDefault: false,
    architecture: "x86_64",
    endOfLife: "2027-11-01",
    impact: { instances: 0, workspaces: 0, waitingOrders: 0 },
  });
  expect(await offered()).not.toContain("Alpine 3.22");
  expect((await change("activate", added.data.id)).data.status).toBe("active");
  expect(await offered()).toContain("Alpine 3.22");
  expect(await recorded("images.activate")).toEqual({
    name: "Alpine 3.22",
    changes: [{ field: "status", from: "inactive", to: "active" }],
  });
  // A repeated request changes nothing.
  expect((await change("activate", added.data.id)).status).toBe(200);
  expect(await recordedTimes("images.activate", "Alpine 3.22")).toEqual([0, 1]);

  expect(Object.keys((await add({ version: "4" })).fields)).toEqual(["name"]);
  expect(Object.keys((await add({ name: "Alpine Linux" })).fields)).toEqual(["version"]);
  expect(
    Object.keys(
      (
        await add({
          family: " ",
          name: "a\u0000b",
          minDiskGb: 0,
          minMemoryMb: 1.5,
          defaultUser: "Root User",
          architecture: "sparc",
          endOfLife: "2027-02-30",
          other: 1,
        })
      ).fields,
    ).sort(),
  ).toEqual([
    "architecture",
    "defaultUser",
    "endOfLife",
    "family",
    "minDiskGb",
    "minMemoryMb",
    "name",
    "other",
  ]);
  // Of two requests with one name at once, one adds the image.
  const same = { family: "Twice", name: "Twice 1", version: "1" };
  const both = await Promise.all([add(same), add(same)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test("a chosen Glance id is checked in its region, and the sync keeps it", async () => {
  const { id } = await byName("Alpine 3.22");
  const debian = await glanceId("lulea", "Debian 13");
  const choose = (entry: object) =>
    update(id, { regions: [{ regionHandle: "lulea", source: "id", ...entry }] });

  const unknown = await choose({ glanceId: "00000000-0000-4000-8000-000000000000" });
  expect(unknown.status).toBe(422);
  expect(unknown.fields).toEqual({ "regions.0.glanceId": "unknown" });
  // The id of another region is none of this one.
  const elsewhere = await choose({ glanceId: await glanceId("kajaani", "Debian 13") });
  expect(Object.keys(elsewhere.fields)).toEqual(["regions.0.glanceId"]);
  expect(Object.keys((await choose({})).fields)).toEqual(["regions.0.glanceId"]);
  expect(Object.keys((await choose({ glanceId: debian, regionHandle: "nowhere" })).fields)).toEqual(
    ["regions.0.regionHandle"],
  );
  env.emulator.state.imageStatuses.set(debian, "deactivated");
  expect(Object.keys((await choose({ glanceId: debian })).fields)).toEqual(["regions.0.glanceId"]);
  env.emulator.state.imageStatuses.clear();

  expect((await choose({ glanceId: debian })).status).toBe(200);
  const chosen = { source: "id", glanceId: debian, isInstallable: true };
  expect(await regionOf(id, "lulea")).toMatchObject(chosen);
  expect(await recorded("images.update")).toEqual({
    name: "Alpine 3.22",
    changes: [{ field: "glanceImage", from: "lulea: name", to: `lulea: ${debian}` }],
  });
  for (const region of ["lulea", "kajaani"]) await sync(region);
  expect(await regionOf(id, "lulea")).toMatchObject(chosen);
  expect(await regionOf(id, "kajaani")).toMatchObject({
    source: "name",
    glanceId: null,
    isInstallable: false,
  });

  // While the region lacks it, the choice stays; it is installed again when the region has it again.
  env.emulator.state.imageStatuses.set(debian, "deactivated");
  await sync("lulea");
  expect(await regionOf(id, "lulea")).toMatchObject({ ...chosen, isInstallable: false });
  env.emulator.state.imageStatuses.clear();
  await sync("lulea");
  expect(await regionOf(id, "lulea")).toMatchObject(chosen);

  // An image is not found by its name where staff don't offer it.
  const rocky = await byName("Rocky Linux 9");
  await update(rocky.id, { regions: [{ regionHandle: "lulea", source: "none" }] });
  const places = async () =>
    (await context.owner.client.call(api.catalogue.offer, {})).data.images.find(
      ({ name }) => name === rocky.name,
    )?.regionHandles;
  expect(await places()).toEqual(["keflavik", "kajaani"]);
  await sync("lulea");
  expect(await places()).toEqual(["keflavik", "kajaani"]);
  await update(rocky.id, { regions: [{ regionHandle: "lulea", source: "name" }] });
  expect(await places()).toEqual(["lulea", "keflavik", "kajaani"]);
});

test("a region that is down is a 503 with its reason, and nothing is changed", async () => {
  const { id } = await byName("Alpine 3.22");
  const before = await view(id);
  takeDown("kajaani");
  const rejected = await update(id, {
    minDiskGb: 9,
    regions: [{ regionHandle: "kajaani", source: "name" }],
  });
  expect([rejected.status, rejected.json]).toMatchObject([
    503,
    { code: "unavailable", reason: "region_unavailable" },
  ]);
  const created = await add({
    name: "Alpine 4",
    version: "4",
    regions: [{ regionHandle: "kajaani", source: "id", glanceId: before.id }],
  });
  expect(created.status).toBe(503);
  expect(await view(id)).toEqual(before);
  // What needs no answer of the region works: other fields, and no longer offering the image there.
  expect((await update(id, { minDiskGb: 3 })).status).toBe(200);
  expect(
    (await update(id, { regions: [{ regionHandle: "kajaani", source: "none" }] })).status,
  ).toBe(200);
  env.emulator.faults.clear();
});

test("the default of a family is neither deleted nor deactivated, and moves to another image at once", async () => {
  const [old, next] = await Promise.all([byName("Ubuntu 24.04 LTS"), byName("Ubuntu 22.04 LTS")]);
  for (const rejected of [await remove(old.id), await change("deactivate", old.id)])
    expect([rejected.status, rejected.code]).toEqual([400, "cannot_delete_default"]);
  const moved = await update(old.id, { family: "Ubuntu Server" });
  expect(moved.json).toMatchObject({ code: "action_not_possible", reason: "image_is_default" });
  const inactive = await change("deactivate", next.id);
  expect(inactive.data.status).toBe("inactive");
  expect((await update(next.id, { isDefault: true })).json).toMatchObject({
    reason: "image_not_active",
  });
  await change("activate", next.id);

  // Both at once: the family has one default afterwards.
  const debian = await byName("Debian 12");
  const made = await Promise.all([
    update(next.id, { isDefault: true }),
    update(old.id, { isDefault: true }),
    update(debian.id, { isDefault: true }),
  ]);
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  const defaults = (await list({ family: "Ubuntu" })).data.filter(({ isDefault }) => isDefault);
  expect(defaults).toHaveLength(1);
  await update(next.id, { isDefault: true });
  expect((await remove(old.id)).status).toBe(204);
  expect((await remove(old.id)).status).toBe(204);
  expect((await change("restore", old.id)).data.status).toBe("inactive");
  await change("activate", old.id);
  await update(old.id, { isDefault: true });
});

test("two changes of different fields at once are both kept", async () => {
  const { id } = await byName("Alpine 3.22");
  const results = await Promise.all([
    update(id, { minDiskGb: 7 }),
    update(id, { minMemoryMb: 777 }),
    update(id, { defaultUser: "root" }),
  ]);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await view(id)).toMatchObject({ minDiskGb: 7, minMemoryMb: 777, defaultUser: "root" });
});

test("an inactive or deleted image is not offered and can't be ordered, and its instances keep running", async () => {
  const { owner, workspace, credentialId } = context;
  const debian = await byName("Debian 13");
  const other = await byName("Debian 12");
  await update(other.id, { isDefault: true });
  const order = async () =>
    owner.client.call(api.instances.order, {
      path: { workspace: workspace.handle },
      body: await orderBody(owner.client, {
        workspace,
        credentialId,
        image: "Ubuntu 24.04 LTS",
        body: { operatingsystem: debian.id },
      }),
    });
  const id = await insertInstance(env, workspace, owner, { hostname: "runs-on" });
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE instance SET image_id = ${debian.id} WHERE id = ${id}`),
  );
  expect((await view(debian.id)).impact).toEqual({ instances: 1, workspaces: 1, waitingOrders: 0 });
  expect((await change("deactivate", debian.id)).data.status).toBe("inactive");
  expect(await offered()).not.toContain("Debian 13");
  expect((await order()).status).toBe(422);
  expect((await remove(debian.id)).status).toBe(204);
  expect(await offered()).not.toContain("Debian 13");
  expect((await order()).status).toBe(422);
  expect((await list({ search: "Debian 13" })).data).toEqual([]);
  expect((await list({ search: "Debian 13", status: "deleted" })).meta.total).toBe(1);

  // The instance keeps its image and can be reinstalled; a region forgets a deleted image that nobody uses.
  await sync("lulea");
  expect(await regionOf(debian.id, "lulea")).toMatchObject({ isInstallable: true });
  const seen = await owner.client.call(api.instances.view, {
    path: { workspace: workspace.handle, instance: id },
  });
  expect(seen.data.image.name).toBe("Debian 13");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE instance SET status = 'terminated', terminated_at = ${env.clock.now()} WHERE id = ${id}`,
    ),
  );
  await sync("lulea");
  expect(await regionOf(debian.id, "lulea")).toMatchObject({ isInstallable: false });

  // Another image takes its name: it can't be restored until the name is free.
  const successor = await add({ family: "Debian", name: "Debian 13", version: "13" });
  expect(successor.status).toBe(201);
  expect((await change("restore", debian.id)).json).toMatchObject({
    reason: "image_name_is_taken",
  });
  expect((await update(debian.id, { minDiskGb: 6 })).json).toMatchObject({
    reason: "image_is_deleted",
  });
  await remove(successor.data.id);
  expect((await change("restore", debian.id)).data.status).toBe("inactive");
  await sync("lulea");
  expect(await regionOf(debian.id, "lulea")).toMatchObject({ isInstallable: true });
  await change("activate", debian.id);
  expect(await offered()).toContain("Debian 13");
});
