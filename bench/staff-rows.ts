/** Rows of every list of staff, inserted in sets: users with workspaces, instances, commands, invoices and history. */
import pg from "pg";
import type { Database } from "#api/core/db/db.ts";
import { insertUserAndCatalogue } from "./bench-rows.ts";

export interface StaffRowCounts {
  /** Users, instances, commands, invoices and entries of the billing history, each. */
  readonly rows: number;
  readonly workspaces: number;
}

/** Row 1 is the newest; a row is created every 20 seconds. Rare states are among the oldest rows, where a list finds them last. */
const insertStatements = ({ rows, workspaces }: StaffRowCounts): readonly string[] => {
  const every = (count: number, from = 1) => `generate_series(${from}, ${count}) g`;
  const createdAt = "now() - make_interval(secs => g * 20)";
  const isOld = `g > ${rows * 0.7}`;
  const region = `CASE WHEN ${isOld} AND g % 500 = 0 THEN 'r5' ELSE 'r' || 1 + g / 3 % 4 END`;
  const variant = "CASE WHEN g % 97 = 0 THEN 'bare_metal' ELSE 'virtual_machine' END";
  const month = "timestamptz '2026-11-01Z' - make_interval(months => b.n)";
  return [
    `INSERT INTO region (handle, name, country, energy_sources, grams_co2_per_kwh, latitude, longitude, position)
     SELECT 'r' || g, 'Region ' || g, 'SE', '{hydro}', 1, 0, 0, g FROM ${every(5)}`,
    `INSERT INTO user_account (id, email, email_normalized, email_verified_at, status, first_name, last_name, locale, timezone, is_over_18, created_at, updated_at)
     SELECT md5('user' || g)::uuid, email, email, ${createdAt},
            CASE WHEN g % 100 = 7 THEN 'deleted' WHEN g % 100 = 8 THEN 'deactivated' WHEN g % 20 = 9 THEN 'unverified'
                 WHEN ${isOld} AND g % 1000 = 0 THEN 'frozen' ELSE 'active' END,
            first, last, 'en', 'UTC', true, ${createdAt}, now()
       FROM ${every(rows)},
            LATERAL (SELECT (ARRAY['Anna','Bernd','Carla','David','Elena','Faruk','Greta','Hasan','Ines','Jonas','Klara','Luca','Maria','Nils','Olga','Paul','Rita','Sven','Tara','Uwe'])[1 + g % 20] AS first,
                            (ARRAY['Ahl','Brand','Clem','Dorn','Eber','Frank','Grün','Hart','Imm','Jäger','Kraus','Lind','Mai','Neu','Ost','Pohl','Rau','Stein','Thal','Vogel'])[1 + g / 20 % 20]
                         || (ARRAY['er','mann','sen','s','ing','berg','feld','hoff','ski','ova'])[1 + g / 400 % 10] AS last) name,
            LATERAL (SELECT CASE WHEN g % 50 = 3 THEN 'a_' ELSE '' END || lower(translate(first || '.' || last, 'äöü', 'aou')) || g || '@' || (ARRAY['example.org','mail.test','firma.test','uni.test'])[1 + g / 7 % 4] AS email) address`,
    `INSERT INTO session (id, user_id, auth_type, first_factor, salt, token_hash, rotated_at, expires_at, absolute_expires_at, credential_version, created_at, updated_at)
     SELECT uuidv7(), md5('user' || 1 + g % ${rows})::uuid, 'password', 'password', '', '', now(), now(), now(), 0, ${createdAt}, ${createdAt} FROM ${every(rows)}`,
    `INSERT INTO workspace (id, handle, name, colour, status, created_at, updated_at, suspended_at, suspension_reason, deactivated_at)
     SELECT md5('workspace' || g)::uuid, 'team-' || to_hex(g * 7919::bigint % 1000003) || '-' || g, 'Team ' || (ARRAY['Nord','Süd','Ost','West','Mitte'])[1 + g % 5] || ' ' || g, '#274c77',
            CASE WHEN g % 50 = 7 THEN 'deactivated' WHEN g > ${workspaces * 0.7} AND g % 1000 = 0 THEN 'suspended' ELSE 'active' END, now() - make_interval(secs => g * 100), now(),
            CASE WHEN g > ${workspaces * 0.7} AND g % 1000 = 0 THEN now() END, CASE WHEN g > ${workspaces * 0.7} AND g % 1000 = 0 THEN 'overdue' END,
            CASE WHEN g % 50 = 7 THEN now() END
       FROM ${every(workspaces)}`,
    "INSERT INTO billing_account (workspace_id, created_at) SELECT id, created_at FROM workspace",
    // One in ten users has no role.
    `INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, created_by, created_at)
     SELECT uuidv7(), md5('workspace' || 1 + (g - 1) % ${workspaces})::uuid, md5('user' || g)::uuid, CASE WHEN g <= ${workspaces} THEN 'owner' ELSE 'team_member' END,
            md5('user' || g)::uuid, ${createdAt} FROM ${every(rows)} WHERE g <= ${workspaces} OR g % 8 <> 0`,
    `INSERT INTO instance (id, workspace_id, order_id, hostname, variant, status, region_handle, product_id, image_id, price_snapshot_id, rate_micros_per_hour, ssh_keys, public_ip,
       created_by, activated_at, created_at, updated_at)
     SELECT md5('instance' || g)::uuid, md5('workspace' || 1 + g % ${workspaces})::uuid, md5('instance' || g)::uuid, (ARRAY['web','db','batch','cache','build'])[1 + g % 5] || '-' || g, ${variant},
            CASE WHEN ${isOld} AND g % 1000 = 4 THEN 'error' WHEN g % 5 < 3 THEN 'terminated' WHEN g % 20 = 4 THEN 'stopped' ELSE 'active' END, ${region},
            product.id, image.id, price.id, 100000, '{}', '10.0.0.0'::inet + g, u.id, ${createdAt}, ${createdAt}, now()
       FROM ${every(rows)}, product, image, price_snapshot price, (SELECT id FROM user_account WHERE email = 'bench@boreal.test') u`,
    `INSERT INTO instance_counter SELECT workspace_id, 0, project_id, variant, region_handle, status, count(*), sum(rate_micros_per_hour) FROM instance GROUP BY 1, 3, 4, 5, 6`,
    `INSERT INTO command (id, workspace_id, instance_id, kind, variant, region_handle, status, attempt_count, max_attempts, requested_by, finished_at, created_at, updated_at)
     SELECT md5('command' || g)::uuid, md5('workspace' || 1 + g % ${workspaces})::uuid, md5('instance' || g)::uuid, CASE WHEN g % 3 = 0 THEN 'create' ELSE 'reboot' END, ${variant}, ${region},
            CASE WHEN g <= 100 THEN 'running' WHEN ${isOld} AND g % 20000 = 1 THEN 'waiting' WHEN g % 300 = 5 THEN 'failed' WHEN ${isOld} AND g % 5000 = 3 THEN 'timed_out'
                 WHEN ${isOld} AND g % 100 = 2 THEN 'cancelled' ELSE 'succeeded' END,
            1, 3, md5('user' || 1 + g % ${workspaces})::uuid, ${createdAt}, ${createdAt}, ${createdAt} FROM ${every(rows)}`,
    `INSERT INTO invoice (id, workspace_id, kind, status, series, series_number, period_start, period_end, subtotal_cents, net_cents, total_cents, paid_cents, created_at, updated_at, issued_at, due_at)
     SELECT md5('invoice' || g)::uuid, md5('workspace' || 1 + (g - 1) % ${workspaces})::uuid, 'invoice', b.status, CASE WHEN b.status <> 'draft' THEN 'INV-2026' END, CASE WHEN b.status <> 'draft' THEN g END,
            ${month}, ${month} + interval '1 month', 1000, 1000, 1000, CASE WHEN b.status = 'paid' THEN 1000 ELSE 0 END, ${createdAt}, now(), CASE WHEN b.status <> 'draft' THEN ${createdAt} END, ${createdAt}
       FROM ${every(rows)}, LATERAL (SELECT (g - 1) / ${workspaces} AS n, CASE WHEN g <= 500 THEN 'draft' WHEN g % 40 = 1 THEN 'issued' WHEN ${isOld} AND g % 1000 = 2 THEN 'overdue'
              WHEN ${isOld} AND g % 5000 = 3 THEN 'uncollectible' ELSE 'paid' END AS status) b`,
    `INSERT INTO billing_history_entry (id, workspace_id, entry_number, type, status, amount_cents, balance_cents, sequence, invoice_id, detail, created_at, updated_at, mailed_at)
     SELECT md5('entry' || g)::uuid, md5('workspace' || 1 + (g - 1) % ${workspaces})::uuid, ${rows / workspaces} - (g - 1) / ${workspaces},
            CASE WHEN ${isOld} AND g % 20000 = 0 THEN 'chargeback' WHEN g % 500 = 1 THEN 'refund' WHEN g % 3 = 0 THEN 'top_up' WHEN g % 3 = 1 THEN 'invoice' ELSE 'invoice_payment' END,
            'succeeded', 1000, 1000, ${rows / workspaces} - (g - 1) / ${workspaces}, md5('invoice' || g)::uuid, '{}', ${createdAt}, now(), now() FROM ${every(rows)}`,
    `INSERT INTO limit_request (id, workspace_id, limit_name, value, reason, status, created_by, created_at, answered_at, answered_by)
     SELECT md5('request' || g)::uuid, md5('workspace' || g)::uuid, 'instances', 50, 'More', CASE WHEN g % 100 = 1 THEN 'open' WHEN g % 5 = 2 THEN 'rejected' ELSE 'approved' END, md5('user' || g)::uuid, ${createdAt},
            CASE WHEN g % 100 <> 1 THEN now() END, CASE WHEN g % 100 <> 1 THEN md5('user' || g)::uuid END FROM ${every(workspaces)}`,
    `INSERT INTO data_copy_request (id, user_id, status, attempts, created_at, updated_at)
     SELECT md5('copy' || g)::uuid, md5('user' || g)::uuid, CASE WHEN g > ${workspaces * 0.9} AND g % 1000 = 1 THEN 'failed' WHEN g <= 20 THEN 'queued' ELSE 'expired' END, 1, ${createdAt}, now() FROM ${every(workspaces)}`,
  ];
};

/** Inserts without triggers and constraints, and builds the indexes afterwards. Returns the cookie of an Admin's session. */
export async function insertStaffRows(
  db: Database,
  superuserUrl: string,
  counts: StaffRowCounts,
  now: Date,
): Promise<string> {
  const { cookie } = await db.withSystemRole("set up a benchmark", (tx) =>
    insertUserAndCatalogue(tx, now),
  );
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("SET session_replication_role = replica");
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query("SET work_mem = '128MB'");
  await client.query(
    "INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) SELECT uuidv7(), id, 'Admin', now() FROM user_account",
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = indexrelid)
        AND indrelid::regclass::text IN ('user_account', 'session', 'workspace', 'user_workspace_role', 'instance', 'command', 'invoice', 'billing_history_entry', 'limit_request', 'data_copy_request')`,
  );
  for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
  for (const statement of insertStatements(counts)) await client.query(statement);
  for (const { definition } of indexes.rows) await client.query(definition);
  await client.query("VACUUM ANALYZE");
  await client.end();
  return cookie;
}
