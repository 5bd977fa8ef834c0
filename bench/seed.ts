/** Two workspaces of very different size in one database, and a session of the user who owns both. */
import pg from "pg";
import { systemClock } from "#api/core/lib/clock.ts";
import { openDatabase, sql } from "#api/core/db/db.ts";
import { uuidv7 } from "#api/core/lib/crypto.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { jobNames } from "#api/worker-tasks.ts";
import { insertUserAndCatalogue } from "./bench-rows.ts";

export const sizes = { small: 1_000, large: 1_000_000 } as const;
export type Size = keyof typeof sizes;

/** Only the newest instances get usage, because the benchmark reads the first pages only. */
const newestWithUsage = 20_000;

/** Returns the session's cookie. */
export async function seed(ownerUrl: string, superuserUrl: string): Promise<string> {
  await migrate(ownerUrl, { jobNames });
  const db = openDatabase({ url: ownerUrl, poolSize: 2, onError: () => undefined });
  const now = systemClock.now();
  const cookie = await db.withSystemRole("set up a benchmark", async (tx) => {
    const { user, cookie } = await insertUserAndCatalogue(tx, now);
    for (const handle of Object.keys(sizes)) {
      const workspace = uuidv7(now);
      await tx.execute(
        sql`INSERT INTO workspace (id, handle, name, colour, created_at, updated_at) VALUES (${workspace}, ${handle}, ${handle}, '#274c77', ${now}, ${now})`,
      );
      await tx.execute(
        sql`INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, created_by, created_at) VALUES (${uuidv7(now)}, ${workspace}, ${user}, 'owner', ${user}, ${now})`,
      );
      await tx.execute(
        sql`INSERT INTO project (id, workspace_id, name, colour, created_by, created_at, updated_at) VALUES (${uuidv7(now)}, ${workspace}, 'Bench', 'spruce', ${user}, ${now}, ${now})`,
      );
    }
    return cookie;
  });
  await db.close();
  await addInstances(superuserUrl);
  return cookie;
}

/** Disables constraints and triggers to insert a million rows within a minute, so it fills the counters itself. */
async function addInstances(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("SET session_replication_role = replica");
  for (const [handle, count] of Object.entries(sizes)) {
    await client.query(
      `INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id, price_snapshot_id,
         rate_micros_per_hour, ssh_keys, public_ip, private_ip, created_by, activated_at, created_at, updated_at)
       SELECT gen_random_uuid(), w.id, p.id, gen_random_uuid(), 'instance-' || g, 'virtual_machine',
         CASE WHEN g % 10 = 0 THEN 'terminated' WHEN g % 3 = 0 THEN 'stopped' ELSE 'active' END, 'bench', product.id, image.id, price.id,
         100000, '{}', '10.0.0.0'::inet + g, '192.168.0.0'::inet + g % 60000, p.created_by, p.created_at, p.created_at - make_interval(secs => g), p.created_at
         FROM workspace w JOIN project p ON p.workspace_id = w.id, product, image, price_snapshot price, generate_series(1, $2::integer) g WHERE w.handle = $1`,
      [handle, count],
    );
  }
  await client.query(
    `INSERT INTO instance_counter SELECT workspace_id, 0, project_id, variant, region_handle, status, count(*), sum(rate_micros_per_hour) FROM instance GROUP BY 1, 3, 4, 5, 6`,
  );
  await client.query(
    `INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second, billed_start_second, billed_end_second)
     SELECT i.workspace_id, i.id, s, i.project_id, i.product_id, i.price_snapshot_id, i.rate_micros_per_hour, s * 10000, s * 10000 + 5000, s * 10000, s * 10000 + 5000
       FROM workspace w, LATERAL (SELECT * FROM instance WHERE workspace_id = w.id ORDER BY created_at DESC LIMIT ${newestWithUsage}) i, generate_series(1, 2) s`,
  );
  await client.query("SET session_replication_role = origin");
  await client.query("VACUUM ANALYZE");
  await client.end();
}
