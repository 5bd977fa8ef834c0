/** The world of the browser stories: what `npm start` starts, in a folder that is thrown away. Prints where it is as one line of JSON. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../../tools/lib/free-port.ts";
import { startLocalStack } from "../../tools/stack/local-stack.ts";

const host = "127.0.0.1";
// A spec that starts its server again names the same folder and port each time.
const kept = process.env["E2E_DATA"];
const dataDir = kept ?? mkdtempSync(join(tmpdir(), "boreal-e2e-"));
const port = Number(process.env["E2E_PORT"] ?? (await freePort(undefined, { host })));
const url = `http://${process.env["E2E_NAME"] ?? "localhost"}:${port}`;
const ending = new AbortController();
const world = await startLocalStack({
  host,
  port,
  dataDir,
  publicUrl: url,
  // Each story comes from an address of its own, so that one does not use up another's attempts.
  environment: { TRUSTED_PROXIES: host, ...process.env, BOREAL_DEMO: "1", LOG_LEVEL: "info" },
  watched: null,
  step: async (name, run) => {
    process.stderr.write(`${name}: ${await run()}\n`);
  },
  signal: ending.signal,
});
const ports = z
  .object({ openstack: z.int() })
  .parse(JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")));
const places = {
  url,
  inboxUrl: world.inboxUrl,
  cloudUrl: `http://127.0.0.1:${ports.openstack}`,
};
process.stdout.write(`${JSON.stringify(places)}\n`);
process.once("SIGTERM", () => {
  world.stop().then(
    () => {
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    },
    () => process.exit(1),
  );
});
