/**
 * Writes a small backup with this version's schema and the demo data, for the test that migrates the data of every
 * earlier release: `node tools/commands/release-backup.ts`, run with each release that has a new migration. An existing
 * file is never replaced, because it must contain what the earlier version wrote.
 */
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBackup } from "#api/backup/backup.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import { knownMigrations } from "#api/core/migrations/migrate.ts";
import { releaseFile, releaseSecret } from "#api/testing/releases.ts";
import { borealVersion, runAsCommand } from "../postgres/command-database.ts";
import { freePort } from "../lib/free-port.ts";
import { runningUrl } from "../postgres/postgres.ts";
import { startLocalStack } from "../stack/local-stack.ts";

await runAsCommand(async () => {
  const newest = (await knownMigrations()).at(-1) ?? "";
  const file = releaseFile(newest);
  if (existsSync(file)) throw new Error(`The backup of ${newest} exists already: ${file}`);
  const dataDir = mkdtempSync(join(tmpdir(), "boreal-release-"));
  const port = await freePort();
  const stack = await startLocalStack({
    host: "127.0.0.1",
    port,
    dataDir,
    durable: true,
    publicUrl: `http://localhost:${port}`,
    environment: { PATH: process.env.PATH, BOREAL_SECRET: releaseSecret.toString("base64") },
    watched: null,
    step: async (name, run) => console.log(`${name}: ${await run()}`),
    signal: new AbortController().signal,
  });
  try {
    await writeBackup(createWriteStream(file), {
      databaseUrl: runningUrl(join(dataDir, "postgres")),
      version: borealVersion(),
      clock: systemClock,
      secret: releaseSecret,
    });
    console.log(file);
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
