/** Prices with rules, and meter events, for tests. */
import { randomUUID } from "node:crypto";
import { sql } from "../core/db/db.ts";
import { recordMeterEvents } from "../modules/billing/metering.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestWorkspace } from "./users.ts";

type Environment = Pick<TestEnvironment, "db" | "clock">;

export interface PriceRules {
  /** US dollars per hour. */
  readonly rate: string;
  readonly granularitySeconds?: number;
  /** 0 if not given. */
  readonly minimumSeconds?: number;
  readonly capHours?: number;
}

export interface TestPrice {
  readonly productId: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
}

/** A price of the product of `insertInstance`, of which an instance exists. */
export const insertPrice = (
  env: Environment,
  { rate, granularitySeconds = 1, minimumSeconds = 0, capHours }: PriceRules,
): Promise<TestPrice> =>
  env.db.withSystemRole("a price for a test", (tx) =>
    tx.one<TestPrice>(sql`
      INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from, granularity_seconds, minimum_seconds, cap_hours)
      SELECT ${randomUUID()}, id, ${Math.round(Number(rate) * 1_000_000)}, '2020-01-01', ${granularitySeconds}, ${minimumSeconds}, ${capHours ?? null}
        FROM product WHERE name = 'Test instance'
      RETURNING id AS "priceSnapshotId", product_id AS "productId", rate_micros_per_hour AS "rateMicrosPerHour"`),
  );

export type TestEvent = {
  readonly at: string;
  readonly id?: string;
  readonly sequence?: number;
} & (
  | {
      readonly kind: "start";
      readonly price: TestPrice;
      readonly projectId?: string;
      readonly quantity?: number;
    }
  | { readonly kind: "resize"; readonly price: TestPrice }
  | { readonly kind: "quantity"; readonly quantity: number }
  | { readonly kind: "move"; readonly projectId: string }
  | { readonly kind: "stop" }
);

/** Records events of an instance in the given order of arrival, all received now. */
export async function recordEvents(
  env: Environment,
  workspace: TestWorkspace,
  instanceId: string,
  events: readonly TestEvent[],
): Promise<void> {
  for (const { at, id = randomUUID(), ...event } of events)
    await env.db.withSystemRole("meter events for a test", (tx) => {
      const { price, ...change } = "price" in event ? event : { ...event, price: undefined };
      const start = event.kind === "start" ? { quantity: event.quantity ?? 1 } : {};
      return recordMeterEvents(
        tx,
        [
          {
            ...change,
            ...price,
            ...start,
            id,
            instanceId,
            workspaceId: workspace.id,
            at: new Date(at),
          },
        ],
        env.clock.now(),
      );
    });
}
