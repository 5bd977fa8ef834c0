/** Data of every earlier release works with this version. */
import { createReadStream } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { randomBytes } from "node:crypto";
import { freePort } from "../../../tools/lib/free-port.ts";
import { readConfig } from "../config.ts";
import { verifyAllChains } from "../core/audit/audit-chain.ts";
import { openDatabase } from "../core/db/db.ts";
import { createLogger } from "../core/lib/logger.ts";
import { knownMigrations } from "../core/migrations/migrate.ts";
import { readFacts, readExpectedFacts } from "../core/migrations/schema-facts.ts";
import { startProcess } from "../bootstrap.ts";
import { TestClient } from "../testing/client.ts";
import { demoPassword } from "../demo/users.ts";
import { releaseFile, releaseNames, releaseSecret } from "../testing/releases.ts";
import { restoreBackup } from "./restore.ts";
import { appliedMigrations, countRows } from "./tables.ts";

async function withEmptyDatabase(work: (url: string, client: pg.Client) => Promise<void>) {
  const creator = new pg.Client(inject("postgresOwnerUrl"));
  await creator.connect();
  const name = `release_${randomBytes(6).toString("hex")}`;
  await creator.query(`CREATE DATABASE ${name}`);
  const url = new URL(inject("postgresOwnerUrl"));
  url.pathname = `/${name}`;
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await work(url.href, client);
  } finally {
    await client.end();
    await creator.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await creator.end();
  }
}

/** Instances whose order line differs from them, and orders with another number of instances than they say. */
async function readOrderFaults(client: pg.Client): Promise<unknown[]> {
  await client.query("SET ROLE boreal_system");
  const { rows } = await client.query(`
    SELECT i.hostname FROM instance i LEFT JOIN purchase_order o ON o.id = i.order_id
      LEFT JOIN purchase_order_line l ON l.order_id = i.order_id AND l.line_number = i.order_line
     WHERE (i.workspace_id, i.created_by, i.product_id, i.image_id, i.region_handle, i.price_snapshot_id, i.rate_micros_per_hour)
       IS DISTINCT FROM (o.workspace_id, o.created_by, l.product_id, l.image_id, l.region_handle, l.price_snapshot_id, l.rate_micros_per_hour)
    UNION ALL
    SELECT l.order_id::text FROM purchase_order_line l
     WHERE l.quantity <> (SELECT count(*) FROM instance i WHERE i.order_id = l.order_id)`);
  await client.query("RESET ROLE");
  return rows;
}

test.each(releaseNames())(
  "the data of %s is migrated without loss, and its users can sign in",
  async (name) => {
    await withEmptyDatabase(async (url, client) => {
      const { header, trailer } = await restoreBackup(createReadStream(releaseFile(name)), url);
      expect(await appliedMigrations(client)).toEqual(header.migrations);
      const port = await freePort();
      const config = readConfig({
        PORT: String(port),
        DATABASE_URL: url,
        SMTP_URL: "smtp://127.0.0.1:9",
        BOREAL_SECRET: releaseSecret.toString("base64"),
        BOREAL_EMAIL_STEP: "never",
        // The limits with which the demo was seeded.
        BOREAL_DEMO: "1",
      });
      const running = await startProcess(config, createLogger("silent"), {
        api: true,
        worker: false,
      });
      try {
        expect(await appliedMigrations(client)).toEqual(await knownMigrations());
        expect(await readFacts(client)).toEqual(await readExpectedFacts());
        for (const table of [
          "user_account",
          "workspace",
          "instance",
          "audit_event",
          "usage_interval",
        ])
          expect(await countRows(client, table), table).toBe(trailer.rows[`public.${table}`]);
        expect(await readOrderFaults(client)).toEqual([]);
        const response = await new TestClient(`http://127.0.0.1:${port}`).send(
          "POST",
          "/auth/login",
          {
            email: "owner@demo.test",
            password: demoPassword,
          },
        );
        expect(response.status).toBe(200);
      } finally {
        await running.stop();
      }
      const db = openDatabase({ url, poolSize: 1, onError: () => undefined });
      expect(await db.withSystemRole("a test checks every chain", verifyAllChains)).toEqual([]);
      await db.close();
    });
  },
);

test("includes the releases before and after standard names, and the one before orders", () => {
  expect(releaseNames()).toEqual(
    expect.arrayContaining(["006-platform.backup", "014-activity-search.backup"]),
  );
});
