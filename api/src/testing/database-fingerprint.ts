/** Detects changes in the database: counts and hashes the rows of each table, as the role that sees every tenant. */
import { join, raw, sql } from "../core/db/db.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Incremented before the work they guard, even if the request is rejected. */
const alwaysIgnoredTables = ["throttle"];
/** Denied requests are recorded here. */
export const auditTables = ["audit_event", "audit_chain", "audit_event_counter"] as const;

export async function databaseFingerprint(
  env: TestEnvironment,
  ignoredTables: readonly string[] = [],
): Promise<Record<string, string>> {
  return env.db.withSystemRole("a test reads every tenant", async (tx) => {
    const tables = await tx.many<{ name: string }>(
      sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
           AND relname <> ALL(${[...alwaysIgnoredTables, ...ignoredTables]}) AND has_table_privilege(oid, 'SELECT') ORDER BY 1`,
    );
    const counts = tables.map(
      ({ name }) =>
        sql`SELECT ${name} AS name, count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) AS print FROM ${raw(`"${name}"`)} t`,
    );
    const fingerprints =
      counts.length === 0
        ? []
        : await tx.many<{ name: string; print: string }>(join(counts, " UNION ALL "));
    const jobs = await env.db.owner.query<{ n: string }>(
      "SELECT count(*) AS n FROM graphile_worker.jobs",
    );
    return Object.fromEntries([
      ...fingerprints.map((row): [string, string] => [row.name, row.print]),
      ["jobs", jobs.rows[0]?.n ?? ""],
    ]);
  });
}
