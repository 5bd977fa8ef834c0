/** `node api/src/main.ts [--role api|worker]`: without a role, one process runs both. */
import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import { UnfitDatabase } from "./core/db/database-errors.ts";
import { createLogger } from "./core/lib/logger.ts";
import { startProcess } from "./bootstrap.ts";

const { values } = parseArgs({ options: { role: { type: "string" } } });
const role = values.role;
if (role !== undefined && role !== "api" && role !== "worker") {
  process.stderr.write("--role is api or worker\n");
  process.exit(2);
}

const config = readConfig();
const logger = createLogger(config.logLevel);
const fail = (error: unknown): never => {
  // For the operator a sentence is clearer than a stack trace.
  if (error instanceof UnfitDatabase) logger.fatal(error.message);
  else logger.fatal({ err: error }, "unrecoverable error");
  process.exit(1);
};
const running = await startProcess(config, logger, {
  api: role !== "worker",
  worker: role !== "api",
}).catch(fail);
void running.unfit.then(fail);
logger.info({ role: role ?? "all" }, "ready");

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  });
}
