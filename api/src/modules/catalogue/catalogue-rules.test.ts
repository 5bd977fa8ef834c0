/** What the database itself guarantees about the catalog, and prices with a date. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { type Sql, sql } from "../../core/db/db.ts";
import { createOrderContext, findProduct, orderBody } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterAll(() => env.stop());

const edit = (statement: Sql) =>
  env.db.withSystemRole("a test edits as staff", (tx) => tx.execute(statement));
const insertImage = (family: string, version: string, name: string) => sql`
  INSERT INTO image (id, family, name, version, min_disk_gb, min_memory_mb, default_user, position)
  VALUES (gen_random_uuid(), ${family}, ${name}, ${version}, 10, 1024, 'user', 50)`;
const insertProduct = (variant: string, flavor: string | null) => sql`
  INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, flavor, position)
  VALUES (gen_random_uuid(), ${variant}, 'A product', 'test', 1, 1, 1, 1, ${flavor}, 50)`;

test("a virtual product has a flavor, and a bare-metal product has none", async () => {
  await expect(edit(insertProduct("virtual_machine", null))).rejects.toThrow(
    "product_flavor_check",
  );
  await expect(edit(insertProduct("bare_metal", "cpu-99"))).rejects.toThrow("product_flavor_check");
  await expect(edit(insertProduct("virtual_machine", "cpu-4"))).rejects.toThrow(
    "product_flavor_key",
  );
  expect(await edit(insertProduct("bare_metal", null))).toBe(1);
  expect(await edit(insertProduct("bare_metal", null))).toBe(1);
});

test("an image is created again after its deletion, and the region's image goes to the new one", async () => {
  await expect(edit(insertImage("Debian", "12", "Other name"))).rejects.toThrow(
    "image_family_version_key",
  );
  await expect(edit(insertImage("Other", "12", "Debian 12"))).rejects.toThrow("image_name_key");
  const images = async () =>
    (await owner.client.call(api.catalogue.offer, {})).data.images.filter(
      ({ name }) => name === "Debian 12",
    );
  const [old] = await images();
  await edit(sql`UPDATE image SET status = 'deleted' WHERE name = 'Debian 12'`);
  await edit(insertImage("Debian", "12", "Debian 12"));
  await env.worker.tasks["catalogue.sync"]({ regionHandle: "lulea" });
  const [again, ...others] = await images();
  expect(others).toEqual([]);
  expect(again?.id).not.toBe(old?.id);
  expect(again?.regionHandles).toEqual(["lulea"]);
  const left = await env.db.withSystemRole("a test", (tx) =>
    tx.many(
      sql`SELECT region_handle AS region FROM image_region WHERE image_id = ${old?.id ?? null} ORDER BY 1`,
    ),
  );
  expect(left).toEqual([{ region: "kajaani" }, { region: "keflavik" }]);
  await expect(
    edit(sql`UPDATE image SET status = 'active' WHERE id = ${old?.id ?? null}`),
  ).rejects.toThrow("image_family_version_key");
});

test("a family has one default image, which is active", async () => {
  await expect(
    edit(sql`UPDATE image SET is_default = true WHERE name = 'Ubuntu 22.04 LTS'`),
  ).rejects.toThrow("image_family_default_key");
  await expect(
    edit(sql`UPDATE image SET status = 'inactive' WHERE name = 'Ubuntu 24.04 LTS'`),
  ).rejects.toThrow("image_default_check");
  const { images } = (await owner.client.call(api.catalogue.offer, {})).data;
  expect(
    images.flatMap(({ name, family, isDefault }) =>
      family === "Ubuntu" ? [[name, isDefault]] : [],
    ),
  ).toEqual([
    ["Ubuntu 24.04 LTS", true],
    ["Ubuntu 22.04 LTS", false],
  ]);
});

test("a price never changes", async () => {
  await expect(edit(sql`UPDATE price_snapshot SET rate_micros_per_hour = 1`)).rejects.toThrow(
    "permission denied",
  );
});

test("a scheduled price holds from its date; an order with the old price then gets both prices", async () => {
  const { id, priceSnapshotId, priceValidUntil } = await findProduct(owner.client, "8 vCPU");
  expect(priceValidUntil).toBeNull();
  const validFrom = new Date(env.clock.now().getTime() + 600_000);
  const [next] = await env.db.withSystemRole("a test schedules two prices", (tx) =>
    tx.many<{
      id: string;
    }>(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      VALUES (gen_random_uuid(), ${id}, 170000, ${validFrom}), (gen_random_uuid(), ${id}, 180000, ${new Date(validFrom.getTime() + 600_000)})
      RETURNING id`),
  );
  expect(await findProduct(owner.client, "8 vCPU")).toMatchObject({
    priceSnapshotId,
    rateMicrosPerHour: 160_000,
    priceValidUntil: validFrom.toISOString(),
  });
  const path = { workspace: workspace.handle };
  const options = { workspace, credentialId, product: "8 vCPU" };
  const before = await orderBody(owner.client, { ...options, hostname: ["in-time"] });
  const late = { ...before, hostname: ["too-late"] };
  expect((await owner.client.call(api.instances.order, { path, body: before })).status).toBe(202);
  env.clock.advance(600_000);
  const rejected = await owner.client.call(api.instances.order, { path, body: late });
  expect([rejected.status, rejected.json]).toMatchObject([
    422,
    {
      errors: {
        priceSnapshotId: [
          {
            code: "price_changed",
            message: "The price is now US$0.17 per hour (was US$0.16)",
            params: { old: 160_000, new: 170_000, priceSnapshotId: next?.id },
          },
        ],
      },
    },
  ]);
  const accepted = { ...late, priceSnapshotId: next?.id ?? "" };
  const placed = await owner.client.call(api.instances.order, { path, body: accepted });
  expect(placed.data.instances[0]?.hourlyRate).toBe(170_000);
  const quotes = await env.db.withSystemRole("a test reads orders", (tx) =>
    tx.many(sql`SELECT rate_micros_per_hour AS rate, quote_expires_at AS "expiresAt" FROM purchase_order_line
      WHERE product_id = ${id} ORDER BY order_id`),
  );
  expect(quotes).toEqual([
    { rate: 160_000, expiresAt: validFrom },
    { rate: 170_000, expiresAt: new Date(validFrom.getTime() + 600_000) },
  ]);
});
