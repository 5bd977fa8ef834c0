/** A database of its own for each test file, copied from one that was migrated once in this run. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate } from "../core/db/migrate.ts";
import { jobNames } from "../worker-tasks.ts";

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

/** Several test files ask at once; the first one makes the template. */
async function createTemplate(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_lock($1)", [templateLock]);
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [templateName]);
    if (found.rowCount === 0) {
      const building = `${templateName}_building`;
      await client.query(`CREATE DATABASE ${building}`);
      await migrate(withDatabase(inject("postgresOwnerUrl"), building), { jobNames });
      await client.query(`ALTER DATABASE ${building} RENAME TO ${templateName}`);
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
