/** Orders of several lines: one transaction for all of them, and what is stored of an order. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { OrderLine } from "#contracts/orders.ts";
import type { z } from "zod";
import { sql } from "../../core/db/db.ts";
import { createDefaultProject } from "../../testing/instances.ts";
import {
  createOrderContext,
  createProject,
  orderBody,
  type OrderOptions,
} from "../../testing/order-instances.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
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
beforeEach(() => setStock(50));

type Line = z.input<typeof OrderLine>;
const path = { workspace: "north" };
const line = (hostname: string[], more: Partial<OrderOptions> = {}): Promise<Line> =>
  orderBody(owner.client, { workspace, credentialId, hostname, ...more });
const order = (lines: readonly Line[], key?: string) =>
  owner.client.call(
    api.instances.order,
    { path, body: { lines: [...lines] } },
    key === undefined ? {} : { headers: { "idempotency-key": key } },
  );
const setStock = (available: number) =>
  env.db.withSystemRole("a test sets the stock", (tx) =>
    tx.execute(sql`UPDATE product_stock SET available = ${available}`),
  );
const stockOf = async (name: string, region: string) =>
  (
    await env.db.withSystemRole("a test reads the stock", (tx) =>
      tx.one<{
        available: number;
      }>(sql`SELECT s.available FROM product_stock s JOIN product p ON p.id = s.product_id
        WHERE p.name = ${name} AND s.region_handle = ${region}`),
    )
  ).available;
/** Everything an order creates. */
const counted = () =>
  env.db.withSystemRole("a test counts", (tx) =>
    tx.one<object>(sql`SELECT (SELECT count(*) FROM purchase_order) AS orders, (SELECT count(*) FROM purchase_order_line) AS lines,
      (SELECT count(*) FROM instance) AS instances, (SELECT count(*) FROM instance_credential) AS keys, (SELECT count(*) FROM command) AS commands,
      (SELECT count(*) FROM audit_event) AS audit, (SELECT sum(available) FROM product_stock) AS stock`),
  );

test("the list of instances can be limited to those of one order", async () => {
  const first = await order([await line(["listed-1", "listed-2"])]);
  await order([await line(["listed-3"])]);
  const { data } = await owner.client.call(api.instances.list, {
    path,
    query: { order: first.data.orderId, orderBy: "hostname" },
  });
  expect([data.meta.total, data.data.map(({ hostname }) => hostname)]).toEqual([
    2,
    ["listed-1", "listed-2"],
  ]);
});

test("an order of two lines creates the instances of both, each by its own line", async () => {
  const lines = [
    await line(["web-1", "web-2"]),
    await line(["train-1"], { product: "1 × H100 SXM", region: "kajaani", image: "Debian 13" }),
  ];
  const { status, data } = await order(lines);
  expect(status).toBe(202);
  expect(
    data.instances.map(({ hostname, region, product, image }) => [
      hostname,
      region.handle,
      product.name,
      image.name,
    ]),
  ).toEqual([
    ["web-1", "lulea", "4 vCPU", "Ubuntu 24.04 LTS"],
    ["web-2", "lulea", "4 vCPU", "Ubuntu 24.04 LTS"],
    ["train-1", "kajaani", "1 × H100 SXM", "Debian 13"],
  ]);
  expect(await stockOf("4 vCPU", "lulea")).toBe(48);
  expect(await stockOf("1 × H100 SXM", "kajaani")).toBe(49);
  await env.advanceTime(90);
  for (const { id } of data.instances) {
    const instance = await owner.client.call(api.instances.view, {
      path: { ...path, instance: id },
    });
    expect(instance.data).toMatchObject({ status: "active", credential: { name: "laptop" } });
  }
});

test("an order is stored with its sender, its lines and the instance of each hostname", async () => {
  const program = await createTokenClient(env, owner, workspace, { scopes: ["instance.create"] });
  const project = await createProject(env, workspace, owner, "Stored");
  const [one, two] = [
    await line(["stored-1", "stored-2"], { body: { projectId: project } }),
    await line(["stored-3"], { product: "2 vCPU", region: "keflavik" }),
  ];
  const { data } = await program.call(api.instances.order, { path, body: { lines: [one, two] } });
  const stored = await env.db.withSystemRole("a test reads orders", (tx) =>
    tx.many(sql`SELECT o.created_by AS "createdBy", o.token_id AS token, l.line_number AS line, l.region_handle AS region, l.quantity,
        l.project_id AS project, l.price_snapshot_id AS price, l.rate_micros_per_hour AS rate, l.credential_ids AS keys,
        (SELECT array_agg(hostname::text ORDER BY hostname) FROM instance i
          WHERE i.workspace_id = l.workspace_id AND i.order_id = l.order_id AND i.order_line = l.line_number) AS names
      FROM purchase_order o JOIN purchase_order_line l ON l.order_id = o.id WHERE o.id = ${data.orderId} ORDER BY l.line_number`),
  );
  const both = { createdBy: owner.id, token: program.id, keys: [credentialId] };
  expect(stored).toEqual([
    {
      ...both,
      ...{ line: 1, region: "lulea", quantity: 2, project, names: ["stored-1", "stored-2"] },
      ...{ price: one.priceSnapshotId, rate: 80_000 },
    },
    {
      ...both,
      ...{ line: 2, region: "keflavik", quantity: 1, project: null, names: ["stored-3"] },
      ...{ price: two.priceSnapshotId, rate: 40_000 },
    },
  ]);
  await deleteProject(project);
  const [kept] = await env.db.withSystemRole("a test reads orders", (tx) =>
    tx.many(
      sql`SELECT project_id AS project FROM purchase_order_line WHERE order_id = ${data.orderId} AND line_number = 1`,
    ),
  );
  expect(kept).toEqual({ project: null });
});

/** Deletes a project after moving its instances into the default project, as the console does. */
async function deleteProject(project: string): Promise<void> {
  const target = await createDefaultProject(env, workspace, owner);
  const response = await owner.client.call(api.projects.remove, {
    path: { ...path, project },
    query: { moveTo: target },
  });
  expect(response.status).toBeLessThan(300);
}

test("nobody changes or deletes an order", async () => {
  await order([await line(["kept-1"])]);
  for (const statement of [
    sql`UPDATE purchase_order_line SET rate_micros_per_hour = 1`,
    sql`DELETE FROM purchase_order_line`,
    sql`UPDATE purchase_order SET created_at = now()`,
    sql`DELETE FROM purchase_order`,
  ]) {
    await expect(env.db.withTenant((tx) => tx.execute(statement))).rejects.toThrow(
      "permission denied",
    );
    await expect(
      env.db.withSystemRole("a test changes orders", (tx) => tx.execute(statement)),
    ).rejects.toThrow("permission denied");
  }
});

test("an order whose second line fails creates nothing and names the fields of that line", async () => {
  const good = await line(["left-1"]);
  const before = await counted();
  const bad = { ...(await line(["left-2"])), region: "atlantis", workspaceCredential: [owner.id] };
  const rejected = await order([good, bad]);
  expect([rejected.status, rejected.fields]).toEqual([
    422,
    { "lines.1.region": "unknown", "lines.1.workspaceCredential.0": "unknown" },
  ]);
  const metal = {
    ...good,
    selectedInstanceVariant: "bare_metal" as const,
    bareMetalProduct: owner.id,
  };
  expect((await order([good, { ...metal, hostname: ["left-3"] }])).fields).toEqual({
    "lines.1.bareMetalProduct": "unknown",
  });
  expect(await counted()).toEqual(before);
});

test("a price that changed for the second line is reported for that line, and nothing is ordered", async () => {
  const lines = [await line(["price-1"]), await line(["price-2"], { product: "16 vCPU" })];
  const next = await env.db.withSystemRole("a test changes a price", (tx) =>
    tx.one<{
      id: string;
    }>(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      SELECT gen_random_uuid(), id, 333000, ${env.clock.now()} FROM product WHERE name = '16 vCPU' RETURNING id`),
  );
  const before = await counted();
  const rejected = await order(lines);
  expect(rejected.json).toMatchObject({
    errors: {
      "lines.1.priceSnapshotId": [
        {
          code: "price_changed",
          params: { old: 320_000, new: 333_000, priceSnapshotId: next.id },
        },
      ],
    },
  });
  expect(Object.keys(rejected.fields)).toHaveLength(1);
  expect(await counted()).toEqual(before);
  // A newer price of the same amount is no change for the buyer.
  await env.db.withSystemRole("a test repeats a price", (tx) =>
    tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      SELECT gen_random_uuid(), id, 80000, ${env.clock.now()} FROM product WHERE name = '4 vCPU'`),
  );
  expect((await order(lines.slice(0, 1))).status).toBe(202);
  const foreign = await line(["price-3"], { body: { priceSnapshotId: owner.id } });
  expect((await order([foreign])).json).toMatchObject({
    errors: { "lines.0.priceSnapshotId": [{ params: { new: 80_000 } }] },
  });
});

test("a hostname may occur once in all lines, and a line or lines are given, not both", async () => {
  const one = await line(["same-1", "same-2"]);
  const send = async (body: object) => {
    const response = await owner.client.send(
      "POST",
      "/api/v1/workspaces/north/purchase/carts",
      JSON.stringify(body),
    );
    const { errors }: { errors: Record<string, { code: string }[]> } = await response.json();
    return Object.entries(errors).map(([field, [first]]) => `${field} ${first?.code}`);
  };
  const two = await line(["same-3", "same-1"]);
  expect(await send({ lines: [one, two] })).toEqual(["lines.1.hostname.1 duplicate"]);
  expect(await send({ ...one, lines: [one] })).toEqual(["lines unknown_field"]);
  expect(await send({ lines: [one], region: "lulea" })).toEqual(["region unknown_field"]);
  expect(await send({ lines: [] })).toEqual(["lines required"]);
  expect(await send({ lines: Array.from({ length: 11 }, () => one) })).toContain("lines too_big");
  expect(await send({ lines: [{ ...one, region: "" }] })).toEqual(["lines.0.region required"]);
  expect(await send({})).toEqual([
    "region required",
    "operatingsystem required",
    "hostname required",
    "workspaceCredential required",
    "priceSnapshotId required",
  ]);
  expect(await send({ ...one, quantity: 3 })).toEqual(["hostname quantity_mismatch"]);
});

test("the lines of an order share the stock of their product", async () => {
  await setStock(3);
  const twice = [await line(["sum-1", "sum-2"]), await line(["sum-3", "sum-4"])];
  const rejected = await order(twice);
  expect(rejected.fields).toEqual({ "lines.1.quantity": "out_of_stock" });
  expect(rejected.json).toMatchObject({
    errors: { "lines.1.quantity": [{ params: { left: 1 } }] },
  });
  expect(await stockOf("4 vCPU", "lulea")).toBe(3);
  expect((await order([...twice.slice(0, 1), await line(["sum-3"])])).status).toBe(202);
  expect((await order([await line(["sum-4"])])).fields).toEqual({
    "lines.0.virtualProduct": "out_of_stock",
  });
});

test("of two orders at once for the last instance one gets it, whatever the order of their lines", async () => {
  await setStock(1);
  const cpu = (name: string) => line([name]);
  const small = (name: string) => line([name], { product: "2 vCPU" });
  const responses = await Promise.all([
    order([await cpu("last-1"), await small("last-2")]),
    order([await small("last-3"), await cpu("last-4")]),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 422]);
  expect(await stockOf("4 vCPU", "lulea")).toBe(0);
  expect(await stockOf("2 vCPU", "lulea")).toBe(0);
});

test("an order of several lines sent twice at once with one key is one order", async () => {
  const lines = [await line(["key-1"]), await line(["key-2"])];
  const key = "several-lines-and-only-once";
  const [first, second] = await Promise.all([order(lines, key), order(lines, key)]);
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.data.orderId).toBe(first.data.orderId);
  expect((await order([await line(["key-3"])], key)).code).toBe("idempotency_key_reused");
});

test("whatever many customers order at once, no more than the stock is sold and each order is whole", async () => {
  const products = ["2 vCPU", "4 vCPU", "8 vCPU"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.record({ product: fc.constantFrom(...products), n: fc.integer({ min: 1, max: 3 }) }),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        { minLength: 2, maxLength: 6 },
      ),
      async (orders) => {
        await setStock(4);
        run += 1;
        const bodies: Line[][] = [];
        for (const [o, lines] of orders.entries()) {
          const body: Line[] = [];
          for (const [l, { product, n }] of lines.entries())
            body.push(
              await line(
                Array.from({ length: n }, (_, i) => `r${run}-${o}-${l}-${i}`),
                { product },
              ),
            );
          bodies.push(body);
        }
        const responses = await Promise.all(bodies.map((body) => order(body)));
        for (const product of products) {
          const sold = orders.flatMap((lines, o) =>
            responses[o]?.status === 202 ? lines.filter((each) => each.product === product) : [],
          );
          const units = sold.reduce((sum, { n }) => sum + n, 0);
          expect(await stockOf(product, "lulea")).toBe(4 - units);
          expect(units).toBeLessThanOrEqual(4);
        }
        for (const [o, response] of responses.entries()) {
          const ordered = bodies[o]?.flatMap(({ hostname }) => hostname) ?? [];
          expect([202, 422]).toContain(response.status);
          const created = response.status === 202 ? ordered : [];
          expect(await createdNames(ordered)).toEqual(created.toSorted());
        }
      },
    ),
    { numRuns: 8, seed: 11 },
  );
}, 60_000);
let run = 0;
const createdNames = async (names: readonly string[]) =>
  (
    await env.db.withSystemRole("a test reads instances", (tx) =>
      tx.many<{ hostname: string }>(
        sql`SELECT hostname FROM instance WHERE hostname = ANY(${[...names]}) ORDER BY hostname`,
      ),
    )
  ).map(({ hostname }) => hostname);

test("a caller limited to projects sees the lines of these projects, and no other order", async () => {
  const [ours, others] = [
    await createProject(env, workspace, owner, "Ours"),
    await createProject(env, workspace, owner, "Others"),
  ];
  const inProject = (name: string, projectId: string) => line([name], { body: { projectId } });
  const mixed = await order([await inProject("seen-1", ours), await inProject("unseen-1", others)]);
  await order([await inProject("unseen-2", others)]);
  const seen = await env.db.withTenant(async (tx) => {
    await tx.execute(sql`SELECT set_config('app.workspace_id', ${workspace.id}, true), set_config('app.user_id', ${credentialId}, true),
      set_config('app.access_level', 'granted', true), set_config('app.token_project_ids', ${`{${ours}}`}, true)`);
    return tx.many(sql`SELECT o.id, l.line_number AS line FROM purchase_order o
      LEFT JOIN purchase_order_line l ON l.workspace_id = o.workspace_id AND l.order_id = o.id`);
  });
  expect(seen).toEqual([{ id: mixed.data.orderId, line: 1 }]);
});
