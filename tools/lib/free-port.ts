import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those a system gives to outgoing connections, one of which may take a port before it is listened on. */
const lowest = 10_000;
const highest = 30_000;
const maxTries = 100;

export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/**
 * The preferred port when it is free, so that addresses stay the same from one start to the next; none that is
 * promised to somebody else.
 */
export async function freePort(
  preferred?: number,
  {
    host = "127.0.0.1",
    reserved = [],
  }: { host?: string | undefined; reserved?: readonly number[] } = {},
): Promise<number> {
  const others = Array.from({ length: maxTries }, () => randomInt(lowest, highest));
  for (const port of preferred === undefined ? others : [preferred, ...others])
    if (!reserved.includes(port) && (await isPortFree(port, host))) return port;
  throw new Error(`No free port on ${host}.`);
}
