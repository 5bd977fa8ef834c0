/**
 * Seeds an empty database with the demo: `node api/src/demo/seed.ts`. History is simulated, not inserted: the clocks
 * of Boreal and of the emulated cloud are set back, and every instance is ordered through the API and built by the
 * worker, so that logs, usage and activity are genuine.
 */
import { readConfig } from "../config.ts";
import { ManualClock, systemClock } from "../core/lib/clock.ts";
import { openDatabase } from "../core/db/db.ts";
import { hasDemoOwner } from "./store.ts";
import { createLogger } from "../core/lib/logger.ts";
import { migrate } from "../core/migrations/migrate.ts";
import { jobNames } from "../worker-tasks.ts";
import { seedDemo } from "./scenario.ts";

const config = readConfig();
const logger = createLogger("error");
await migrate(config.databaseUrl, { jobNames });
const onError = (error: Error) => logger.error({ err: error }, "database connection failed");
const db = openDatabase({ url: config.databaseUrl, poolSize: 4, onError });
try {
  const exists = await db.withSystemRole("the check for demo data spans all tenants", (tx) =>
    hasDemoOwner(tx),
  );
  if (!exists) await seedDemo({ config, db, logger, clock: new ManualClock(systemClock.now()) });
} finally {
  await db.close();
}
