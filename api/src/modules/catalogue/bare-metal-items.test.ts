/** Bare-metal items: an item belongs to one instance, is never sold with data, and its product's stock follows it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isDatabaseError, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { insertInstance } from "../../testing/instances.ts";
import { createUser, createWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const product = "0190a000-0000-7000-8000-0000000000b1";
let env: TestEnvironment;
let instances: string[];
beforeAll(async () => {
  env = await startTestEnvironment();
  const owner = await createUser(env, "owner@north.test");
  const workspace = await createWorkspace(env, owner, "north");
  instances = [];
  for (const hostname of ["metal-1", "metal-2", "metal-3", "metal-4"])
    instances.push(await insertInstance(env, workspace, owner, { hostname }));
  await edit(sql`INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, position)
    VALUES (${product}, 'bare_metal', 'Metal', 'metal', 64, 512, 4000, 800, 60)`);
});
afterAll(() => env.stop());
beforeEach(() => edit(sql`DELETE FROM bare_metal_item`));

const asStaff = <T>(work: (tx: Tx) => Promise<T>) =>
  env.db.withSystemRole("a test works on items", work);
const edit = (statement: Sql) => asStaff((tx) => tx.execute(statement));
const addItems = (...serials: string[]) =>
  edit(sql`INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, created_at, updated_at)
    SELECT gen_random_uuid(), ${product}, 'lulea', serial, serial || '.example.com', 'base', ${env.clock.now()}, ${env.clock.now()}
      FROM unnest(${serials}::text[]) AS serial`);
const setState = (serial: string, state: string, more: Sql = sql``) =>
  edit(sql`UPDATE bare_metal_item SET state = ${state}${more} WHERE serial = ${serial}`);
const reserve = (tx: Tx, ids: readonly string[]) =>
  tx.one<{ reserved: boolean }>(
    sql`SELECT reserve_bare_metal_items(${product}, 'lulea', ${[...ids]}, ${env.clock.now()}) AS reserved`,
  );
const stock = async () =>
  (
    await asStaff((tx) =>
      tx.maybeOne<{ available: number }>(
        sql`SELECT available FROM product_stock WHERE product_id = ${product} AND region_handle = 'lulea'`,
      ),
    )
  )?.available;
const holders = () =>
  asStaff((tx) =>
    tx.many<{ state: string; instance: string | null }>(
      sql`SELECT state, instance_id AS instance FROM bare_metal_item ORDER BY serial`,
    ),
  );
const instance = (n: number) => instances[n] ?? "";

test("the stock of a bare-metal product is the number of its available items", async () => {
  await addItems("a", "b", "c");
  expect(await stock()).toBe(3);
  await setState("a", "maintenance");
  expect(await stock()).toBe(2);
  await setState("a", "available");
  await edit(sql`UPDATE bare_metal_item SET region_handle = 'kajaani' WHERE serial = 'b'`);
  expect(await stock()).toBe(2);
  await edit(sql`DELETE FROM bare_metal_item WHERE serial = 'c'`);
  expect(await stock()).toBe(1);
});

test("of four reservations at once for two items two succeed, each with an item of its own", async () => {
  await addItems("a", "b");
  const results = await Promise.all(instances.map((id) => asStaff((tx) => reserve(tx, [id]))));
  expect(results.filter(({ reserved }) => reserved)).toHaveLength(2);
  const held = await holders();
  expect(held.map(({ state }) => state)).toEqual(["reserved", "reserved"]);
  expect(new Set(held.map(({ instance }) => instance)).size).toBe(2);
  expect(await stock()).toBe(0);
});

test("a reservation of more items than are available reserves none, and one that is rolled back releases its items", async () => {
  await addItems("a", "b");
  expect(await asStaff((tx) => reserve(tx, instances.slice(0, 3)))).toEqual({ reserved: false });
  expect(await stock()).toBe(2);
  const failed = asStaff(async (tx) => {
    expect(await reserve(tx, instances.slice(0, 2))).toEqual({ reserved: true });
    throw new Error("the order failed");
  });
  await expect(failed).rejects.toThrow("the order failed");
  expect(await holders()).toEqual([
    { state: "available", instance: null },
    { state: "available", instance: null },
  ]);
  expect(await stock()).toBe(2);
});

test("an item is used by one instance, and an instance uses one item", async () => {
  await addItems("a", "b");
  await asStaff((tx) => reserve(tx, [instance(0)]));
  const [{ serial: held } = { serial: "" }] = await asStaff((tx) =>
    tx.many<{ serial: string }>(
      sql`SELECT serial FROM bare_metal_item WHERE instance_id IS NOT NULL`,
    ),
  );
  const takeOver = edit(
    sql`UPDATE bare_metal_item SET instance_id = ${instance(1)} WHERE serial = ${held}`,
  );
  const violation = await takeOver.catch((error: unknown) => error);
  expect(isDatabaseError(violation, "23000")).toBe(true);
  const other = held === "a" ? "b" : "a";
  await expect(setState(other, "reserved", sql`, instance_id = ${instance(0)}`)).rejects.toThrow(
    "bare_metal_item_instance_id_key",
  );
  await expect(setState(held, "available")).rejects.toThrow("bare_metal_item_instance_check");
  await expect(setState(other, "in_use", sql`, has_customer_data = true`)).rejects.toThrow(
    "bare_metal_item_instance_check",
  );
});

test("N16: an item that an instance used is not sold before its disks are erased", async () => {
  await addItems("a");
  await asStaff((tx) => reserve(tx, [instance(0)]));
  await expect(setState("a", "in_use")).rejects.toThrow("bare_metal_item_in_use_check");
  await setState("a", "in_use", sql`, has_customer_data = true`);
  await expect(setState("a", "available", sql`, instance_id = NULL`)).rejects.toThrow(
    "bare_metal_item_erased_check",
  );
  await setState("a", "erasing", sql`, instance_id = NULL`);
  await setState("a", "maintenance");
  await expect(setState("a", "available")).rejects.toThrow("bare_metal_item_erased_check");
  expect(await stock()).toBe(0);
  await setState("a", "available", sql`, has_customer_data = false`);
  expect(await stock()).toBe(1);
});

test("an item belongs to a bare-metal product, and its serial number is added again only after it is retired", async () => {
  const virtual =
    edit(sql`INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, created_at, updated_at)
    SELECT gen_random_uuid(), id, 'lulea', 'v', 'v.example.com', 'base', now(), now() FROM product WHERE flavor = 'cpu-4'`);
  await expect(virtual).rejects.toThrow("bare_metal_item_product_id_variant_fkey");
  await addItems("a");
  await expect(addItems("a")).rejects.toThrow("bare_metal_item_serial_key");
  await setState("a", "retired");
  await addItems("a");
  expect(await stock()).toBe(1);
});

test("the role of requests sees no items", async () => {
  await expect(
    env.db.withTenant((tx) => tx.many(sql`SELECT id FROM bare_metal_item`)),
  ).rejects.toThrow("permission denied");
});
