/**
 * A worker in a process of its own that tests can kill: `node worker-program.ts '{"databaseUrl": …}'`. Prints `ready`
 * once it accepts jobs, and `begun <command id>` when it starts a job that it holds.
 */
import { createWebhookNetwork } from "../modules/webhooks/webhook-network.ts";
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { z } from "zod";
import { defaultSlotLimits } from "../ports/regions.ts";
import { systemClock } from "../core/lib/clock.ts";
import { openDatabase } from "../core/db/db.ts";
import { deriveKeyring } from "../core/lib/crypto.ts";
import { createLogger } from "../core/lib/logger.ts";
import { startWorker } from "../core/jobs/worker.ts";
import { createOpenstackProvider } from "../providers/openstack/openstack-provider.ts";
import { createSmtpMailer } from "../providers/smtp/smtp-mailer.ts";
import { scheduleRecurringJobs, taskHandlers } from "../worker-tasks.ts";

const Options = z.object({
  databaseUrl: z.string(),
  limits: z.object({
    beatEveryMs: z.int(),
    deadAfterMs: z.int(),
    stuckAfterMs: z.int(),
    concurrentJobs: z.int().default(6),
  }),
  /** `job`: commands never finish. `event-loop`: the process is blocked once a command has started. */
  holds: z.enum(["job", "event-loop"]).nullable().default(null),
  /** Keystone URL of a cloud emulator with the region lulea. */
  authUrl: z.string().default("http://127.0.0.1:9"),
  slots: z.object({ region: z.int(), workspace: z.int() }).default({ ...defaultSlotLimits }),
});
export type WorkerProgramOptions = z.input<typeof Options>;

const { databaseUrl, limits, holds, authUrl, slots } = Options.parse(
  JSON.parse(process.argv[2] ?? ""),
);
const logger = createLogger("error");
const db = openDatabase({
  url: databaseUrl,
  poolSize: 4,
  onError: (error) => logger.error({ err: error }, "database connection failed"),
});
const clock = systemClock;
const compute = createOpenstackProvider({
  authUrl,
  username: "boreal",
  password: "boreal-emulator",
  projectName: "boreal",
  userDomainName: "Default",
  projectDomainName: "Default",
  regionName: "lulea",
  networkName: "private",
  externalNetworkName: "public",
  clock,
});
const deps = {
  db,
  clock,
  keys: deriveKeyring(Buffer.alloc(32, 7)),
  mail: createSmtpMailer({ url: "smtp://127.0.0.1:9", from: "Boreal <console@boreal.test>" }),
  regions: {
    handles: ["lulea"],
    compute: (handle: string) => (handle === "lulea" ? compute : null),
    bareMetal: () => null,
    slots: () => slots,
  },
  payments: null,
  webhookNetwork: createWebhookNetwork(false),
  publicUrl: new URL("http://console.boreal.test"),
  logger,
};
const tasks = taskHandlers(deps);
if (holds === null) await scheduleRecurringJobs(deps);
// stdin ends when the test process exits, even if it is killed.
process.stdin.resume().once("end", () => process.exit(1));
const blockedMs = 60_000;
const forever = new Promise<void>(() => undefined);
const hold = async (commandId: string) => {
  writeSync(1, `begun ${commandId}\n`);
  if (holds === "event-loop")
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs);
  await forever;
};
await startWorker({
  db,
  clock,
  logger,
  limits,
  tasks:
    holds === null ? tasks : { ...tasks, "commands.advance": ({ commandId }) => hold(commandId) },
});
// The cache is written when a process exits, which one that is killed does not.
flushCompileCache();
writeSync(1, "ready\n");
