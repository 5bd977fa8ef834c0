/**
 * Fills an empty database with the demo: `node api/src/demo/seed.ts`. History is not invented: the
 * clock of Boreal and of the emulated cloud is set back, and every machine is ordered through the
 * API and built by the worker, so that logs, usage and activity are what they would have been.
 */
import { readConfig } from "../config.ts";
import { ManualClock, systemClock } from "../core/lib/clock.ts";
import { openDatabase, sql } from "../core/db/db.ts";
import { createLogger } from "../core/lib/logger.ts";
import { migrate } from "../core/db/migrate.ts";
import { jobNames } from "../worker-tasks.ts";
import { seedDemo } from "./scenario.ts";

const config = readConfig();
const logger = createLogger("error");
await migrate(config.databaseUrl, { jobNames });
const onError = (error: Error) => logger.error({ err: error }, "database connection failed");
const db = openDatabase({ url: config.databaseUrl, poolSize: 4, onError });
try {
  const filled = await db.withSystemRole("whether the demo is there belongs to no tenant", (tx) =>
    tx.maybeOne(sql`SELECT FROM user_account WHERE email_key = 'owner@demo.test'`),
  );
  if (filled === null)
    await seedDemo({ config, db, logger, clock: new ManualClock(systemClock.now()) });
} finally {
  await db.close();
}
