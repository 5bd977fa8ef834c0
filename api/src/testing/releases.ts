/** Backups of earlier releases, each with the demo in it and named by its newest migration. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("releases/", import.meta.url);

/** Of every such backup: passwords are hashed with a key derived from it. */
export const releaseSecret = Buffer.alloc(32, 7);

export const releaseFile = (newestMigration: string): string =>
  fileURLToPath(new URL(newestMigration.replace(/\.sql$/, ".backup"), folder));

export const releaseNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".backup"))
    .sort();
