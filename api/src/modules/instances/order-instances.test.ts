import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import {
  createOrderContext,
  createCredential,
  createProject,
  placeOrder,
  orderBody,
  orderInstance,
  findProduct,
  getInstance,
} from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
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

const orderOptions = (hostname: string[], more: object = {}) => ({
  workspace,
  credentialId,
  hostname,
  ...more,
});

/** Everything an order creates. */
const counted = () =>
  env.db.withSystemRole("a test counts", (tx) =>
    tx.one<object>(sql`SELECT (SELECT count(*) FROM instance) AS instances, (SELECT count(*) FROM command) AS commands,
      (SELECT count(*) FROM instance_log) AS steps, (SELECT count(*) FROM audit_event) AS audit, (SELECT sum(available) FROM product_stock) AS stock`),
  );

test("an ordered instance is built, gets its IP address and is billed from then on", async () => {
  const placed = await orderInstance(
    owner.client,
    orderOptions(["main-1"], { product: "8 × H100 SXM" }),
  );
  expect(placed).toMatchObject({
    status: "pending",
    hostname: "main-1",
    hourlyRate: 7_960_000,
    publicIp: null,
    usage: [],
    costSoFar: { cents: 0, currency: "USD" },
    energy: { method: "modeled", powerWatts: expect.any(Number), gramsCo2PerKwh: 9 },
  });
  expect(placed.credential?.name).toBe("laptop");
  await env.advanceTime(60);
  const built = await getInstance(owner.client, workspace, placed.id);
  expect(built).toMatchObject({ status: "active", statusReason: null });
  expect(built.publicIp).toMatch(/^198\.51\.100\./);
  expect(built.privateIp).toMatch(/^10\.10\./);
  expect(built.usage).toHaveLength(1);
  const { data: logs } = await owner.client.call(api.instances.logs, {
    path: { workspace: "north", instance: placed.id },
  });
  expect(logs.data.map(({ step, status }) => `${step} ${status}`)).toEqual(
    ["reserve", "network", "address", "server", "install", "ready"].map(
      (step) => `${step} complete`,
    ),
  );
  expect(logs.data[0]).toMatchObject({
    commandKind: "create",
    requestedBy: "owner Test",
    detail: null,
  });
  await env.advanceTime(3600, 600);
  const later = await getInstance(owner.client, workspace, placed.id);
  expect(later.costSoFar.cents).toBeGreaterThanOrEqual(796);
  const [server] = env.emulator.world().servers.filter(({ name }) => name === "main-1");
  expect(server?.userData).toBeTruthy();
});

test("an order with several errors reports each field and creates nothing", async () => {
  await orderInstance(owner.client, orderOptions(["web-1"]));
  const before = await counted();
  const body = await orderBody(owner.client, orderOptions(["web-1", "web-2"]));
  const response = await owner.client.call(api.instances.order, {
    path: { workspace: "north" },
    body: {
      ...body,
      region: "atlantis",
      operatingsystem: owner.id,
      workspaceCredential: [credentialId, owner.id, credentialId],
      projectId: owner.id,
    },
  });
  expect(response.status).toBe(422);
  expect(response.fields).toEqual({
    region: "unknown",
    operatingsystem: "unknown",
    "workspaceCredential.1": "unknown",
    "workspaceCredential.2": "duplicate",
    projectId: "unknown",
    "hostname.0": "taken",
  });
  expect(await counted()).toEqual(before);
});

test("C022, C023: rejects an invalid hostname before anything is ordered", async () => {
  const body = await orderBody(owner.client, orderOptions(["x"]));
  for (const hostname of [
    "ubuntu_server",
    "ubuntu server",
    "a.b",
    "-a",
    "a-",
    "a".repeat(64),
    "web1.",
    "ü-1",
    "🦊",
    "web-A",
    "123",
    "localhost",
    "",
  ]) {
    const response = await owner.client.call(api.instances.order, {
      path: { workspace: "north" },
      body: { ...body, hostname: [hostname] },
    });
    expect([hostname, response.status, Object.keys(response.fields)]).toEqual([
      hostname,
      422,
      ["hostname.0"],
    ]);
  }
  const twice = await owner.client.call(api.instances.order, {
    path: { workspace: "north" },
    body: { ...body, quantity: 2, hostname: ["a1", "a1"] },
  });
  expect(twice.fields).toEqual({ "hostname.1": "duplicate" });
  const fewer = await owner.client.call(api.instances.order, {
    path: { workspace: "north" },
    body: { ...body, quantity: 3, hostname: ["a1", "a2"] },
  });
  expect(fewer.fields).toEqual({ hostname: "quantity_mismatch" });
});

test("C019: of two concurrent orders for the same names one succeeds, and the other learns which are taken", async () => {
  const wishes = [orderOptions(["race-a", "race-b"]), orderOptions(["race-b", "race-c"])];
  const bodies = await Promise.all(wishes.map((one) => orderBody(owner.client, one)));
  const responses = await Promise.all(
    bodies.map((body) =>
      owner.client.call(api.instances.order, { path: { workspace: "north" }, body }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([202, 422]);
  const rejected = responses.findIndex(({ status }) => status === 422);
  expect(responses[rejected]?.fields).toEqual(
    rejected === 0 ? { "hostname.1": "taken" } : { "hostname.0": "taken" },
  );
});

test("N12: a product is sold only in its regions and within its stock", async () => {
  const elsewhere = await placeOrder(
    owner.client,
    orderOptions(["h-1"], { product: "8 × H200 SXM", region: "lulea" }),
  );
  expect(elsewhere.fields).toEqual({ virtualProduct: "not_offered" });
  const three = await placeOrder(
    owner.client,
    orderOptions(["h-1", "h-2", "h-3"], { product: "8 × H200 SXM", region: "kajaani" }),
  );
  expect(three.fields).toEqual({ quantity: "out_of_stock" });
  const both = await placeOrder(
    owner.client,
    orderOptions(["h-1", "h-2"], { product: "8 × H200 SXM", region: "kajaani" }),
  );
  expect(both.status).toBe(202);
  const none = await placeOrder(
    owner.client,
    orderOptions(["h-3"], { product: "8 × H200 SXM", region: "kajaani" }),
  );
  expect(none.fields).toEqual({ virtualProduct: "out_of_stock" });
});

test("a region with an unavailable provider takes no orders", async () => {
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`UPDATE region SET unreachable_since = ${env.clock.now()} WHERE handle = 'keflavik'`,
    ),
  );
  expect(
    (await placeOrder(owner.client, orderOptions(["k-1"], { region: "keflavik" }))).fields,
  ).toEqual({
    region: "unreachable",
  });
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE region SET unreachable_since = NULL`),
  );
});

test("C098: a price that changed since it was shown is a 422 with both prices, and nothing is ordered", async () => {
  const product = await findProduct(owner.client, "2 vCPU");
  const body = await orderBody(owner.client, orderOptions(["cheap-1"], { product: "2 vCPU" }));
  const { id: priceSnapshotId } = await env.db.withSystemRole("a test changes a price", (tx) =>
    tx.one<{
      id: string;
    }>(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      VALUES (gen_random_uuid(), ${product.id}, 50000, ${env.clock.now()}) RETURNING id`),
  );
  const before = await counted();
  const response = await owner.client.call(api.instances.order, {
    path: { workspace: "north" },
    body,
  });
  expect(response.status).toBe(422);
  const prices = { old: 40_000, new: 50_000, priceSnapshotId };
  expect(response.json).toMatchObject({
    errors: {
      priceSnapshotId: [
        {
          code: "price_changed",
          message: "The price is now US$0.05 per hour (was US$0.04)",
          params: prices,
        },
      ],
    },
  });
  expect(await counted()).toEqual(before);
  const repeated = await placeOrder(owner.client, orderOptions(["cheap-1"], { product: "2 vCPU" }));
  expect(repeated.data.instances[0]?.hourlyRate).toBe(50_000);
});

test("a bare-metal product that does not exist is rejected in its own field", async () => {
  const { virtualProduct: _, ...body } = await orderBody(owner.client, orderOptions(["bm-1"]));
  const response = await owner.client.call(api.instances.order, {
    path: { workspace: "north" },
    body: { ...body, selectedInstanceVariant: "bare_metal", bareMetalProduct: owner.id },
  });
  expect(response.fields).toEqual({ bareMetalProduct: "unknown" });
});

test("the same order sent twice with one key is one order", async () => {
  const body = await orderBody(owner.client, orderOptions(["once-1"]));
  const send = () =>
    owner.client.call(
      api.instances.order,
      { path: { workspace: "north" }, body },
      { headers: { "idempotency-key": "order-once-and-only-once" } },
    );
  const [first, second] = await Promise.all([send(), send()]);
  expect(second.data.orderId).toBe(first.data.orderId);
});

test("keys, projects and instances of another workspace do not exist", async () => {
  const outsider = await createUser(env, "outsider@south.test");
  const south = await createWorkspace(env, outsider, "south");
  const theirKey = await createCredential(env, south, outsider);
  const theirProject = await createProject(env, south, outsider, "Theirs");
  const response = await placeOrder(owner.client, {
    ...orderOptions(["x-1"]),
    credentialId: theirKey,
    body: { projectId: theirProject },
  });
  expect(response.fields).toEqual({ "workspaceCredential.0": "unknown", projectId: "unknown" });
  const mine = await placeOrder(outsider.client, {
    workspace: south,
    credentialId: theirKey,
    hostname: ["main-1"],
  });
  const id = mine.data.instances[0]?.id ?? "";
  expect(
    (await owner.client.call(api.instances.view, { path: { workspace: "north", instance: id } }))
      .status,
  ).toBe(404);
  expect(
    (
      await owner.client.call(api.instances.terminate, {
        path: { workspace: "north", instance: id },
      })
    ).status,
  ).toBe(404);
});

test("a team member orders only into their own projects", async () => {
  const member = await createMember(env, workspace, "team_member");
  const theirs = await createProject(env, workspace, member, "Members");
  const owners = await createProject(env, workspace, owner, "Owners");
  expect(
    (await placeOrder(member.client, orderOptions(["m-1"], { body: { projectId: owners } }))).code,
  ).toBe("permission_denied_missing_permission");
  const own = await placeOrder(
    member.client,
    orderOptions(["m-1"], { body: { projectId: theirs } }),
  );
  expect(own.data.instances[0]?.project?.name).toBe("Members");
  const limited = await createMember(env, workspace, "limited_team_member");
  expect((await placeOrder(limited.client, orderOptions(["m-2"]))).status).toBe(403);
  const reset = (id: string) =>
    member.client.call(api.instances.terminate, { path: { workspace: "north", instance: id } });
  const notTheirs = await orderInstance(
    owner.client,
    orderOptions(["m-3"], { body: { projectId: owners } }),
  );
  expect((await reset(notTheirs.id)).status).toBe(403);
  const inTheirs = await orderInstance(
    owner.client,
    orderOptions(["m-4"], { body: { projectId: theirs } }),
  );
  expect((await reset(inTheirs.id)).status).toBe(202);
});
