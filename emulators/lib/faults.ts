/** Faults of an emulated service, injected by a control request. */
import { randomUUID } from "node:crypto";
import { z } from "zod";

export const FaultRule = z.strictObject({
  match: z
    .strictObject({
      service: z.string().optional(),
      region: z.string().optional(),
      method: z.string().optional(),
      /** A regular expression on the path below the service, such as `^/v2.1/servers$`. */
      pathPattern: z.string().optional(),
    })
    .default({}),
  /**
   * slow: responds after `delayMs`; status: responds with `status` without doing the work;
   * rate-limit: 429 with Retry-After; lost-answer: does the work, then closes the connection;
   * down: closes the connection before doing anything.
   */
  kind: z.enum(["slow", "status", "rate-limit", "lost-answer", "down"]),
  status: z.int().min(400).max(599).default(503),
  retryAfterSeconds: z.int().min(0).default(1),
  delayMs: z.int().min(0).max(120_000).default(2000),
  /** The number of affected requests; without it, all requests until the fault is removed. */
  times: z.int().min(1).optional(),
  /** Share of the matching requests that are affected, greater than 0 and at most 1. */
  chance: z.number().gt(0).max(1).default(1),
});
export type FaultRule = z.infer<typeof FaultRule>;

export interface FaultTarget {
  service: string;
  region: string | null;
  method: string;
  path: string;
}

export class FaultRules {
  private rules: { id: string; rule: FaultRule; remaining: number }[] = [];
  private readonly random: () => number;

  /** `random` returns numbers from 0 to below 1 for rules with a chance. */
  constructor(random: () => number = Math.random) {
    this.random = random;
  }

  add(rule: z.input<typeof FaultRule>): string {
    const id = randomUUID();
    const parsed = FaultRule.parse(rule);
    this.rules.push({ id, rule: parsed, remaining: parsed.times ?? Number.POSITIVE_INFINITY });
    return id;
  }

  /** Returns false if the fault does not exist or is used up. */
  remove(id: string): boolean {
    const before = this.rules.length;
    this.rules = this.rules.filter((entry) => entry.id !== id);
    return this.rules.length < before;
  }

  clear(): void {
    this.rules = [];
  }

  list() {
    return this.rules.map(({ id, rule, remaining }) => ({
      id,
      ...rule,
      left: Number.isFinite(remaining) ? remaining : null,
    }));
  }

  /** Returns the oldest fault that matches the request by its chance, and decrements its counter. */
  take(target: FaultTarget): FaultRule | undefined {
    const match = this.rules.find(
      ({ rule }) => matches(rule, target) && (rule.chance === 1 || this.random() < rule.chance),
    );
    if (match === undefined) return undefined;
    match.remaining -= 1;
    this.rules = this.rules.filter(({ remaining }) => remaining > 0);
    return match.rule;
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
