/** What a copy of a person's own data holds: each kind as JSON and as a table, nothing secret, and of other people initials. */
import { strToU8, zipSync } from "fflate";
import { toCsv, type CsvValue } from "../../core/lib/csv.ts";
import type { Tx } from "../../core/db/db.ts";
import { exportOwnActivity } from "./data-copy-activity.ts";
import { datasets, readDataset, findPicture } from "./data-copy-datasets-store.ts";

const toJsonBytes = (value: unknown) => strToU8(`${JSON.stringify(value, null, 2)}\n`);

/** A ZIP file. */
export async function buildArchive(tx: Tx, userId: string, now: Date): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  const add = (name: string, columns: string[], rows: Record<string, CsvValue>[]) => {
    files[`${name}.csv`] = strToU8(
      toCsv(
        columns,
        rows.map((row) => Object.fromEntries(columns.map((one) => [one, row[one] ?? null]))),
      ),
    );
  };
  for (const [name, kind] of Object.entries(datasets(userId))) {
    const rows = await readDataset(tx, kind);
    files[`${name}.json`] = toJsonBytes(name === "account" ? rows[0] : rows);
    add(name, Object.keys(kind.columns), rows);
  }
  const { deeds, columns, rows } = await exportOwnActivity(tx, userId);
  files["activity.json"] = toJsonBytes(deeds);
  add("activity", [...columns], rows);
  const picture = await findPicture(tx, userId);
  if (picture !== null) files["picture.webp"] = picture;
  return zipSync(files, { mtime: now });
}
