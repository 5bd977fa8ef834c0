/** `npm run backup -- [file]`: writes the whole database into one file. Boreal may keep running. */
import { createWriteStream, renameSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { writeBackup } from "#api/backup/backup.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import { borealVersion, openCommandDatabase, runAsCommand } from "../postgres/command-database.ts";

const bytesPerKb = 1_000;

await runAsCommand(async () => {
  const day = systemClock.now().toISOString().slice(0, 19).replaceAll(":", "-");
  const file = resolve(process.argv[2] ?? `boreal-${day}.backup`);
  const database = await openCommandDatabase(process.env, { mayCreate: false });
  const unfinished = `${file}.part`;
  try {
    const { trailer } = await writeBackup(createWriteStream(unfinished, { mode: 0o600 }), {
      databaseUrl: database.url,
      version: borealVersion(),
      clock: systemClock,
      secret: database.secret,
    });
    renameSync(unfinished, file);
    const rows = Object.values(trailer.rows).reduce((sum, n) => sum + n, 0);
    const size = Math.ceil(statSync(file).size / bytesPerKb);
    console.log(`${file}: ${Object.keys(trailer.rows).length} tables, ${rows} rows, ${size} kB`);
    for (const chain of trailer.brokenChains)
      console.error(`Warning: an audit chain is broken: ${chain}`);
    const secret =
      database.dataDir === null ? "BOREAL_SECRET" : `${database.dataDir}/secret (or BOREAL_SECRET)`;
    console.log(
      `The backup does not contain the secret. Store ${secret} elsewhere as well: without it no user can sign in after a restore.`,
    );
    if (database.dataDir !== null)
      console.log(
        "It does not contain the emulated cloud and the received emails of the data folder either.",
      );
  } finally {
    rmSync(unfinished, { force: true });
    await database.stop();
  }
});
