/**
 * The schema's tenant protection as sentences: roles, row-level security, policies, grants, owners and triggers. A
 * restore without the roles or a manual change can remove such protection without an error. The sentences of a
 * freshly migrated database are stored beside the migrations and compared at startup.
 */
import { readFile } from "node:fs/promises";
import pg from "pg";
import { UnfitDatabase } from "../db/database-errors.ts";

export const factsFile = new URL("../../../migrations/schema-facts.txt", import.meta.url);

/** Objects of extensions are excluded, because they differ between PostgreSQL versions. */
const facts = `
WITH ours AS (
  SELECT oid, relname, relkind, relrowsecurity, relforcerowsecurity, relacl, relowner FROM pg_class
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S')
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
), workers AS (
  SELECT oid, rolname FROM pg_roles WHERE rolname IN ('boreal_app', 'boreal_system')
), functions AS (
  SELECT oid, proname || '(' || pg_get_function_identity_arguments(oid) || ')' AS name, proowner, prosecdef, proacl FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_proc.oid AND d.deptype = 'e')
), grants AS (
  SELECT 'table ' || relname AS object, (aclexplode(relacl)).* FROM ours WHERE relkind <> 'S'
  UNION ALL SELECT 'column ' || o.relname || '.' || a.attname, (aclexplode(a.attacl)).* FROM pg_attribute a JOIN ours o ON o.oid = a.attrelid
  UNION ALL SELECT 'function ' || name, (aclexplode(coalesce(proacl, acldefault('f', proowner)))).* FROM functions
  UNION ALL SELECT 'schema ' || nspname, (aclexplode(nspacl)).* FROM pg_namespace WHERE nspname IN ('public', 'graphile_worker')
)
SELECT fact FROM (
  SELECT 'role ' || rolname AS fact FROM workers
  UNION ALL SELECT 'role ' || rolname || ' is no superuser and is held by row-level security' FROM pg_roles
    WHERE rolname IN ('boreal_app', 'boreal_system') AND NOT rolsuper AND NOT rolbypassrls
  UNION ALL SELECT 'owner may act as ' || rolname FROM workers WHERE pg_has_role(current_user, oid, 'MEMBER')
  UNION ALL SELECT 'table ' || relname FROM ours WHERE relkind = 'r'
  UNION ALL SELECT 'table ' || relname || ' has row-level security' FROM ours WHERE relrowsecurity
  UNION ALL SELECT 'table ' || relname || ' forces row-level security' FROM ours WHERE relforcerowsecurity
  UNION ALL SELECT 'policy ' || polname || ' on ' || o.relname || ': '
      || CASE WHEN polpermissive THEN 'permissive' ELSE 'restrictive' END || ' for '
      || CASE polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'all' END || ' to '
      || (SELECT string_agg(coalesce(r.rolname, 'public'), ', ' ORDER BY r.rolname) FROM unnest(polroles) role LEFT JOIN pg_roles r ON r.oid = role)
      || CASE WHEN pg_get_expr(polqual, polrelid) = 'true' THEN ', every row' WHEN polqual IS NULL THEN '' ELSE ', chosen rows' END
      || CASE WHEN pg_get_expr(polwithcheck, polrelid) = 'true' THEN ', unchecked' WHEN polwithcheck IS NULL THEN '' ELSE ', checked' END
    FROM pg_policy JOIN ours o ON o.oid = polrelid
  UNION ALL SELECT 'function ' || name FROM functions
  UNION ALL SELECT 'function ' || f.name || ' runs as ' || coalesce(w.rolname, 'the owner') FROM functions f LEFT JOIN workers w ON w.oid = f.proowner WHERE f.prosecdef
  UNION ALL SELECT 'trigger ' || tgname || ' on ' || o.relname FROM pg_trigger JOIN ours o ON o.oid = tgrelid WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')
  UNION ALL SELECT 'grant ' || lower(g.privilege_type) || ' on ' || g.object || ' to ' || coalesce(w.rolname, 'everybody')
    FROM grants g LEFT JOIN workers w ON w.oid = g.grantee
   WHERE w.oid IS NOT NULL OR g.grantee = 0 AND g.object NOT LIKE 'schema %'
) found ORDER BY fact COLLATE "C"`;

export async function readFacts(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ fact: string }>(facts);
  return rows.map(({ fact }) => fact);
}

/** Facts that grant unintended access if they are present but not expected. */
const isRisky = (fact: string): boolean => fact.startsWith("grant ") || fact.startsWith("policy ");

export interface Differences {
  readonly missing: readonly string[];
  /** Unexpected grants and policies. Additional tables and functions of an operator are harmless. */
  readonly surplus: readonly string[];
}

/** The object a fact is about. Grants on objects that do not belong to Boreal are ignored. */
function factObject(fact: string): string {
  const [subject = "", object = ""] = fact.split(" on ");
  if (!subject.startsWith("grant ")) return `table ${object.split(": ")[0]}`;
  const granted = object.slice(0, object.lastIndexOf(" to "));
  return granted.startsWith("column ") ? `table ${granted.slice(7).split(".")[0]}` : granted;
}

export function compareFacts(expected: readonly string[], actual: readonly string[]): Differences {
  const actualFacts = new Set(actual);
  const expectedFacts = new Set(expected);
  return {
    missing: expected.filter((fact) => !actualFacts.has(fact)),
    surplus: actual.filter(
      (fact) => !expectedFacts.has(fact) && isRisky(fact) && expectedFacts.has(factObject(fact)),
    ),
  };
}

export async function readExpectedFacts(): Promise<string[]> {
  return (await readFile(factsFile, "utf8")).split("\n").filter((line) => line !== "");
}

/** Throws UnfitDatabase with the list of differences from the migrated schema. */
export async function assertSchemaIntact(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { missing, surplus } = compareFacts(await readExpectedFacts(), await readFacts(client));
    if (missing.length === 0 && surplus.length === 0) return;
    const lines = [
      ...missing.map((fact) => `  missing: ${fact}`),
      ...surplus.map((fact) => `  too much: ${fact}`),
    ];
    throw new UnfitDatabase(
      `The database is not as its migrations made it, so tenants are not safe from each other in it. Restore it with \`npm run restore\`, or put right:\n${lines.join("\n")}`,
    );
  } finally {
    await client.end();
  }
}
