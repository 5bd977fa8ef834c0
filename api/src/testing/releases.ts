/** Backups of earlier releases, each of a demo database, named by its newest migration. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("releases/", import.meta.url);

/** Secret of every such backup; password hashes depend on it. */
export const releaseSecret = Buffer.alloc(32, 7);

export const releaseFile = (newestMigration: string): string =>
  fileURLToPath(new URL(newestMigration.replace(/\.sql$/, ".backup"), folder));

export const releaseNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".backup"))
    .sort();
