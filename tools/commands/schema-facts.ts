/**
 * Records the tenant protection (policies, grants, triggers) of a freshly migrated database. The server compares its
 * database with this file when it starts. Run it after adding a migration.
 */
import { writeFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#api/core/migrations/migrate.ts";
import { factsFile, readFacts } from "#api/core/migrations/schema-facts.ts";
import { startPostgres } from "../postgres/postgres.ts";

const dataDir = mkdtempSync(join(tmpdir(), "boreal-schema-facts-"));
const postgres = await startPostgres({ dataDir, durable: false });
try {
  const url = postgres.url("boreal");
  await migrate(url);
  const client = new pg.Client(url);
  await client.connect();
  const facts = await readFacts(client);
  await client.end();
  writeFileSync(factsFile, `${facts.join("\n")}\n`);
  console.log(`${facts.length} facts written`);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
