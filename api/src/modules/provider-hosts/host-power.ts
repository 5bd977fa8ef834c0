/** Power of hosts, read from their management controllers, each of which takes up to seconds. */
import type { BareMetalProvider, PowerState } from "../../ports/bare-metal.ts";
import { ComputeError } from "../../ports/compute.ts";

const readsAtOnce = 8;
/** Hosts that are not read by then have an unknown power. */
const deadlineMs = 8_000;

export interface PoweredHost {
  readonly hostId: string;
  readonly provider: BareMetalProvider;
}

/** The power by host, in the order of `hosts`. */
export async function readPower(hosts: readonly PoweredHost[]): Promise<PowerState[]> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const states: PowerState[] = hosts.map(() => "unknown");
  const waiting = hosts.entries();
  const work = async () => {
    for (const [position, host] of waiting) {
      if (deadline.aborted) return;
      states[position] = await readHost(host);
    }
  };
  const late = new Promise<void>((resolve) => {
    deadline.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([Promise.all(Array.from({ length: readsAtOnce }, work)), late]);
  return [...states];
}

async function readHost({ provider, hostId }: PoweredHost): Promise<PowerState> {
  try {
    return await provider.powerState(hostId);
  } catch (error) {
    if (error instanceof ComputeError) return "unknown";
    throw error;
  }
}
