/** `npm run restore -- <file>`: fills an empty database from a backup. */
import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { secretPrint } from "#api/backup/backup.ts";
import { restoreBackup } from "#api/backup/restore.ts";
import { openCommandDatabase, runAsCommand } from "../postgres/command-database.ts";

await runAsCommand(async () => {
  const [, , name] = process.argv;
  if (name === undefined) throw new Error("Name the backup file: npm run restore -- <file>");
  const file = resolve(name);
  if (!existsSync(file)) throw new Error(`File ${file} does not exist.`);
  const database = await openCommandDatabase(process.env, { mayCreate: true });
  try {
    const { header, trailer } = await restoreBackup(createReadStream(file), database.url);
    const rows = Object.values(trailer.rows).reduce((sum, n) => sum + n, 0);
    console.log(
      `Restored ${rows} rows as of ${header.madeAt}; all row counts and audit chains are verified.`,
    );
    const secretLocation =
      database.dataDir === null ? "BOREAL_SECRET" : `${database.dataDir}/secret`;
    if (database.secret === null)
      console.log(`Before the start, put the secret of the backup into ${secretLocation}.`);
    else if (header.secretPrint !== null && secretPrint(database.secret) !== header.secretPrint)
      console.error(
        `Warning: the current secret differs from the secret of the backup. Put the backup's secret into ${secretLocation}, or no user can sign in.`,
      );
  } finally {
    await database.stop();
  }
});
