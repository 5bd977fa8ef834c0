/** Inserts one row of a workspace into every table with tenant data, for tests of row-level security. */
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { insertBillingRows } from "./billing-rows.ts";
import { createInvite } from "./invites.ts";
import { insertErasure } from "./erasures.ts";
import { grantProject, insertInstance } from "./instances.ts";
import type { TestUser, TestWorkspace } from "./users.ts";
import { resourceFixtures } from "./resource-fixtures.ts";
import { newPublicKey } from "./ssh-keys.ts";
import type { TestEnvironment } from "./test-environment.ts";

export async function insertTenantRows(
  env: TestEnvironment,
  workspace: TestWorkspace,
  owner: TestUser,
): Promise<{
  project: string;
  credential: string;
  token: string;
  instance: string;
  invite: string;
  member: string;
}> {
  const now = env.clock.now();
  const path = { workspace: workspace.handle };
  const { client } = owner;
  const project = (
    await client.call(
      api.projects.create,
      { path, body: { name: "Walled" } },
      { headers: { "idempotency-key": uuidv7(now) } },
    )
  ).data.id;
  await client.call(api.projectBudgets.setBudget, {
    path: { ...path, project },
    body: { amountCents: 10_000 },
  });
  const credential = (
    await client.call(api.credentials.create, {
      path,
      body: { name: "Walled", publicKey: newPublicKey() },
    })
  ).data.id;
  const token = (
    await client.call(api.tokens.create, {
      path,
      body: { name: "Walled", scopes: ["project.view"] },
    })
  ).data.token.id;
  await grantProject(env, workspace, project, owner);
  const instance = await insertInstance(env, workspace, owner, {
    hostname: "walled",
    projectId: project,
    credentialId: credential,
  });
  for (const { insert } of resourceFixtures) await insert(env, workspace, owner);
  await env.db.withSystemRole("rows for a test of row-level security", async (tx) => {
    await insertInstanceRows(tx, workspace.id, instance, now);
    await insertBillingRows(tx, workspace.id, now);
    await tx.execute(sql`INSERT INTO payment_customer (workspace_id, provider, customer_id, created_at)
      VALUES (${workspace.id}, 'stripe', ${`cus_${workspace.id}`}, ${now})`);
    await tx.execute(sql`INSERT INTO refund (id, workspace_id, payment_id, amount_cents, status, created_at, updated_at, checked_at)
      SELECT ${uuidv7(now)}, workspace_id, id, 100, 'failed', ${now}, ${now}, ${now} FROM payment WHERE workspace_id = ${workspace.id} LIMIT 1`);
    await tx.execute(sql`INSERT INTO dispute (id, workspace_id, payment_id, provider_id, amount_cents, reason, status, created_at, updated_at)
      SELECT ${uuidv7(now)}, workspace_id, id, ${`dp_${workspace.id}`}, 100, 'fraudulent', 'won', ${now}, ${now} FROM payment WHERE workspace_id = ${workspace.id} LIMIT 1`);
    await tx.execute(sql`INSERT INTO card_setup (id, workspace_id, created_by, created_at)
      VALUES (${uuidv7(now)}, ${workspace.id}, ${owner.id}, ${now})`);
    await insertAlertRows(tx, { workspaceId: workspace.id, instanceId: instance }, now);
    await tx.execute(sql`INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at)
      VALUES (${workspace.id}, 'instances', 40, ${now})`);
    await tx.execute(sql`INSERT INTO limit_request (id, workspace_id, limit_name, value, reason, created_by, created_at)
      VALUES (${uuidv7(now)}, ${workspace.id}, 'gpus', 64, 'Test', ${owner.id}, ${now})`);
    await tx.execute(sql`INSERT INTO balance_approval (id, workspace_id, amount_cents, source, reason, created_by, created_at)
      VALUES (${uuidv7(now)}, ${workspace.id}, 60000, 'goodwill', 'Test', ${owner.id}, ${now})`);
    await tx.execute(sql`INSERT INTO workspace_former_handle (workspace_id, handle, released_at, expires_at)
      VALUES (${workspace.id}, ${`before-${workspace.handle}`}, ${now}, ${new Date(now.getTime() + 1000)})`);
  });
  const { id: invite } = await createInvite(env, workspace, {
    by: owner.id,
    email: `invitee@${workspace.handle}.test`,
    role: "limited_team_member",
    projectId: project,
  });
  return { project, credential, token, instance, invite, member: owner.id };
}

/** Alert threshold, automatic top-up, and what an overdue invoice leaves. */
async function insertAlertRows(
  tx: Tx,
  { workspaceId, instanceId }: { workspaceId: string; instanceId: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`INSERT INTO alert_threshold (workspace_id, amount_cents, action, month, created_at, updated_at)
    VALUES (${workspaceId}, 100000000, 'notify', ${now}, ${now}, ${now})`);
  await tx.execute(sql`INSERT INTO overdue_suspension (workspace_id, invoice_id, suspends_at, announced_at)
    SELECT workspace_id, id, ${now}, ${now} FROM invoice WHERE workspace_id = ${workspaceId} LIMIT 1`);
  await tx.execute(sql`INSERT INTO suspended_instance (workspace_id, instance_id, stopped_at)
    VALUES (${workspaceId}, ${instanceId}, ${now})`);
  await tx.execute(sql`INSERT INTO billing_notice (workspace_id, kind, reference, sent_at)
    VALUES (${workspaceId}, 'test', 'test', ${now})`);
  await tx.execute(sql`INSERT INTO automatic_top_up (workspace_id, is_enabled, threshold_cents, amount_cents, ceiling_cents, created_at, updated_at)
    VALUES (${workspaceId}, false, 0, 500, 500, ${now}, ${now})`);
}

async function insertInstanceRows(
  tx: Tx,
  workspaceId: string,
  instanceId: string,
  now: Date,
): Promise<void> {
  const command = uuidv7(now);
  await tx.execute(sql`INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, max_attempts, created_at, updated_at)
    SELECT ${command}, workspace_id, id, 'create', variant, region_handle, 5, ${now}, ${now} FROM instance WHERE id = ${instanceId}`);
  await tx.execute(sql`INSERT INTO instance_log (id, workspace_id, instance_id, command_id, position, step, created_at)
    VALUES (${uuidv7(now)}, ${workspaceId}, ${instanceId}, ${command}, 0, 'test', ${now})`);
  await tx.execute(
    sql`INSERT INTO command_log (workspace_id, command_id, at, level, message) VALUES (${workspaceId}, ${command}, ${now}, 'info', 'test')`,
  );
  await tx.execute(sql`INSERT INTO console_ticket (id, workspace_id, instance_id, session_id, ticket_hash, created_at, expires_at)
    SELECT ${uuidv7(now)}, ${workspaceId}, ${instanceId}, s.id, decode(md5(${instanceId}), 'hex'), ${now}, ${now}
      FROM user_workspace_role r JOIN session s ON s.user_id = r.user_id WHERE r.workspace_id = ${workspaceId} LIMIT 1`);
  await tx.execute(sql`INSERT INTO meter_event (id, workspace_id, instance_id, sequence, kind, at, received_at)
    VALUES (${uuidv7(now)}, ${workspaceId}, ${instanceId}, 1, 'stop', ${now}, ${now})`);
  await tx.execute(sql`INSERT INTO usage_interval (workspace_id, instance_id, interval_number, product_id, price_snapshot_id, rate_micros_per_hour, start_second)
    SELECT workspace_id, id, 1, product_id, price_snapshot_id, rate_micros_per_hour, 0 FROM instance WHERE id = ${instanceId}`);
  await insertErasure(tx, { id: instanceId, workspaceId }, now);
}
