/** The dashboard of staff: what needs a person, for each role what it may see, and the health of the regions. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { Dashboard } from "#contracts/dashboard.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { createOrderContext, orderInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
let businessAdmin: TestUser;
let support: TestUser;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-03-10T12:00:00Z" });
  admin = await createUser(env, "admin@dashboard.test", { staffRole: "Admin" });
  businessAdmin = await createUser(env, "business@dashboard.test", { staffRole: "BusinessAdmin" });
  support = await createUser(env, "support@dashboard.test", { staffRole: "Support" });
  context = await createOrderContext(env);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const view = async (user: TestUser): Promise<Dashboard> =>
  (await user.client.call(api.dashboard.view, {})).data;

const shown = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name]) => name)
    .toSorted();

test("each role sees its own figures, and a customer none", async () => {
  const [forAdmin, forBusiness, forSupport] = [
    await view(admin),
    await view(businessAdmin),
    await view(support),
  ];
  expect(shown(forAdmin.attention)).toEqual([
    "brokenAuditChains",
    "failedCommands",
    "failedDataCopies",
    "failingEmails",
    "failingJobs",
    "findings",
    "lowStockProducts",
    "soldOutProducts",
    "waitingCommands",
  ]);
  expect(shown(forAdmin.figures)).toEqual(["instances", "revenue", "users", "workspaces"]);
  expect(forAdmin.regions?.length).toBeGreaterThan(1);
  expect(shown(forBusiness.attention)).toEqual([
    "balanceApprovals",
    "ledgerFindings",
    "limitRequests",
    "overdueInvoices",
  ]);
  expect(shown(forBusiness.figures)).toEqual(["revenue", "users", "workspaces"]);
  expect(forBusiness.regions).toBeNull();
  expect(shown(forSupport.attention)).toEqual(["failedDataCopies"]);
  expect(shown(forSupport.figures)).toEqual(["instances", "users", "workspaces"]);
  expect((await context.owner.client.call(api.dashboard.view, {})).status).toBe(403);
});

test("counts what failed, waits and is broken", async () => {
  const { owner, workspace } = context;
  const before = await view(admin);
  // Instances of tests have no limit in practice.
  await env.db.withSystemRole("a test limits a workspace", (tx) =>
    tx.execute(
      sql`INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at) VALUES (${workspace.id}, 'instances', 20, ${env.clock.now()})`,
    ),
  );
  const request = await owner.client.call(api.billing.requestLimitChange, {
    path: { workspace: workspace.handle },
    body: { limit: "instances", value: 50, reason: "More training" },
  });
  expect(request.json).toMatchObject({ request: { status: "open" } });
  await orderInstance(owner.client, { ...context, hostname: ["runs"] });
  await orderInstance(owner.client, { ...context, hostname: ["a-no-capacity"] });
  await env.advanceTime(3_600, 20);
  await env.db.withSystemRole("a test breaks a chain", (tx) =>
    tx.execute(sql`UPDATE audit_chain SET fault = 'changed' WHERE owner = ${workspace.id}`),
  );
  await env.db.owner.query(
    "SELECT graphile_worker.add_job('mail.send', '{}', run_at => now() + interval '1 day')",
  );
  await env.db.owner.query(
    "UPDATE graphile_worker._private_jobs SET attempts = 2 WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'mail.send') AND run_at > now()",
  );
  const after = await view(admin);
  expect(after.attention).toMatchObject({
    failedCommands: (before.attention.failedCommands ?? 0) + 1,
    brokenAuditChains: 1,
    failingEmails: 1,
    failingJobs: before.attention.failingJobs,
  });
  expect(after.figures.instances).toBe((before.figures.instances ?? 0) + 2);
  const { data: report } = await admin.client.call(api.reports.virtual, {});
  expect(after.figures.revenue).toEqual(report.total.revenue);
  expect(after.figures.revenue?.cents).toBeGreaterThan(0);
  expect((await view(businessAdmin)).attention.limitRequests).toBe(1);
  await env.db.withSystemRole("a test asks for an approval", (tx) =>
    tx.execute(sql`
      INSERT INTO balance_approval (id, workspace_id, amount_cents, source, reason, created_by, created_at)
      VALUES (gen_random_uuid(), ${workspace.id}, 100000, 'goodwill', 'Outage', ${businessAdmin.id}, ${env.clock.now()})`),
  );
  expect((await view(businessAdmin)).attention.balanceApprovals).toBe(1);
  // A day later the failed operation is history.
  env.clock.set("2026-03-12T12:00:00Z");
  expect((await view(admin)).attention.failedCommands).toBe(0);
});

test("a region that does not respond is shown with the time", async () => {
  await env.db.withSystemRole("a test disconnects a region", (tx) =>
    tx.execute(
      sql`UPDATE region SET unreachable_since = '2026-03-12T11:00:00Z' WHERE handle = 'lulea'`,
    ),
  );
  const region = (await view(admin)).regions?.find(({ handle }) => handle === "lulea");
  expect(region?.providers[0]).toMatchObject({
    variant: "virtual_machine",
    unreachableSince: "2026-03-12T11:00:00.000Z",
  });
});

test("of each provider the last answer and the failed operations of a day are shown", async () => {
  env.clock.set("2026-03-10T14:00:00Z");
  const region = (await view(admin)).regions?.find(({ handle }) => handle === "lulea");
  const compute = region?.providers.find(({ variant }) => variant === "virtual_machine");
  expect(compute).toMatchObject({ endedCommands: 2, failedCommands: 1 });
  expect(Date.parse(compute?.lastSuccessAt ?? "")).toBeGreaterThanOrEqual(
    Date.parse("2026-03-10T12:00:00Z"),
  );
  env.clock.set("2026-03-12T12:00:00Z");
});

test("virtual products that run out are named, unless a provider does not report its stock", async () => {
  const set = (query: ReturnType<typeof sql>) =>
    env.db.withSystemRole("a test sets the stock", (tx) => tx.execute(query));
  const low = async () => (await view(admin)).attention.lowStockProducts;
  await set(sql`UPDATE product_stock SET available = 50`);
  expect(await low()).toEqual({ count: 0, products: [] });
  const named = sql`(SELECT id FROM product WHERE flavor = 'cpu-2')`;
  await set(sql`UPDATE product_stock SET available = 0 WHERE product_id = ${named}`);
  await set(
    sql`UPDATE product_stock SET available = 2 WHERE product_id = ${named} AND region_handle = 'lulea'`,
  );
  expect(await low()).toMatchObject({ count: 1, products: [{ name: "2 vCPU", free: 2 }] });
  await set(
    sql`UPDATE product_stock SET available = NULL WHERE product_id = ${named} AND region_handle = 'lulea'`,
  );
  expect(await low()).toEqual({ count: 0, products: [] });
});

test("an untrusted proxy is among what needs a person", async () => {
  expect((await view(admin)).attention.untrustedProxy).toBeNull();
  await admin.client.call(
    api.dashboard.view,
    {},
    { headers: { "x-forwarded-for": "203.0.113.9" } },
  );
  for (const user of [admin, businessAdmin, support])
    expect((await view(user)).attention.untrustedProxy).toMatchObject({ address: "127.0.0.1" });
});

test("ledger findings are counted and listed for business admins only", async () => {
  const { workspace } = context;
  await env.db.withSystemRole("a test adds findings", (tx) =>
    tx.execute(sql`
      INSERT INTO ledger_finding (id, kind, reference, detail, first_seen_at, last_seen_at, resolved_at)
      VALUES (gen_random_uuid(), 'balances', ${workspace.id}, '{"cash": 100, "cashEntries": 90}', ${env.clock.now()}, ${env.clock.now()}, NULL),
        (gen_random_uuid(), 'number_series', 'INV', '{"next": 5, "documents": 3}', ${env.clock.now()}, ${env.clock.now()}, NULL),
        (gen_random_uuid(), 'lines', ${workspace.id}, '{}', ${env.clock.now()}, ${env.clock.now()}, ${env.clock.now()})`),
  );
  expect((await view(businessAdmin)).attention.ledgerFindings).toBe(2);
  const list = async (query = {}) =>
    (await businessAdmin.client.call(api.dashboard.ledgerFindings, { query })).data.data;
  const open = await list();
  expect(open).toHaveLength(2);
  expect(open.find(({ kind }) => kind === "balances")).toMatchObject({
    workspace: { id: workspace.id, handle: workspace.handle },
    detail: { cash: 100, cashEntries: 90 },
    resolvedAt: null,
  });
  expect(open.find(({ kind }) => kind === "number_series")?.workspace).toBeNull();
  expect((await list({ state: "resolved" })).map(({ kind }) => kind)).toEqual(["lines"]);
  for (const { client } of [admin, support, context.owner])
    expect((await client.call(api.dashboard.ledgerFindings, {})).status).toBe(403);
  const bad = await businessAdmin.client.send("GET", "/admin/ledger-findings?state=all");
  expect(bad.status).toBe(422);
});

test("broken audit chains are listed with their owner and what is wrong, for IT admins only", async () => {
  const { workspace } = context;
  await env.db.withSystemRole("a test breaks a chain", (tx) =>
    tx.execute(sql`UPDATE audit_chain SET fault = 'wrong_end' WHERE owner = ${admin.id}`),
  );
  const { data, meta } = (await admin.client.call(api.dashboard.auditChains, {})).data;
  expect(meta.total).toBe((await view(admin)).attention.brokenAuditChains);
  expect(data).toContainEqual(
    expect.objectContaining({
      owner: { type: "workspace", id: workspace.id, name: expect.any(String) },
      fault: "changed",
    }),
  );
  expect(data).toContainEqual(
    expect.objectContaining({
      owner: { type: "user", id: admin.id, name: admin.name },
      fault: "wrong_end",
    }),
  );
  for (const { client } of [businessAdmin, support, context.owner])
    expect((await client.call(api.dashboard.auditChains, {})).status).toBe(403);
});
