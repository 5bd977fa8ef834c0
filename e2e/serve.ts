/** The world of the browser stories: what `npm start` starts, in a folder that is thrown away. Prints where it is as one line of JSON. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../tools/free-port.ts";
import { startWorld } from "../tools/world.ts";

const host = "127.0.0.1";
const dataDir = mkdtempSync(join(tmpdir(), "boreal-e2e-"));
const port = await freePort(undefined, { host });
const ending = new AbortController();
const world = await startWorld({
  host,
  port,
  dataDir,
  publicUrl: `http://localhost:${port}`,
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
  url: `http://localhost:${port}`,
  inboxUrl: world.inboxUrl,
  cloudUrl: `http://127.0.0.1:${ports.openstack}`,
};
process.stdout.write(`${JSON.stringify(places)}\n`);
process.once("SIGTERM", () => {
  world.stop().then(
    () => {
      rmSync(dataDir, { recursive: true, force: true });
      process.exit(0);
    },
    () => process.exit(1),
  );
});
