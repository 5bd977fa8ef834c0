/** Ten products in five regions, workspaces with their billing accounts, and ordered instances, each with one interval. */
import pg from "pg";

export const usageMonth = {
  start: new Date("2026-03-01T00:00:00Z"),
  end: new Date("2026-04-01T00:00:00Z"),
} as const;

type Run = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * An instance is ordered and billed for up to three hours in the month. `more` adds rows of one benchmark, from the
 * temporary tables `w` (workspaces), `p` (products with price and rate) and `row_of` (instances).
 */
export async function insertBenchUsage(
  superuserUrl: string,
  { workspaces, instances }: { readonly workspaces: number; readonly instances: number },
  more: (run: Run) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const run: Run = (text, values = []) => client.query(text, values);
  await run("SET session_replication_role = replica");
  await run(`INSERT INTO region (handle, name, country, energy_sources, grams_co2_per_kwh, latitude, longitude, position)
    SELECT 'r' || g, 'Region ' || g, 'SE', '{hydro}', 1, 0, 0, g FROM generate_series(1, 5) g`);
  await run(`INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, flavor, position)
    SELECT gen_random_uuid(), 'virtual_machine', 'Product ' || g, 'b', 1, 1, 1, 1, 'f' || g, g FROM generate_series(1, 10) g`);
  await run(`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
    SELECT gen_random_uuid(), id, 90000 + position * 1234, '2026-01-01' FROM product WHERE name LIKE 'Product%'`);
  await run(
    `INSERT INTO workspace (id, handle, name, colour, created_at, updated_at)
     SELECT gen_random_uuid(), 'w' || g, 'w' || g, '#274c77', '2026-01-01', '2026-01-01' FROM generate_series(1, $1::integer) g`,
    [workspaces],
  );
  await run(
    "INSERT INTO billing_account (workspace_id, created_at) SELECT id, created_at FROM workspace",
  );
  await run("CREATE TEMP TABLE w AS SELECT id, row_number() OVER () - 1 AS n FROM workspace");
  await run(
    `CREATE TEMP TABLE p AS SELECT p.id, s.id AS price, s.rate_micros_per_hour AS rate, row_number() OVER () - 1 AS n
       FROM product p JOIN price_snapshot s ON s.product_id = p.id WHERE p.name LIKE 'Product%'`,
  );
  await run(
    `CREATE TEMP TABLE row_of AS
     SELECT g, gen_random_uuid() AS id, w.id AS workspace, p.id AS product, p.price, p.rate, 'r' || 1 + g % 5 AS region,
            extract(epoch FROM timestamptz '2026-03-01Z')::bigint + (g::bigint * 2670000 / $1::bigint) AS start, 300 + g::bigint * 7919 % 10000 AS length
       FROM generate_series(0, $1::integer - 1) g JOIN w ON w.n = g % $2::integer JOIN p ON p.n = (g / 7) % 10`,
    [instances, workspaces],
  );
  // Indexes are built after the rows: a million rows are loaded in a minute then.
  const rebuildIndexes = await dropIndexes(run, ["instance", "usage_interval"]);
  await run(
    `INSERT INTO instance (id, workspace_id, order_id, hostname, variant, status, region_handle, product_id, image_id, price_snapshot_id,
       rate_micros_per_hour, ssh_keys, created_by, activated_at, created_at, updated_at)
     SELECT r.id, r.workspace, r.id, 'instance-' || g, 'virtual_machine', CASE WHEN g % 10 = 0 THEN 'active' ELSE 'terminated' END, r.region, r.product, image.id, r.price,
       r.rate, '{}', u.id, CASE WHEN g % 50 <> 0 THEN to_timestamp(r.start) END, to_timestamp(r.start), to_timestamp(r.start)
       FROM row_of r, image, user_account u ORDER BY r.start`,
  );
  await run(
    `INSERT INTO usage_interval (workspace_id, instance_id, interval_number, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second,
       billed_start_second, billed_end_second)
     SELECT r.workspace, r.id, 1, r.product, r.price, r.rate, r.start, r.start + r.length, r.start, r.start + r.length FROM row_of r WHERE g % 50 <> 0`,
  );
  await run("SELECT maintain_usage_partitions('2026-03-01Z', '2026-04-01Z', '2026-01-01Z')");
  await more(run);
  await rebuildIndexes();
  await run("SET session_replication_role = origin");
  await run("VACUUM ANALYZE");
  await client.end();
}

/** Drops what is slow to keep up to date, except unique constraints; the result builds it again. */
async function dropIndexes(run: Run, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await run(
    `SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass) ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS "drop",
            CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
                 ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS build
       FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid AND c.contype IN ('p', 'u', 'x')
      WHERE i.indrelid = ANY ($1::regclass[]) AND (c.oid IS NULL OR c.contype = 'x')`,
    [tables],
  );
  for (const { drop } of rows) await run(drop);
  return async () => {
    for (const { build } of rows) await run(build);
  };
}
