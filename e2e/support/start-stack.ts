/** Starts the stack of the specs, like `npm start`, in a temporary folder. Prints its URLs as one line of JSON. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../../tools/lib/free-port.ts";
import { runningUrl } from "../../tools/postgres/postgres.ts";
import { startLocalStack } from "../../tools/stack/local-stack.ts";

const host = "127.0.0.1";
// A spec that starts its server again names the same folder and port each time.
const fixedDataDir = process.env["E2E_DATA"];
const dataDir = fixedDataDir ?? mkdtempSync(join(tmpdir(), "boreal-e2e-"));
const port = Number(process.env["E2E_PORT"] ?? (await freePort(undefined, { host })));
const url = `http://${process.env["E2E_NAME"] ?? "localhost"}:${port}`;
const stopping = new AbortController();
const stack = await startLocalStack({
  host,
  port,
  dataDir,
  durable: false,
  publicUrl: url,
  // Each spec has its own IP address, so that specs do not use up each other's rate limits.
  environment: {
    TRUSTED_PROXIES: host,
    ...process.env,
    BOREAL_DEMO: "1",
    WEBHOOK_PRIVATE_NETWORKS: "allowed",
    LOG_LEVEL: "info",
  },
  watched: null,
  step: async (name, run) => {
    process.stderr.write(`${name}: ${await run()}\n`);
  },
  signal: stopping.signal,
});
const ports = z
  .object({ openstack: z.int() })
  .parse(JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")));
const stackUrls = {
  url,
  inboxUrl: stack.inboxUrl,
  cloudUrl: `http://127.0.0.1:${ports.openstack}`,
  databaseUrl: runningUrl(join(dataDir, "postgres")),
};
process.stdout.write(`${JSON.stringify(stackUrls)}\n`);
process.once("SIGTERM", () => {
  stack.stop().then(
    () => {
      if (fixedDataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    },
    () => process.exit(1),
  );
});
