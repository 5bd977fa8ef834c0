/** Reads a list from the provider of each region: those that do not respond in time do not delay the others. */
import type { RegionResponse } from "#contracts/provider-hosts.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { ComputeError } from "../../ports/compute.ts";

/** How long staff wait for a region. One request may first renew a token, and each has a timeout of its own. */
const deadlineMs = 10_000;
/** A region is asked once in this time, however many pages are open and however often they are reloaded. */
const keptMs = 10_000;

export interface RegionReading<Row> {
  readonly regionHandle: string;
  readonly state: RegionResponse["state"];
  readonly message: string | null;
  readonly readAt: Date;
  /** Empty if the region did not respond. */
  readonly rows: readonly Row[];
}

export class RegionReader<Row> {
  readonly #clock: Clock;
  readonly #read: (regionHandle: string) => Promise<readonly Row[]>;
  readonly #readings = new Map<
    string,
    { readonly at: Date; reading: Promise<RegionReading<Row>> }
  >();

  constructor(clock: Clock, read: (regionHandle: string) => Promise<readonly Row[]>) {
    this.#clock = clock;
    this.#read = read;
  }

  readAll(regionHandles: readonly string[]): Promise<RegionReading<Row>[]> {
    return Promise.all(regionHandles.map((handle) => this.#readOnce(handle)));
  }

  #readOnce(regionHandle: string): Promise<RegionReading<Row>> {
    const now = this.#clock.now();
    const kept = this.#readings.get(regionHandle);
    if (kept !== undefined && now.getTime() - kept.at.getTime() < keptMs) return kept.reading;
    const reading = this.#ask(regionHandle, now);
    this.#readings.set(regionHandle, { at: now, reading });
    return reading;
  }

  async #ask(regionHandle: string, readAt: Date): Promise<RegionReading<Row>> {
    const shared = { regionHandle, readAt };
    try {
      const rows = await withDeadline(this.#read(regionHandle));
      return { ...shared, state: "ok", message: null, rows };
    } catch (error) {
      if (!(error instanceof ComputeError)) {
        this.#readings.delete(regionHandle);
        throw error;
      }
      const state = error.kind === "unavailable" ? "unreachable" : "rejected";
      return { ...shared, state, message: error.providerMessage, rows: [] };
    }
  }
}

async function withDeadline<T>(request: Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const late = new Promise<never>((_resolve, reject) => {
    deadline.addEventListener(
      "abort",
      () => reject(ComputeError.unavailable(`no response within ${deadlineMs / 1000} seconds`)),
      { once: true },
    );
  });
  return await Promise.race([request, late]);
}
