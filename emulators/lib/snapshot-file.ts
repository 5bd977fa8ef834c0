/** The file that keeps an emulator's state across restarts. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { z } from "zod";

/** Writes a temporary file and renames it, so a kill at any moment leaves a complete snapshot. */
export function writeSnapshot(path: string, snapshot: object): void {
  writeFileSync(`${path}.next`, JSON.stringify(snapshot), { mode: 0o600 });
  renameSync(`${path}.next`, path);
}

/** Null if there is no file yet. */
export function readSnapshot<Snapshot>(path: string, schema: z.ZodType<Snapshot>): Snapshot | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  return schema.parse(JSON.parse(text));
}
