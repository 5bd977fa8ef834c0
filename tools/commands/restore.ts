/** `npm run restore -- <file>`: fills an empty database from a backup. */
import { createReadStream, existsSync } from "node:fs";
import { resolve } from "node:path";
import { secretPrint } from "#api/backup/backup.ts";
import { restoreBackup } from "#api/backup/restore.ts";
import { openCommandDatabase, runAsCommand } from "../postgres/command-database.ts";

await runAsCommand(async () => {
  const [, , name] = process.argv;
  if (name === undefined) throw new Error("Say which file: npm run restore -- <file>");
  const file = resolve(name);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const database = await openCommandDatabase(process.env, { mayCreate: true });
  try {
    const { header, trailer } = await restoreBackup(createReadStream(file), database.url);
    const rows = Object.values(trailer.rows).reduce((sum, n) => sum + n, 0);
    console.log(
      `Restored ${rows} rows as of ${header.madeAt}; every count and audit chain is right.`,
    );
    const place = database.dataDir === null ? "BOREAL_SECRET" : `${database.dataDir}/secret`;
    if (database.secret === null)
      console.log(`Put the secret that belongs to it into ${place} before the start.`);
    else if (header.secretPrint !== null && secretPrint(database.secret) !== header.secretPrint)
      console.error(
        `Warning: the secret here is not the one of the backup. Put that one into ${place}, or nobody can sign in.`,
      );
  } finally {
    await database.stop();
  }
});
