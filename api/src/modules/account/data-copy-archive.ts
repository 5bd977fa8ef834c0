/** Builds the data copy of a user: each dataset as JSON and CSV, without secrets, with other users by initials. */
import { strToU8, zipSync } from "fflate";
import { toCsv, type CsvValue } from "../../core/lib/csv.ts";
import type { Tx } from "../../core/db/db.ts";
import { exportOwnActivity } from "./data-copy-activity.ts";
import { datasets, readDataset, findAvatarImage } from "./data-copy-datasets-store.ts";

const toJsonBytes = (value: unknown) => strToU8(`${JSON.stringify(value, null, 2)}\n`);

/** Returns a ZIP file. */
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
  const { deeds: activities, columns, rows } = await exportOwnActivity(tx, userId);
  files["activity.json"] = toJsonBytes(activities);
  add("activity", [...columns], rows);
  const avatar = await findAvatarImage(tx, userId);
  if (avatar !== null) files["picture.webp"] = avatar;
  return zipSync(files, { mtime: now });
}
