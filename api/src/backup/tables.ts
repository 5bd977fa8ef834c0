/** Tables of a backup: every table of Boreal and of its job queue, in order of their foreign keys. */
import type pg from "pg";
import { UnfitDatabase } from "../core/db/database-errors.ts";

export interface BackedUpTable {
  /** Schema and name, quoted if necessary. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** Excluded: a restore runs the migrations, which fill these tables. */
const excludedTables = ["public.schema_migration", "graphile_worker.migrations"];

const tables = `
SELECT format('%I.%I', n.nspname, c.relname) AS name,
       (SELECT array_agg(format('%I', a.attname) ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       -- Row-level security that lets this role see less than everything.
       row_security_active(c.oid) AND NOT (
         EXISTS (SELECT FROM pg_policy p, unnest(p.polroles) role WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('*', 'r')
                   AND pg_get_expr(p.polqual, p.polrelid) = 'true' AND (role = 0 OR pg_has_role(role, 'USAGE')))
         AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd IN ('*', 'r')
                   AND EXISTS (SELECT FROM unnest(p.polroles) role WHERE role = 0 OR pg_has_role(role, 'USAGE')))) AS hides,
       (SELECT coalesce(array_agg(format('%I.%I', rn.nspname, r.relname)), '{}') FROM pg_constraint k
          JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS after
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind = 'r'
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
 ORDER BY 1`;

/** Throws UnfitDatabase if row-level security would hide rows from this role. */
export async function listTablesInOrder(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    hides: boolean;
    after: string[];
  }>(tables);
  const hidden = rows.filter(({ hides }) => hides).map(({ name }) => name);
  if (hidden.length > 0)
    throw new UnfitDatabase(
      `Row-level security hides rows of ${hidden.join(", ")} from this role, so the backup would be incomplete. Run it as the owner of the tables, who is a member of boreal_system.`,
    );
  const remaining = rows.filter(({ name }) => !excludedTables.includes(name));
  const ordered: BackedUpTable[] = [];
  while (remaining.length > 0) {
    const next = remaining.findIndex(
      ({ after }) => !remaining.some(({ name }) => after.includes(name)),
    );
    const [table] = remaining.splice(next, 1);
    if (next < 0 || table === undefined)
      throw new Error(
        `Circular foreign keys between tables: ${remaining.map(({ name }) => name).join(", ")}`,
      );
    ordered.push({ name: table.name, columns: table.columns });
  }
  return ordered;
}

export interface SequenceState {
  readonly name: string;
  readonly last: string;
  readonly isCalled: boolean;
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname IN ('public', 'graphile_worker') ORDER BY 1",
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last: string; is_called: boolean }>(
      `SELECT last_value::text AS last, is_called FROM ${name}`,
    );
    for (const { last, is_called: isCalled } of state.rows) states.push({ name, last, isCalled });
  }
  return states;
}

/** Number of the job queue's newest migration. */
export async function queueMigration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "SELECT max(id) AS id FROM graphile_worker.migrations",
  );
  return rows[0]?.id ?? 0;
}

export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM schema_migration ORDER BY name COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`);
  return Number(rows[0]?.n);
}
