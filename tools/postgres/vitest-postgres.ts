/** Temporary PostgreSQL of a test run; each test file creates a database of its own in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection URL of the superuser, database `postgres`; for creating databases. */
    postgresUrl: string;
    /** Connection URL of the owner of the database `boreal`, who may create databases and roles but is not a superuser. */
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
