import { createServer } from "node:net";

function listenOnce(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(null));
    probe.listen(port, host, () => {
      const address = probe.address();
      const taken = address !== null && typeof address === "object" ? address.port : null;
      probe.close(() => resolve(taken));
    });
  });
}

export async function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return (await listenOnce(port, host)) !== null;
}

/** The preferred port when it is free, so that addresses stay the same from one start to the next. */
export async function freePort(preferred?: number, host = "127.0.0.1"): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred, host))) return preferred;
  const port = await listenOnce(0, host);
  if (port === null) throw new Error(`No free port on ${host}.`);
  return port;
}
