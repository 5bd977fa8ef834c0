import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ephemeral range: an outgoing connection could take an ephemeral port before it is listened on. */
const minPort = 10_000;
const maxPort = 30_000;
const maxTries = 100;

export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/**
 * Returns the preferred port if it is free, so that URLs stay the same across starts, otherwise a random free port.
 * Never returns a reserved port.
 */
export async function freePort(
  preferred?: number,
  {
    host = "127.0.0.1",
    reserved = [],
  }: { host?: string | undefined; reserved?: readonly number[] } = {},
): Promise<number> {
  const randomPorts = Array.from({ length: maxTries }, () => randomInt(minPort, maxPort));
  for (const port of preferred === undefined ? randomPorts : [preferred, ...randomPorts])
    if (!reserved.includes(port) && (await isPortFree(port, host))) return port;
  throw new Error(`No free port on ${host}.`);
}
