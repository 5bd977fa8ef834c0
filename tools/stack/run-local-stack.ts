/** Starts a local stack from the terminal and runs it until it is stopped or a service fails. */
import { resolve } from "node:path";
import { listenHost, openedHost } from "#api/core/http/host.ts";
import { startupBanner } from "./startup-banner.ts";
import { numberedSteps, onStopRequested } from "../lib/terminal.ts";
import { countSteps, startLocalStack, type LocalStack } from "./local-stack.ts";

const EXIT_INTERRUPTED = 130;

function readPort(text: string | undefined, defaultPort: number): number {
  if (text === undefined || text === "") return defaultPort;
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
  const stopping = new AbortController();
  let stack: LocalStack | null = null;
  let requestStop: () => void = () => undefined;
  const stopRequested = new Promise<null>((settle) => {
    requestStop = () => settle(null);
  });
  onStopRequested(
    () => {
      console.log("\nStopping… (press Ctrl+C again to force)");
      stopping.abort(new Error("Stopped before it was ready."));
      requestStop();
    },
    () => {
      stack?.kill();
      process.exit(EXIT_INTERRUPTED);
    },
  );

  stack = await startLocalStack({
    host,
    port,
    dataDir: resolve(environment.BOREAL_DATA || ".data"),
    durable: true,
    publicUrl,
    environment,
    watched,
    step: numberedSteps(countSteps(environment)),
    signal: stopping.signal,
  });
  console.log(startupBanner(stack, publicUrl));
  const reason = await Promise.race([stopRequested, stack.failed]);
  if (reason !== null) console.error(`\n${reason}\nStopping…`);
  await stack.stop();
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
