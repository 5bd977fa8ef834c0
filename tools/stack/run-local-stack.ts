/** Starts a world for a person at a terminal and keeps it until it is ended or breaks. */
import { resolve } from "node:path";
import { listenHost, openedHost } from "#api/core/http/host.ts";
import { startupBanner } from "./startup-banner.ts";
import { numberedSteps, onEndRequested } from "../lib/terminal.ts";
import { countSteps, startLocalStack, type LocalStack } from "./local-stack.ts";

const EXIT_INTERRUPTED = 130;

function readPort(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === "") return otherwise;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT is ${JSON.stringify(text)}, which isn't a valid port number.`);
  }
  return port;
}

async function run(watched: { vitePort: number } | null): Promise<number> {
  const environment = process.env;
  const host = listenHost(environment.HOST || "127.0.0.1");
  const port = readPort(environment.PORT, 8080);
  const publicUrl =
    environment.PUBLIC_URL ?? `http://${openedHost(host)}:${watched?.vitePort ?? port}`;
  const ending = new AbortController();
  let world: LocalStack | null = null;
  let endIsAsked: () => void = () => undefined;
  const asked = new Promise<null>((settle) => {
    endIsAsked = () => settle(null);
  });
  onEndRequested(
    () => {
      console.log("\nStopping… (press Ctrl+C again to force)");
      ending.abort(new Error("Stopped before it was ready."));
      endIsAsked();
    },
    () => {
      world?.kill();
      process.exit(EXIT_INTERRUPTED);
    },
  );

  world = await startLocalStack({
    host,
    port,
    dataDir: resolve(environment.BOREAL_DATA || ".data"),
    publicUrl,
    environment,
    watched,
    step: numberedSteps(countSteps(environment)),
    signal: ending.signal,
  });
  console.log(startupBanner(world, publicUrl));
  const reason = await Promise.race([asked, world.broken]);
  if (reason !== null) console.error(`\n${reason}\nStopping …`);
  await world.stop();
  console.log("Stopped.");
  return reason === null ? 0 : 1;
}

/** Ends the process with the outcome. */
export async function runLocalStack(watched: { vitePort: number } | null): Promise<never> {
  try {
    process.exit(await run(watched));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
