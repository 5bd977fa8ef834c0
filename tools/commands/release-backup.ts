/**
 * Keeps a small backup of this version's schema with the demo in it, for the test that brings the data of every earlier
 * release up to date: `node tools/commands/release-backup.ts`, with each release that has a new migration. Files are never
 * made anew: what they are for is what an earlier version wrote.
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
  if (existsSync(file)) throw new Error(`There is one of ${newest} already: ${file}`);
  const dataDir = mkdtempSync(join(tmpdir(), "boreal-release-"));
  const port = await freePort();
  const world = await startLocalStack({
    host: "127.0.0.1",
    port,
    dataDir,
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
    await world.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
