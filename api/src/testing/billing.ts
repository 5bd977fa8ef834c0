/** What tests of billing share. */
import { randomUUID } from "node:crypto";
import { sql } from "../core/db/db.ts";
import { recordMeterEvents } from "../modules/billing/metering.ts";
import { insertInstance } from "./instances.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestUser, TestWorkspace } from "./users.ts";

/** A complete body of the billing information, in the seller's country. */
export const billingAddress = {
  name: "Ada Lovelace",
  addressLine1: "Herengracht 1",
  postalCode: "1015 BA",
  city: "Amsterdam",
  country: "NL",
};

type Environment = Pick<TestEnvironment, "db" | "clock">;

/** Billing details directly in the database; by default of a buyer who pays no VAT. */
export async function setBillingCountry(
  env: Environment,
  workspaceId: string,
  country = "US",
): Promise<void> {
  const now = env.clock.now();
  await env.db.withSystemRole("billing details for a test", (tx) =>
    tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, address_line1, city, country, created_at)
      SELECT ${workspaceId}, coalesce(max(version), 0) + 1, 'Test', 'Test 1', 'Test', ${country}, ${now} FROM billing_info WHERE workspace_id = ${workspaceId}`),
  );
}

interface TestUsage {
  /** US dollars per hour. */
  readonly rate: string;
  readonly from: string;
  /** Null while it runs. */
  readonly to: string | null;
  readonly projectId?: string;
}

let instanceCount = 0;

/** A billed instance directly in the database. Returns its id. */
export async function insertUsage(
  env: Environment & Parameters<typeof insertInstance>[0],
  workspace: TestWorkspace,
  owner: TestUser,
  { rate, from, to, projectId }: TestUsage,
): Promise<string> {
  instanceCount += 1;
  const hostname = `billed-${instanceCount}`;
  const id = await insertInstance(env, workspace, owner, {
    hostname,
    status: to === null ? "active" : "terminated",
    ...(projectId !== undefined && { projectId }),
  });
  const second = (text: string) => Date.parse(text) / 1000;
  await env.db.withSystemRole("usage for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO usage_interval (workspace_id, instance_id, interval_number, project_id, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second)
      SELECT workspace_id, id, 1, project_id, product_id, price_snapshot_id, ${Math.round(Number(rate) * 1_000_000)}, ${second(from)}, ${to === null ? null : second(to)}
        FROM instance WHERE id = ${id}`),
  );
  return id;
}

/** Changes the price of instances from their first billed second on. */
export const setRate = (
  env: Environment,
  instanceIds: readonly string[],
  rateMicrosPerHour: number,
): Promise<void> =>
  env.db.withSystemRole("a price for a test", async (tx) => {
    const rows = await tx.many<{
      instanceId: string;
      workspaceId: string;
      productId: string;
      priceSnapshotId: string;
      second: number;
    }>(sql`SELECT instance_id AS "instanceId", workspace_id AS "workspaceId", product_id AS "productId", price_snapshot_id AS "priceSnapshotId",
        start_second AS second FROM usage_interval WHERE instance_id = ANY(${[...instanceIds]}) AND interval_number = 1`);
    const events = rows.map(({ second, ...row }) => ({
      ...row,
      id: randomUUID(),
      kind: "resize" as const,
      at: new Date(second * 1000),
      rateMicrosPerHour,
    }));
    await recordMeterEvents(tx, events, env.clock.now());
  });

/** Usage from the start of January 2026 whose line is exactly that many cents, at most US$744 at US$1 an hour. */
export const insertJanuaryUsage = (
  env: Parameters<typeof insertUsage>[0],
  workspace: TestWorkspace,
  owner: TestUser,
  cents: number,
  projectId?: string,
): Promise<string> =>
  insertUsage(env, workspace, owner, {
    rate: (cents / 100).toFixed(2),
    from: "2026-01-10T00:00:00Z",
    to: "2026-01-10T01:00:00Z",
    ...(projectId !== undefined && { projectId }),
  });

export const january = {
  start: new Date("2026-01-01T00:00:00Z"),
  end: new Date("2026-02-01T00:00:00Z"),
};
export const february = { start: january.end, end: new Date("2026-03-01T00:00:00Z") };
