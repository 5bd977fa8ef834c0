/** Whether anything in the database changed: each table's rows counted and hashed, as the role that sees every tenant. */
import { join, raw, sql } from "../core/db/db.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Counted before the work they guard, also where that is refused. */
const alwaysIgnoredTables = ["throttle"];
/** Where a refusal leaves its entry. */
export const auditTables = ["audit_event", "audit_chain", "audit_count"] as const;

export async function databaseFingerprint(
  env: TestEnvironment,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  return env.db.withSystemRole("a test looks at every tenant", async (tx) => {
    const tables = await tx.many<{ name: string }>(
      sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
           AND relname <> ALL(${[...alwaysIgnoredTables, ...except]}) AND has_table_privilege(oid, 'SELECT') ORDER BY 1`,
    );
    const counts = tables.map(
      ({ name }) =>
        sql`SELECT ${name} AS name, count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) AS print FROM ${raw(`"${name}"`)} t`,
    );
    const prints =
      counts.length === 0
        ? []
        : await tx.many<{ name: string; print: string }>(join(counts, " UNION ALL "));
    const jobs = await env.db.owner.query<{ n: string }>(
      "SELECT count(*) AS n FROM graphile_worker.jobs",
    );
    return Object.fromEntries([
      ...prints.map((row): [string, string] => [row.name, row.print]),
      ["jobs", jobs.rows[0]?.n ?? ""],
    ]);
  });
}
