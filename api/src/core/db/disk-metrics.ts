/** Metrics for the database size and the usage of its disk: a full disk blocks every write. */
import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import { type Database, sql } from "./db.ts";

/** `folder` is on PostgreSQL's file system; null if PostgreSQL runs on another host. */
export function measureDisk(registry: Registry, db: Database, folder: string | null): void {
  const size = new Gauge({
    name: "boreal_database_bytes",
    help: "Size of the database",
    registers: [registry],
    collect: async () => {
      const { bytes } = await db.withSystemRole("the database belongs to no tenant", (tx) =>
        tx.one<{ bytes: number }>(sql`SELECT pg_database_size(current_database()) AS bytes`),
      );
      size.set(bytes);
    },
  });
  if (folder === null) return;
  // Gauges are collected in parallel, so each reads its own value.
  const total = new Gauge({
    name: "boreal_database_disk_bytes",
    help: "Size of the file system with the database",
    registers: [registry],
    collect: async () => {
      const { blocks, bsize } = await statfs(folder);
      total.set(blocks * bsize);
    },
  });
  const used = new Gauge({
    name: "boreal_database_disk_used_ratio",
    help: "How full the file system with the database is, from 0 to 1; warn at 0.85",
    registers: [registry],
    collect: async () => {
      const { blocks, bavail } = await statfs(folder);
      used.set(blocks === 0 ? 0 : 1 - bavail / blocks);
    },
  });
}
