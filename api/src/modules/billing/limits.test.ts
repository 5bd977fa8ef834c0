/** Limits of a workspace: orders that exceed them, requests to raise them, and their answers. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { LimitName } from "#contracts/limit-names.ts";
import { sql } from "../../core/db/db.ts";
import { createOrderContext, orderBody, placeOrder } from "../../testing/order-instances.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { createMember, createUser } from "../../testing/users.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { saveDefaultLimits } from "./limits.ts";

type Context = Awaited<ReturnType<typeof createOrderContext>>;

const defaults = { instances: 3, gpus: 2, bare_metal: 2, monthly_spend: 500_000 };
let env: TestEnvironment;
let context: Context;
let workspaces = 0;
beforeAll(async () => {
  env = await startTestEnvironment({ defaultLimits: defaults });
});
beforeEach(async () => {
  workspaces += 1;
  context = await createOrderContext(env, `limits-${workspaces}`);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const order = (hostname: string[], options: object = {}) =>
  placeOrder(context.owner.client, { ...context, hostname, product: "2 vCPU", ...options });
const path = () => ({ workspace: context.workspace.handle });
const limitOf = async (limit: LimitName) => {
  const { data } = await context.owner.client.call(api.billing.limits, { path: path() });
  const found = data.limits.find((one) => one.limit === limit);
  if (found === undefined) throw new Error(`No limit ${limit}`);
  return found;
};
const request = (limit: LimitName, value: number, client = context.owner.client) =>
  client.call(api.billing.requestLimitChange, {
    path: path(),
    body: { limit, value, reason: "We grow" },
  });
const createStaffMember = () =>
  createUser(env, `staff@limits-${workspaces}.test`, { staffRole: "BusinessAdmin" });
const errorAt = (field: string, code: string, params?: object) => ({
  errors: { [field]: [{ code, ...(params !== undefined && { params }) }] },
});

test("an order beyond a limit is rejected as a whole, with what is used and added", async () => {
  expect((await order(["one", "two"])).status).toBe(202);
  const rejected = await order(["three", "four"]);
  expect(rejected.status).toBe(422);
  expect(rejected.json).toMatchObject(
    errorAt("quantity", "limit_reached", { limit: "instances", value: 3, used: 2, needed: 2 }),
  );
  expect(await limitOf("instances")).toMatchObject({ value: 3, used: 2 });
  expect((await order(["three"])).status).toBe(202);
  expect((await order(["four"])).status).toBe(422);
});

test("two orders at once cannot exceed a limit together", async () => {
  const answers = await Promise.all([order(["a", "b"]), order(["c", "d"])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 422]);
  expect(await limitOf("instances")).toMatchObject({ used: 2 });
});

test("the line that exceeds a limit is named, and GPUs count by instance", async () => {
  const line = (hostname: string[], product: string) =>
    orderBody(context.owner.client, { ...context, hostname, product });
  const response = await context.owner.client.call(api.instances.order, {
    path: path(),
    body: { lines: [await line(["cpu"], "2 vCPU"), await line(["gpu"], "4 × L40S")] },
  });
  expect(response.json).toMatchObject(
    errorAt("lines.1.quantity", "limit_reached", { limit: "gpus", value: 2, used: 0, needed: 4 }),
  );
});

test("an accepted termination makes room for another instance", async () => {
  const { data } = await order(["one", "two", "three"]);
  await env.advanceTime(60);
  const [first] = data.instances;
  await context.owner.client.call(api.instances.terminate, {
    path: { ...path(), instance: first?.id ?? "" },
  });
  expect(await limitOf("instances")).toMatchObject({ used: 2 });
  expect((await order(["four"])).status).toBe(202);
});

test("an undone termination is held to the limits", async () => {
  const { data } = await order(["one", "two", "three"]);
  await env.advanceTime(60);
  const path = { workspace: context.workspace.handle, instance: data.instances[0]?.id ?? "" };
  const { client } = context.owner;
  await client.call(api.instances.terminate, { path });
  await env.advanceTime(60);
  expect((await order(["four"])).status).toBe(202);
  expect((await client.call(api.instanceLifecycle.restore, { path })).json).toMatchObject({
    code: "action_not_possible",
    reason: "workspace_limit_reached",
  });
  const other = { ...path, instance: data.instances[1]?.id ?? "" };
  await client.call(api.instances.terminate, { path: other });
  expect((await client.call(api.instanceLifecycle.restore, { path })).status).toBe(202);
});

test("a token that sees one project is measured by the instances of all", async () => {
  await order(["one", "two", "three"]);
  const project = await context.owner.client.call(
    api.projects.create,
    { path: path(), body: { name: "Small" } },
    { headers: { "idempotency-key": `limits-project-${workspaces}` } },
  );
  const token = await createTokenClient(env, context.owner, context.workspace, {
    scopes: ["instance.create"],
    projectIds: [project.data.id],
  });
  const body = await orderBody(context.owner.client, {
    ...context,
    hostname: ["four"],
    product: "2 vCPU",
    body: { projectId: project.data.id },
  });
  const response = await token.send(
    "POST",
    `/api/v1/workspaces/${context.workspace.handle}/purchase/carts`,
    body,
  );
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject(errorAt("quantity", "limit_reached", { used: 3 }));
});

test("the spend of a month is its forecast with what is being created", async () => {
  const { owner, workspace } = context;
  // 264 hours are left of the month, which has cost US$90.00.
  const now = new Date("2026-05-21T00:00:00Z");
  env.clock.advance(now.getTime() - env.clock.now().getTime());
  const { data } = await order(["spent"]);
  const hours = 100;
  await env.db.withSystemRole("a test sets the cost of the month", async (tx) => {
    await tx.execute(sql`INSERT INTO usage_interval
      (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second)
      SELECT workspace_id, id, 1, project_id, product_id, price_snapshot_id, 900000, ${now.getTime() / 1000 - hours * 3600}, ${now.getTime() / 1000}
        FROM instance WHERE id = ${data.instances[0]?.id ?? ""}`);
    await tx.execute(
      sql`UPDATE instance SET status = 'terminated' WHERE workspace_id = ${workspace.id}`,
    );
  });
  const setLimit = (cents: number) =>
    env.db.withSystemRole("a test sets a limit", (tx) =>
      tx.execute(sql`INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at)
        VALUES (${workspace.id}, 'monthly_spend', ${cents}, ${now})
        ON CONFLICT (workspace_id, limit_name) DO UPDATE SET value = excluded.value`),
    );
  expect(await limitOf("monthly_spend")).toMatchObject({ used: 9_000 });
  const { data: offer } = await owner.client.call(api.catalogue.offer, {});
  const product = offer.products.find(({ name }) => name === "2 vCPU");
  const needed = Math.round(((product?.rateMicrosPerHour ?? 0) * 264) / 10_000);
  expect(needed).toBeGreaterThan(0);
  await setLimit(9_000 + needed - 1);
  expect((await order(["next"])).json).toMatchObject(
    errorAt("quantity", "limit_reached", { limit: "monthly_spend", used: 9_000, needed }),
  );
  await setLimit(9_000 + needed);
  expect((await order(["next"])).status).toBe(202);
  expect(await limitOf("monthly_spend")).toMatchObject({ used: 9_000 + needed });
});

test("one request per limit is open at a time, and it must ask for more", async () => {
  expect((await request("instances", 3)).json).toMatchObject(errorAt("value", "not_higher"));
  const answers = await Promise.all([request("instances", 10), request("instances", 12)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(answers.find(({ status }) => status === 422)?.json).toMatchObject(
    errorAt("limit", "already_requested"),
  );
  expect((await request("gpus", 8)).status).toBe(201);
  expect((await limitOf("instances")).request).toMatchObject({ status: "open", reason: "We grow" });
  const member = await createMember(env, context.workspace, "team_member");
  expect((await request("bare_metal", 8, member.client)).status).toBe(403);
});

test("staff approve a request by its value, and reject it by less, with a note", async () => {
  const admin = await createStaffMember();
  const set = (body: object) =>
    admin.client.send("PUT", `/admin/workspaces/${context.workspace.id}/billing/limits`, body);
  await request("instances", 10);
  expect((await set({ limit: "instances", value: 10 })).status).toBe(200);
  expect(await limitOf("instances")).toMatchObject({
    value: 10,
    request: { status: "approved", note: null },
  });
  env.clock.advance(1000);
  await request("instances", 100);
  const withoutNote = await set({ limit: "instances", value: 20 });
  expect(await withoutNote.json()).toMatchObject(errorAt("note", "required"));
  expect(await limitOf("instances")).toMatchObject({ value: 10, request: { status: "open" } });
  expect((await set({ limit: "instances", value: 20, note: "Twenty for now" })).status).toBe(200);
  expect(await limitOf("instances")).toMatchObject({
    value: 20,
    request: { status: "rejected", note: "Twenty for now", value: 100 },
  });
  env.clock.advance(31 * 86_400_000);
  expect((await limitOf("instances")).request).toBeNull();
  const listed = await admin.client.send(
    "GET",
    `/admin/workspaces/${context.workspace.id}/billing/limits`,
  );
  expect(await listed.json()).toMatchObject({
    limits: [{ limit: "instances", value: 20 }, {}, {}, {}],
  });
  const unknown = "/admin/workspaces/00000000-0000-7000-8000-000000000000/billing/limits";
  expect((await admin.client.send("GET", unknown)).status).toBe(404);
});

test("staff find the open requests of all workspaces; the requester gets the answer as an email", async () => {
  const admin = await createStaffMember();
  const { owner, workspace } = context;
  const set = (body: object) =>
    admin.client.call(api.adminWorkspaces.updateLimit, {
      path: { adminWorkspace: workspace.id },
      body: { limit: "instances", ...body },
    });
  const find = async (query: object) =>
    (
      await admin.client.call(api.limitRequests.list, {
        query: { search: workspace.handle, ...query },
      })
    ).data.data;
  const before = (await limitOf("instances")).value;
  await request("instances", before + 5);
  const [open] = await find({});
  expect(open).toMatchObject({
    workspace: { handle: workspace.handle },
    limit: "instances",
    value: before + 5,
    current: before,
    used: 0,
    reason: "We grow",
    createdBy: { id: owner.id },
  });
  const answer = { request: open?.id ?? "" };
  expect((await set(answer)).fields).toEqual({ note: "required" });
  const rejected = await Promise.all([
    set({ ...answer, note: "Please pay your first invoice" }),
    set({ ...answer, note: "Please pay your first invoice" }),
  ]);
  expect(rejected.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await limitOf("instances")).toMatchObject({
    value: before,
    request: { status: "rejected", note: "Please pay your first invoice" },
  });
  expect(await find({})).toEqual([]);
  expect(await find({ status: "rejected" })).toMatchObject([{ answeredBy: { id: admin.id } }]);
  // Without a request there is nothing to reject.
  expect((await set({ note: "No" })).fields).toEqual({ value: "required" });

  await env.db.withSystemRole("a test sets a language", (tx) =>
    tx.execute(sql`UPDATE user_account SET locale = 'de' WHERE id = ${owner.id}`),
  );
  await request("instances", before + 5);
  const [second] = await find({});
  await set({ value: before + 5, request: second?.id ?? "", note: "Viel Erfolg!" });
  await env.advanceTime(5);
  const mails = env.mail.messages().filter(({ to }) => to.includes(owner.email));
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your request for a higher limit: Instances",
    "Ihr höheres Limit ist freigegeben: Instanzen",
  ]);
  expect(mails[0]?.text).toContain("Please pay your first invoice");
  expect(mails[1]?.text).toContain("Viel Erfolg!");
});

test("a lower limit keeps what is rented and allows nothing more", async () => {
  await order(["one", "two"]);
  const admin = await createStaffMember();
  await admin.client.send("PUT", `/admin/workspaces/${context.workspace.id}/billing/limits`, {
    limit: "instances",
    value: 1,
  });
  expect(await limitOf("instances")).toMatchObject({ value: 1, used: 2 });
  expect((await order(["three"])).status).toBe(422);
});

test("the settings of the server change the limits of workspaces without their own", async () => {
  await env.db.withSystemRole("a test", (tx) =>
    saveDefaultLimits(tx, { ...defaults, instances: 7 }),
  );
  expect(await limitOf("instances")).toMatchObject({ value: 7 });
  await env.db.withSystemRole("a test", (tx) => saveDefaultLimits(tx, defaults));
});
