/** Orders that name alternatives: the first choice that is free within the accepted price is taken. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import { api } from "#contracts/api.ts";
import type { OrderLine } from "#contracts/orders.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { addItems, metalProduct } from "../../testing/bare-metal.ts";
import { createOrderContext, findProduct, orderBody } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

type Line = z.input<typeof OrderLine>;
type Choice = readonly [product: string, region: string];

let env: TestEnvironment;
let north: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  north = await createOrderContext(env);
});
beforeEach(() => setStock(20));
afterAll(() => env.stop());

const path = { workspace: "north" };
const system = <T>(work: Parameters<typeof env.db.withSystemRole<T>>[1]) =>
  env.db.withSystemRole("a test of orders", work);
const setStock = (available: number, product = "%", region = "%") =>
  system((tx) =>
    tx.execute(sql`UPDATE product_stock s SET available = ${available} FROM product p
      WHERE p.id = s.product_id AND p.variant = 'virtual_machine' AND p.name LIKE ${product} AND s.region_handle LIKE ${region}`),
  );
const stockOf = async ([product, region]: Choice) =>
  (
    await system((tx) =>
      tx.one<{
        available: number;
      }>(sql`SELECT s.available FROM product_stock s JOIN product p ON p.id = s.product_id
        WHERE p.name = ${product} AND s.region_handle = ${region}`),
    )
  ).available;

/** A line for the first choice, with the others as its alternatives. */
async function line(
  hostname: string[],
  [first, ...others]: readonly [Choice, ...Choice[]],
  body: Partial<Line> = {},
): Promise<Line> {
  const { client } = north.owner;
  const alternatives = await Promise.all(
    others.map(async ([product, region]) => ({
      region,
      product: (await findProduct(client, product)).id,
    })),
  );
  const [product, region] = first;
  return orderBody(client, {
    ...north,
    hostname,
    product,
    region,
    body: { alternatives, ...body },
  });
}
const order = (body: Line | { lines: Line[] }) =>
  north.owner.client.call(api.instances.order, { path, body });

const wanted: Choice = ["4 vCPU", "lulea"];
const smaller: Choice = ["2 vCPU", "lulea"];
const elsewhere: Choice = ["4 vCPU", "kajaani"];

test("the product of the line is taken while it is free", async () => {
  const { status, data } = await order(await line(["free-1"], [wanted, smaller]));
  expect([status, data.lines]).toEqual([
    202,
    [
      {
        choice: 0,
        region: "lulea",
        product: { id: data.instances[0]?.product.id, name: "4 vCPU" },
        quantity: 1,
        rateMicrosPerHour: 80_000,
      },
    ],
  ]);
  expect(await Promise.all([wanted, smaller].map(stockOf))).toEqual([19, 20]);
});

test("the first alternative that has room for all instances is taken, and the response names it with its price", async () => {
  await setStock(1, "4 vCPU", "lulea");
  await setStock(0, "2 vCPU", "lulea");
  const { status, data } = await order(
    await line(["other-1", "other-2"], [wanted, smaller, elsewhere]),
  );
  expect(status).toBe(202);
  expect(data.lines).toMatchObject([
    { choice: 2, region: "kajaani", product: { name: "4 vCPU" }, rateMicrosPerHour: 80_000 },
  ]);
  expect(data.instances.map(({ region, hourlyRate }) => [region.handle, hourlyRate])).toEqual([
    ["kajaani", 80_000],
    ["kajaani", 80_000],
  ]);
  expect(await Promise.all([wanted, smaller, elsewhere].map(stockOf))).toEqual([1, 0, 18]);
  await env.advanceTime(90);
  const instance = await north.owner.client.call(api.instances.view, {
    path: { ...path, instance: data.instances[0]?.id ?? "" },
  });
  expect(instance.data).toMatchObject({ status: "active", region: { handle: "kajaani" } });
});

test("no alternative costs more than the shown price, or than the highest price of the order", async () => {
  await setStock(0, "4 vCPU", "lulea");
  const dear: Choice = ["8 vCPU", "lulea"];
  const refused = await order(await line(["dear-1"], [wanted, dear]));
  expect([refused.status, refused.fields]).toEqual([
    422,
    { virtualProduct: "out_of_stock", "alternatives.0.product": "too_expensive" },
  ]);
  const { rateMicrosPerHour } = await findProduct(north.owner.client, "8 vCPU");
  const body = await line(["dear-1"], [wanted, dear], {
    maxRateMicrosPerHour: rateMicrosPerHour - 1,
  });
  expect((await order(body)).status).toBe(422);
  const { data } = await order({ ...body, maxRateMicrosPerHour: rateMicrosPerHour });
  expect(data.lines).toMatchObject([{ choice: 1, rateMicrosPerHour }]);
});

test("the highest price holds for the product of the line too", async () => {
  const { fields } = await order(
    await line(["capped-1"], [wanted], { maxRateMicrosPerHour: 79_999 }),
  );
  expect(fields).toEqual({ virtualProduct: "too_expensive" });
  const { data } = await order(
    await line(["capped-1"], [wanted, smaller], { maxRateMicrosPerHour: 79_999 }),
  );
  expect(data.lines).toMatchObject([{ choice: 1, product: { name: "2 vCPU" } }]);
});

test("an alternative whose price rose above the shown one is not taken", async () => {
  const body = await line(["risen-1"], [wanted, elsewhere]);
  await setStock(0, "4 vCPU", "lulea");
  await system((tx) =>
    tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      SELECT ${uuidv7(env.clock.now())}, id, 90000, ${env.clock.now()} FROM product WHERE name = '4 vCPU'`),
  );
  env.clock.advance(1_000);
  expect((await order(body)).fields).toMatchObject({ "alternatives.0.product": "too_expensive" });
  const { status, data } = await order({ ...body, maxRateMicrosPerHour: 90_000 });
  expect([status, data.lines]).toMatchObject([202, [{ choice: 1, rateMicrosPerHour: 90_000 }]]);
});

test("an alternative is taken while the region of the product does not respond", async () => {
  const setUnreachable = (since: Date | null) =>
    system((tx) =>
      tx.execute(sql`UPDATE region SET unreachable_since = ${since} WHERE handle = 'lulea'`),
    );
  await setUnreachable(env.clock.now());
  const { data } = await order(await line(["away-1"], [wanted, elsewhere]));
  await setUnreachable(null);
  expect(data.lines).toMatchObject([{ choice: 1, region: "kajaani" }]);
});

test("an alternative that can never be taken is an error even while the product is free", async () => {
  const body = await line(["wrong-1"], [wanted, smaller]);
  const product = body.alternatives?.[0]?.product ?? "";
  const errors = async (alternatives: Line["alternatives"]) =>
    (await order({ ...body, alternatives })).fields;
  expect(await errors([{ region: "atlantis", product }])).toMatchObject({
    "alternatives.0.region": "unknown",
  });
  expect(await errors([{ region: "lulea", product: body.operatingsystem }])).toEqual({
    "alternatives.0.product": "unknown",
  });
  await addItems(env, "metal.test");
  const metal = await findProduct(north.owner.client, metalProduct);
  expect(await errors([{ region: "lulea", product: metal.id }])).toEqual({
    "alternatives.0.product": "unknown",
  });
  const one = { region: "lulea", product };
  expect(await errors([one, one, one, one])).toEqual({ alternatives: "too_big" });
});

test("of orders at once for the last one, each takes the first choice that is left for it", async () => {
  await setStock(1, "4 vCPU", "lulea");
  await setStock(1, "2 vCPU", "lulea");
  const bodies = await Promise.all(
    ["race-1", "race-2", "race-3"].map((name) => line([name], [wanted, smaller])),
  );
  const responses = await Promise.all(bodies.map(order));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 202, 422]);
  const taken = responses.flatMap((response) =>
    response.status === 202 ? response.data.lines.map(({ choice }) => choice) : [],
  );
  expect(taken.toSorted()).toEqual([0, 1]);
  expect(await Promise.all([wanted, smaller].map(stockOf))).toEqual([0, 0]);
  const lost = responses.find(({ status }) => status === 422);
  expect(lost?.fields).toEqual({
    virtualProduct: "out_of_stock",
    "alternatives.0.product": "out_of_stock",
  });
});

test("orders at once whose lines want the same products in opposite order do not deadlock", async () => {
  await setStock(2, "4 vCPU", "lulea");
  await setStock(2, "2 vCPU", "lulea");
  const bodies = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const choices = n % 2 === 0 ? ([wanted, smaller] as const) : ([smaller, wanted] as const);
      const body = { maxRateMicrosPerHour: 1_000_000 };
      return {
        lines: [
          await line([`cross-${n}-a`], choices, body),
          await line([`cross-${n}-b`], choices, body),
        ],
      };
    }),
  );
  const responses = await Promise.all(bodies.map(order));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 202, 422, 422]);
  expect(await Promise.all([wanted, smaller].map(stockOf))).toEqual([0, 0]);
});

test("lines of one order share the stock of their choices", async () => {
  await setStock(1, "4 vCPU", "lulea");
  const { data } = await order({
    lines: [
      await line(["shared-1"], [wanted, smaller]),
      await line(["shared-2"], [wanted, smaller]),
    ],
  });
  expect(data.lines.map(({ choice }) => choice)).toEqual([0, 1]);
});
