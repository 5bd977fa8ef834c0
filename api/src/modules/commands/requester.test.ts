/** The requester of a command as an actor, and how the timeline shows them. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { raw, sql } from "../../core/db/db.ts";
import { createOrderContext, orderInstance } from "../../testing/order-instances.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, type TestUser, type TestWorkspace } from "../../testing/users.ts";

let env: TestEnvironment;
let owner: TestUser;
let admin: TestUser;
let workspace: TestWorkspace;
let instance: string;
let tokenId: string;
const path = () => ({ workspace: workspace.handle, instance });

/** An order by the owner, then a power-off by their token and a power-on by staff who act as the owner. */
beforeAll(async () => {
  env = await startTestEnvironment();
  const context = await createOrderContext(env);
  ({ owner, workspace } = context);
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  ({ id: instance } = await orderInstance(owner.client, { ...context, hostname: ["asked-1"] }));
  await env.advanceTime(60);
  const program = await createTokenClient(env, owner, workspace, { scopes: ["instance.reset"] });
  tokenId = program.id;
  await program.call(api.instances.reset, { path: path(), body: { action: "power_off" } });
  await env.advanceTime(60);
  await admin.client.call(api.users.impersonate, { path: { user: owner.id } });
  await admin.client.call(api.instances.reset, { path: path(), body: { action: "power_on" } });
  await env.advanceTime(60);
});
afterAll(() => env.stop());

const requesters = () =>
  env.db.withSystemRole("a test", (tx) =>
    tx.many(sql`SELECT kind, requested_by_type AS type, requested_by AS user, requested_by_role AS role, requested_by_token_id AS token
      FROM command WHERE instance_id = ${instance} ORDER BY created_at, id`),
  );
const expected = () => [
  { kind: "create", type: "user", user: owner.id, role: null, token: null },
  { kind: "power_off", type: "token", user: owner.id, role: null, token: tokenId },
  { kind: "power_on", type: "staff", user: admin.id, role: "Admin", token: null },
];

test("a command keeps its requester: user, access token, or staff with their role", async () => {
  expect(await requesters()).toEqual(expected());
});

test("the timeline names users, and staff as Support", async () => {
  const { data, json } = await owner.client.call(api.instances.logs, {
    path: path(),
    query: { perPage: "100" },
  });
  const shown = new Set(
    data.data.map(
      ({ commandKind, requestedBy, requestedByType }) =>
        `${commandKind}: ${requestedByType} ${requestedBy}`,
    ),
  );
  expect([...shown]).toEqual([
    `create: user ${owner.name}`,
    `power_off: token ${owner.name}`,
    "power_on: staff Support",
  ]);
  expect(JSON.stringify(json)).not.toContain(admin.name);
  expect(JSON.stringify(json)).not.toContain(admin.id);
});

test("the migration finds the requesters of earlier commands in the audit events", async () => {
  const file = readFileSync(
    new URL("../../../migrations/017-commands.sql", import.meta.url),
    "utf8",
  );
  const [, backfill = ""] = /SET LOCAL ROLE boreal_system;([^]*?)RESET ROLE;/.exec(file) ?? [];
  const statements = backfill.split(";").filter((text) => text.trim() !== "");
  expect(statements.length).toBeGreaterThan(1);
  const system = crypto.randomUUID();
  await env.db.withSystemRole("rows of the release before", async (tx) => {
    // That release names the customer and the role of staff, and no token.
    await tx.execute(sql`UPDATE command SET requested_by_type = 'user', requested_by = ${owner.id}, requested_by_token_id = NULL
      WHERE instance_id = ${instance}`);
    await tx.execute(sql`INSERT INTO command (id, workspace_id, instance_id, kind, region_handle, status, max_attempts, created_at, updated_at)
      VALUES (${system}, ${workspace.id}, ${instance}, 'sync', 'lulea', 'succeeded', 1, ${env.clock.now()}, ${env.clock.now()})`);
    for (const text of statements) await tx.execute(sql`${raw(text)}`);
  });
  expect(await requesters()).toEqual([
    ...expected(),
    { kind: "sync", type: "system", user: null, role: null, token: null },
  ]);
});
