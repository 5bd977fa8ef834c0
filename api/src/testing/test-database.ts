/** Creates a database for each test file, copied from a template that is migrated once per run. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { migrate } from "../core/migrations/migrate.ts";
import { jobNames } from "../worker-tasks.ts";
import pg from "pg";

const templateName = "boreal_template";
const templateLock = 77_201;

const withDatabase = (url: string, database: string): string => {
  const created = new URL(url);
  created.pathname = `/${database}`;
  return created.href;
};

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: withDatabase(inject("postgresOwnerUrl"), "postgres"),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Test files may call this concurrently; the first one creates the template. */
async function createTemplate(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [templateName]);
    if (found.rowCount === 0) {
      const temporaryName = `${templateName}_building`;
      await client.query(`CREATE DATABASE ${temporaryName}`);
      await migrate(withDatabase(inject("postgresOwnerUrl"), temporaryName), { jobNames });
      await client.query(`ALTER DATABASE ${temporaryName} RENAME TO ${templateName}`);
    }
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [templateLock]);
  }
}

export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asOwner(async (client) => {
    await createTemplate(client);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`);
  });
  return {
    url: withDatabase(inject("postgresOwnerUrl"), name),
    drop: () =>
      asOwner(async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
