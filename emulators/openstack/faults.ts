/** What can go wrong on purpose: by a name the user types, and by a control call. */
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** A server whose name contains one of these meets that fate. */
export const namedFaults = [
  "no-capacity",
  "quota",
  "slow-build",
  "build-error",
  "image-gone",
  "lost-answer",
] as const;
export type NamedFault = (typeof namedFaults)[number];

export function faultFromName(name: string): NamedFault | undefined {
  return namedFaults.find((fault) => name.includes(fault));
}

export const FaultRule = z.strictObject({
  match: z
    .strictObject({
      service: z.enum(["identity", "compute", "image", "network"]).optional(),
      region: z.string().optional(),
      method: z.string().optional(),
      /** A regular expression on the path below the service, such as `^/v2.1/servers$`. */
      pathPattern: z.string().optional(),
    })
    .default({}),
  /**
   * slow: answers after `delayMs`; status: answers `status` without doing the work;
   * rate-limit: 429 with Retry-After; lost-answer: does the work, then breaks the connection;
   * down: breaks the connection before doing anything.
   */
  kind: z.enum(["slow", "status", "rate-limit", "lost-answer", "down"]),
  status: z.int().min(400).max(599).default(503),
  retryAfterSeconds: z.int().min(0).default(1),
  delayMs: z.int().min(0).max(120_000).default(2000),
  /** How many calls it hits; without it, all until the faults are cleared. */
  times: z.int().min(1).optional(),
});
export type FaultRule = z.infer<typeof FaultRule>;

export interface FaultTarget {
  service: string;
  region: string | null;
  method: string;
  path: string;
}

export class FaultRules {
  private orders: { id: string; order: FaultRule; left: number }[] = [];

  add(order: FaultRule): string {
    const id = randomUUID();
    this.orders.push({ id, order, left: order.times ?? Number.POSITIVE_INFINITY });
    return id;
  }

  /** False when there was no such fault, or it is used up. */
  remove(id: string): boolean {
    const before = this.orders.length;
    this.orders = this.orders.filter((order) => order.id !== id);
    return this.orders.length < before;
  }

  clear(): void {
    this.orders = [];
  }

  list() {
    return this.orders.map(({ id, order, left }) => ({
      id,
      ...order,
      left: Number.isFinite(left) ? left : null,
    }));
  }

  /** The fault this call meets, used up by one. The oldest that matches wins. */
  take(target: FaultTarget): FaultRule | undefined {
    const found = this.orders.find(({ order }) => matches(order, target));
    if (found === undefined) return undefined;
    found.left -= 1;
    this.orders = this.orders.filter(({ left }) => left > 0);
    return found.order;
  }
}

function matches({ match }: FaultRule, target: FaultTarget): boolean {
  return (
    (match.service === undefined || match.service === target.service) &&
    (match.region === undefined || match.region === target.region) &&
    (match.method === undefined || match.method.toUpperCase() === target.method) &&
    (match.pathPattern === undefined || new RegExp(match.pathPattern).test(target.path))
  );
}
