/** Waiting orders: they start when stock is free, in turn, once, within their price and time. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import { api } from "#contracts/api.ts";
import { maxWaitingOrders, type QueuedOrder, type QueueOrder } from "#contracts/queue.ts";
import { sql } from "../../../core/db/db.ts";
import { createLogger } from "../../../core/lib/logger.ts";
import { checkLedgerAfterEach } from "../../../testing/check-ledger.ts";
import {
  createOrderContext,
  createProject,
  findProduct,
  orderBody,
  placeOrder,
} from "../../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { createTokenClient } from "../../../testing/token-clients.ts";
import { syncRegion } from "../../catalogue/sync-job.ts";
import { queueStartJob } from "./start-queued-orders.ts";

type Context = Awaited<ReturnType<typeof createOrderContext>>;
type Body = z.input<typeof QueueOrder>;

let env: TestEnvironment;
let north: Context;
let south: Context;
beforeAll(async () => {
  env = await startTestEnvironment();
  north = await createOrderContext(env, "north");
  south = await createOrderContext(env, "south");
});
beforeEach(async () => {
  await cancelAll();
  await setStock(0);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const cancelAll = () =>
  env.db.withSystemRole("a test starts over", (tx) =>
    tx.execute(
      sql`UPDATE queued_order SET status = 'cancelled', reason = NULL, ended_at = created_at WHERE status = 'waiting'`,
    ),
  );
const setStock = (available: number, product = "%", region = "%") =>
  env.db.withSystemRole("a test sets the stock", (tx) =>
    tx.execute(sql`UPDATE product_stock s SET available = ${available}, rejected_until = NULL FROM product p
      WHERE p.id = s.product_id AND p.name LIKE ${product} AND s.region_handle LIKE ${region}`),
  );
const deps = () => ({
  db: env.db,
  clock: env.clock,
  publicUrl: new URL("https://console.test"),
  logger: createLogger("silent"),
});
const startFree = () => queueStartJob.handle(deps(), {});

async function body(context: Context, hostname: string, more: Partial<Body> = {}): Promise<Body> {
  const line = await orderBody(context.owner.client, { ...context, hostname: [hostname] });
  return {
    choices: [{ region: "lulea", product: line.virtualProduct ?? "" }],
    operatingsystem: line.operatingsystem,
    hostname: [hostname],
    workspaceCredential: [context.credentialId],
    maxRateMicrosPerHour: 80_000,
    expiresAt: new Date(env.clock.now().getTime() + 86_400_000).toISOString(),
    ...more,
  };
}
const pathOf = (context: Context) => ({ workspace: context.workspace.handle });
const create = async (context: Context, hostname: string, more: Partial<Body> = {}) =>
  context.owner.client.call(api.queue.create, {
    path: pathOf(context),
    body: await body(context, hostname, more),
  });
const wait = async (context: Context, hostname: string, more: Partial<Body> = {}) => {
  const { status, data } = await create(context, hostname, more);
  expect(status).toBe(202);
  return data;
};
const find = async (context: Context, id: string): Promise<QueuedOrder | undefined> => {
  const { data } = await context.owner.client.call(api.queue.list, {
    path: pathOf(context),
    query: { status: "waiting,started,cancelled,expired,failed", perPage: "100" },
  });
  return data.data.find((each) => each.id === id);
};
const instancesOf = async (context: Context, search: string) =>
  (
    await context.owner.client.call(api.instances.list, {
      path: pathOf(context),
      query: { search },
    })
  ).data.data;
const mailsTo = (email: string) =>
  env.mail
    .messages()
    .filter(({ to }) => to.includes(email))
    .map(({ subject }) => subject);

test("an order waits with its position, starts when stock is free, and mails", async () => {
  const first = await wait(north, "wait-1");
  env.clock.advance(1_000);
  const second = await wait(south, "wait-2");
  expect(first).toMatchObject({
    status: "waiting",
    reason: "stock",
    position: 1,
    choices: [{ region: { handle: "lulea" }, product: { name: "4 vCPU" } }],
  });
  expect(second.position).toBe(2);
  await startFree();
  expect((await find(north, first.id))?.status).toBe("waiting");

  await setStock(1, "4 vCPU", "lulea");
  await startFree();
  const started = await find(north, first.id);
  expect(started).toMatchObject({ status: "started", reason: null, position: null });
  expect((await find(south, second.id))?.position).toBe(1);
  const [instance] = await instancesOf(north, "wait-1");
  expect(instance).toMatchObject({ status: "pending", hourlyRate: 80_000 });
  const { data: ofOrder } = await north.owner.client.call(api.instances.list, {
    path: pathOf(north),
    query: { order: started?.orderId ?? "" },
  });
  expect(ofOrder.data.map(({ hostname }) => hostname)).toEqual(["wait-1"]);
  await env.advanceTime(60);
  expect((await instancesOf(north, "wait-1"))[0]?.status).toBe("active");
  expect(mailsTo("owner@north.test")).toContain("Your waiting order has started: wait-1");
  const { data: activity } = await north.owner.client.call(api.activity.ofWorkspace, {
    path: pathOf(north),
    query: { activityType: "queue" },
  });
  expect(activity.data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["queue.create", "queue.start"]),
  );
});

test("two workers start an order once", async () => {
  const order = await wait(north, "once");
  await setStock(5, "4 vCPU", "lulea");
  await Promise.all([startFree(), startFree(), startFree()]);
  expect((await find(north, order.id))?.status).toBe("started");
  expect(await instancesOf(north, "once")).toHaveLength(1);
  const { available } = await env.db.withSystemRole("a test reads the stock", (tx) =>
    tx.one<{
      available: number;
    }>(sql`SELECT s.available FROM product_stock s JOIN product p ON p.id = s.product_id
      WHERE p.name = '4 vCPU' AND s.region_handle = 'lulea'`),
  );
  expect(available).toBe(4);
});

test("workspaces take turns: a later order of another workspace starts before the second one of the first", async () => {
  const ids: string[] = [];
  for (const hostname of ["turn-1", "turn-2", "turn-3"]) {
    ids.push((await wait(north, hostname)).id);
    env.clock.advance(1_000);
  }
  const other = await wait(south, "turn-other");
  const statusOf = async (context: Context, id: string) => (await find(context, id))?.status;
  const started: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    env.clock.advance(1_000);
    await setStock(1, "4 vCPU", "lulea");
    await startFree();
    for (const [name, context, id] of [
      ["first", north, ids[0]],
      ["second", north, ids[1]],
      ["third", north, ids[2]],
      ["other", south, other.id],
    ] as const)
      if (!started.includes(name) && (await statusOf(context, id ?? "")) === "started")
        started.push(name);
  }
  expect(started).toEqual(["first", "other", "second"]);
});

test("the first choice that is free is taken, and an order larger than the stock holds up nobody", async () => {
  const [small, large] = await Promise.all([
    findProduct(north.owner.client, "2 vCPU"),
    findProduct(north.owner.client, "4 vCPU"),
  ]);
  const order = await wait(north, "choice", {
    choices: [
      { region: "lulea", product: large.id },
      { region: "kajaani", product: large.id },
      { region: "kajaani", product: small.id },
    ],
  });
  const many = await wait(south, "many-1", { hostname: ["many-1", "many-2", "many-3"] });
  await setStock(1, "2 vCPU", "kajaani");
  await setStock(2, "4 vCPU", "lulea");
  await setStock(0, "4 vCPU", "lulea");
  await startFree();
  expect((await find(north, order.id))?.status).toBe("started");
  expect((await instancesOf(north, "choice"))[0]).toMatchObject({
    region: { handle: "kajaani" },
    product: { name: "2 vCPU" },
    hourlyRate: 40_000,
  });
  const after = await wait(north, "after-many");
  await setStock(2, "4 vCPU", "lulea");
  await startFree();
  expect((await find(south, many.id))?.status).toBe("waiting");
  expect((await find(north, after.id))?.status).toBe("started");
});

test("while the price is above the limit, the order waits and says so", async () => {
  const order = await wait(north, "costly", { maxRateMicrosPerHour: 79_999 });
  await setStock(5);
  await startFree();
  expect(await find(north, order.id)).toMatchObject({ status: "waiting", reason: "price" });
  expect(await instancesOf(north, "costly")).toHaveLength(0);
});

test("an order that exceeds a limit of the workspace waits until there is room", async () => {
  const context = await createOrderContext(env, "limited");
  const order = await wait(context, "limited-1");
  const setLimit = (value: number) =>
    env.db.withSystemRole("a test sets a limit", (tx) =>
      tx.execute(sql`INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at) VALUES (${context.workspace.id}, 'instances', ${value}, ${env.clock.now()})
        ON CONFLICT (workspace_id, limit_name) DO UPDATE SET value = excluded.value`),
    );
  await setLimit(0);
  await setStock(5);
  await startFree();
  expect(await find(context, order.id)).toMatchObject({ status: "waiting", reason: "limit" });
  await setLimit(1);
  await startFree();
  expect((await find(context, order.id))?.status).toBe("started");
});

test("an order expires at its time, mails, and never starts afterwards", async () => {
  const order = await wait(south, "too-late", {
    expiresAt: new Date(env.clock.now().getTime() + 60_000).toISOString(),
  });
  env.clock.advance(61_000);
  await setStock(5);
  await startFree();
  expect(await find(south, order.id)).toMatchObject({ status: "expired", orderId: null });
  await env.advanceTime(10);
  expect(mailsTo("owner@south.test")).toContain("Your waiting order has expired: too-late");
  expect(await instancesOf(south, "too-late")).toHaveLength(0);
});

test("a product that the provider rejects for lack of capacity is sold out for everyone at once", async () => {
  const stockOf = async () =>
    (await findProduct(south.owner.client, "2 vCPU")).stock.find(
      ({ regionHandle }) => regionHandle === "kajaani",
    )?.free;
  await setStock(7);
  const line = { ...north, hostname: ["render-no-capacity"], product: "2 vCPU", region: "kajaani" };
  expect((await placeOrder(north.owner.client, line)).status).toBe(202);
  expect(await stockOf()).toBe(6);
  await env.advanceTime(30);
  expect((await instancesOf(north, "no-capacity"))[0]?.statusReason).toBe("no_capacity");
  expect(await stockOf()).toBe(0);
  // The syncs of the next ten minutes know no better.
  const sync = () => syncRegion({ ...deps(), regions: env.regions }, "kajaani");
  env.clock.advance(300_000);
  await sync();
  expect(await stockOf()).toBe(0);
  env.clock.advance(400_000);
  await sync();
  expect(await stockOf()).toBeGreaterThan(0);
});

test("the customer cancels a waiting order, also twice; a started one is not cancelled", async () => {
  const order = await wait(north, "cancelled");
  const cancel = (id: string) =>
    north.owner.client.call(api.queue.cancel, { path: { ...pathOf(north), queuedOrder: id } });
  expect((await cancel(order.id)).data).toMatchObject({ status: "cancelled", position: null });
  expect((await cancel(order.id)).status).toBe(200);
  await setStock(5);
  await startFree();
  expect(await instancesOf(north, "cancelled")).toHaveLength(0);

  const started = await wait(north, "started-before");
  await startFree();
  const late = await cancel(started.id);
  expect([late.status, late.json]).toMatchObject([409, { reason: "queued_order_ended" }]);
  const foreign = await south.owner.client.call(api.queue.cancel, {
    path: { ...pathOf(south), queuedOrder: order.id },
  });
  expect(foreign.status).toBe(404);
});

const endings: readonly [
  reason: string,
  spoil: (context: Context, order: QueuedOrder) => Promise<unknown>,
][] = [
  [
    "key_deleted",
    ({ workspace, credentialId }) =>
      env.db.withSystemRole("a test deletes a key", (tx) =>
        tx.execute(
          sql`DELETE FROM credential WHERE workspace_id = ${workspace.id} AND id = ${credentialId}`,
        ),
      ),
  ],
  [
    "project_deleted",
    ({ workspace }, order) =>
      env.db.withSystemRole("a test deletes a project", (tx) =>
        tx.execute(
          sql`DELETE FROM project WHERE workspace_id = ${workspace.id} AND id = ${order.project?.id}`,
        ),
      ),
  ],
  [
    "access_lost",
    ({ workspace }) =>
      env.db.withSystemRole("a test ends a role", (tx) =>
        tx.execute(
          sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE workspace_id = ${workspace.id}`,
        ),
      ),
  ],
  [
    "workspace_deactivated",
    ({ workspace }) =>
      env.db.withSystemRole("a test deactivates a workspace", (tx) =>
        tx.execute(sql`UPDATE workspace SET status = 'deactivated' WHERE id = ${workspace.id}`),
      ),
  ],
];

test.each(endings)(
  "an order that can no longer start ends with the reason: %s",
  async (reason, spoil) => {
    const context = await createOrderContext(env, `gone-${reason.replaceAll("_", "-")}`);
    const projectId = await createProject(env, context.workspace, context.owner, "Short-lived");
    const order = await wait(context, "gone", { projectId });
    await spoil(context, order);
    await setStock(5);
    await startFree();
    const row = await env.db.withSystemRole("a test reads an order", (tx) =>
      tx.one<{ status: string; reason: string; user_data: string | null }>(
        sql`SELECT status, reason, user_data FROM queued_order WHERE id = ${order.id}`,
      ),
    );
    expect(row).toMatchObject({ status: "failed", reason, user_data: null });
  },
);

test("a suspended workspace keeps its place; a name that is taken meanwhile and a retired image end the order", async () => {
  const context = await createOrderContext(env, "changing");
  const set = (status: "active" | "suspended") => {
    const at = status === "active" ? null : env.clock.now();
    const reason = status === "active" ? null : "staff";
    return env.db.withSystemRole("a test suspends a workspace", (tx) =>
      tx.execute(sql`UPDATE workspace SET status = ${status}, suspended_at = ${at}, suspension_reason = ${reason}
        WHERE id = ${context.workspace.id}`),
    );
  };
  const order = await wait(context, "patient");
  await set("suspended");
  await setStock(5);
  await startFree();
  await set("active");
  expect(await find(context, order.id)).toMatchObject({ status: "waiting", reason: "suspended" });
  await placeOrder(context.owner.client, { ...context, hostname: ["patient"] });
  await startFree();
  expect(await find(context, order.id)).toMatchObject({
    status: "failed",
    reason: "hostname_taken",
  });

  const other = await wait(context, "old-system");
  await setStock(0);
  const setImage = (status: string) =>
    env.db.withSystemRole("a test retires an image", (tx) =>
      tx.execute(
        sql`UPDATE image SET status = ${status}, is_default = ${status === "active"} WHERE id = ${other.image.id}`,
      ),
    );
  await setImage("inactive");
  await startFree();
  expect(await find(context, other.id)).toMatchObject({
    status: "failed",
    reason: "image_retired",
  });
  await setImage("active");
  await env.advanceTime(10);
  expect(mailsTo("owner@changing.test")).toEqual(
    expect.arrayContaining([
      "Your waiting order was ended: patient",
      "Your waiting order was ended: old-system",
    ]),
  );
});

test("an order of an access token is started for it, and not once it is revoked", async () => {
  const client = await createTokenClient(env, north.owner, north.workspace, {
    scopes: ["instance.create"],
  });
  const sent = async (hostname: string) =>
    (
      await client.call(api.queue.create, {
        path: pathOf(north),
        body: await body(north, hostname),
      })
    ).data.id;
  const first = await sent("by-token-1");
  env.clock.advance(1_000);
  const second = await sent("by-token-2");
  await setStock(1, "4 vCPU", "lulea");
  await startFree();
  expect((await find(north, first))?.status).toBe("started");
  await env.db.withSystemRole("a test revokes a token", (tx) =>
    tx.execute(
      sql`UPDATE access_token SET revoked_at = ${env.clock.now()} WHERE id = ${client.id}`,
    ),
  );
  await setStock(1, "4 vCPU", "lulea");
  await startFree();
  expect(await find(north, second)).toMatchObject({ status: "failed", reason: "token_revoked" });
});

test("rejects choices, names and times that can never start", async () => {
  const rejectedWith = async (more: Partial<Body>, name = "rejected") => {
    const { status, fields } = await create(north, name, more);
    return [status, fields];
  };
  const nil = "00000000-0000-0000-0000-000000000000";
  const { id } = await findProduct(north.owner.client, "1 × H200 SXM");
  expect(
    await rejectedWith({
      choices: [
        { region: "lulea", product: nil },
        { region: "lulea", product: id },
        { region: "nowhere", product: id },
      ],
    }),
  ).toEqual([
    422,
    {
      "choices.0.product": "unknown",
      "choices.1.product": "not_offered",
      "choices.2.region": "unknown",
    },
  ]);
  const at = (ms: number) => new Date(env.clock.now().getTime() + ms).toISOString();
  expect(await rejectedWith({ expiresAt: at(-1) })).toEqual([422, { expiresAt: "expiry_range" }]);
  expect(await rejectedWith({ expiresAt: at(31 * 86_400_000) })).toEqual([
    422,
    { expiresAt: "expiry_range" },
  ]);
  expect(await rejectedWith({ maxRateMicrosPerHour: 0 })).toEqual([
    422,
    { maxRateMicrosPerHour: "too_small" },
  ]);
  expect(await rejectedWith({ workspaceCredential: [nil] })).toEqual([
    422,
    { "workspaceCredential.0": "unknown" },
  ]);
  await wait(north, "reserved-name");
  expect(await rejectedWith({}, "reserved-name")).toEqual([422, { "hostname.0": "taken" }]);
});

test("a workspace has a limited number of waiting orders", async () => {
  const context = await createOrderContext(env, "patient-many");
  for (let n = 0; n < maxWaitingOrders; n += 1) await wait(context, `many-${n}`);
  const { status, fields } = await create(context, "one-more");
  expect([status, fields]).toEqual([422, { choices: "too_many_waiting" }]);
});

test("requests at once do not pass the limit of waiting orders together, nor take one name twice", async () => {
  const context = await createOrderContext(env, "patient-race");
  const createAll = async (names: readonly string[]) => {
    const responses = await Promise.all(names.map((name) => create(context, name)));
    return responses.map(({ status }) => status).toSorted();
  };
  expect(await createAll(["same", "same", "same"])).toEqual([202, 422, 422]);
  for (let n = 2; n < maxWaitingOrders; n += 1) await wait(context, `early-${n}`);
  expect(await createAll(["late-1", "late-2", "late-3", "late-4"])).toEqual([202, 422, 422, 422]);
});
