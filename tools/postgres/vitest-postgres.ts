/** One throwaway PostgreSQL for a run of the tests; each test file makes its own database in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The superuser's address of the database `postgres`: to make databases with. */
    postgresUrl: string;
    /** The owner's address of the database `boreal`: no superuser, may create databases and roles. */
    postgresOwnerUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "boreal-test-"));
  const server = await startPostgres({ dataDir, durable: false });
  project.provide("postgresUrl", server.url("postgres", "postgres"));
  project.provide("postgresOwnerUrl", server.url("boreal"));
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
