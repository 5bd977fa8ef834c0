/** The dashboard of staff: what needs a person, for each role what it may see, and the health of the regions. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { Dashboard } from "#contracts/dashboard.ts";
import { sql } from "../../core/db/db.ts";
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
    "soldOutProducts",
    "waitingCommands",
  ]);
  expect(shown(forAdmin.figures)).toEqual(["instances", "revenue", "users", "workspaces"]);
  expect(forAdmin.regions?.length).toBeGreaterThan(1);
  expect(shown(forBusiness.attention)).toEqual([
    "balanceApprovals",
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
  expect(region?.unreachableSince).toBe("2026-03-12T11:00:00.000Z");
});
