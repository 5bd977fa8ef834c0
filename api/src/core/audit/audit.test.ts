import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { isDatabaseError, raw, sql } from "../db/db.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
  const owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
  await owner.client.call(api.projects.create, {
    path: { workspace: "northwind" },
    body: { name: "Written down" },
  });
});
afterAll(() => env.stop());

const auditEvents = () =>
  env.db.withSystemRole("a test reads", (tx) => tx.many(sql`SELECT * FROM audit_event`));

test.each([
  "UPDATE audit_event SET actor_name = 'someone else'",
  "DELETE FROM audit_event",
  "TRUNCATE audit_event",
])("rejects %s from every role", async (statement) => {
  const before = await auditEvents();
  expect(before.length).toBeGreaterThan(0);
  const asServer = () => env.db.withTenant((tx) => tx.execute(raw(statement)));
  const asWorker = () => env.db.withSystemRole("a test tries", (tx) => tx.execute(raw(statement)));
  const asOwner = () => env.db.owner.query(statement);
  for (const attempt of [asServer, asWorker, asOwner]) {
    const problem: unknown = await attempt().then(
      () => null,
      (error: unknown) => error,
    );
    expect(isDatabaseError(problem, "42501")).toBe(true);
  }
  expect(await auditEvents()).toEqual(before);
});

test("the stored event counter of a workspace matches its number of events", async () => {
  const counts = await env.db.withSystemRole("a test counts", (tx) =>
    tx.many<{
      kept: number;
      counted: number;
    }>(sql`SELECT sum(c.event_count)::bigint AS kept, (SELECT count(*) FROM audit_event e WHERE e.workspace_id = c.workspace_id) AS counted
      FROM audit_event_counter c GROUP BY c.workspace_id`),
  );
  expect(counts.length).toBeGreaterThan(0);
  for (const { kept: stored, counted } of counts) expect(stored).toBe(counted);
});

test("C58: staff cannot impersonate if the audit event cannot be written", async () => {
  const admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  const customer = await createUser(env, "customer@northwind.test");
  const acting = () =>
    env.db.withSystemRole("a test reads", (tx) =>
      tx.many(sql`SELECT FROM session WHERE auth_type = 'impersonate' OR suspended_at IS NOT NULL`),
    );
  const impersonate = () =>
    admin.client.call(api.users.impersonate, { path: { user: customer.id } });
  await env.db.owner.query(
    "ALTER TABLE audit_event ADD CONSTRAINT refused CHECK (action <> 'users.impersonate') NOT VALID",
  );
  const rejected = await impersonate();
  await env.db.owner.query("ALTER TABLE audit_event DROP CONSTRAINT refused");
  expect(rejected.status).toBe(500);
  expect(rejected.headers.getSetCookie()).toEqual([]);
  expect(await acting()).toEqual([]);
  expect((await impersonate()).status).toBe(200);
  expect(await acting()).toHaveLength(2);
});
