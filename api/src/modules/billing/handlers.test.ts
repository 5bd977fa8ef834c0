import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  billedSeconds,
  costCents,
  exactCost,
  minimumBilledSeconds,
  roundToCents,
} from "#contracts/rating.ts";
import { sql } from "../../core/db/db.ts";
import {
  createOrderContext,
  createCredential,
  createProject,
  placeOrder,
  orderInstance,
  findProduct,
  getInstance,
} from "../../testing/order-instances.ts";
import {
  createMember,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { calendarMonth } from "./expenditure.ts";
import { setRate } from "../../testing/billing.ts";
import { startMetering, stopMetering } from "./metering.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-01-16T08:00:00Z" });
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const expenditure = async (handle = "north", client = owner.client) =>
  (await client.call(api.billing.currentExpenditure, { path: { workspace: handle } })).data;
const at = (text: string) => new Date(text);

/** A workspace with instances that are billed since a given time, inserted directly. */
async function billedSince(handle: string, start: string, hostnames: string[], more: object = {}) {
  const place = await createWorkspace(env, owner, handle);
  const key = await createCredential(env, place, owner);
  const { data } = await placeOrder(owner.client, {
    workspace: place,
    credentialId: key,
    hostname: hostnames,
    ...more,
  });
  await env.db.withSystemRole("a test", async (tx) => {
    for (const { id } of data.instances)
      await startMetering(tx, { id, workspaceId: place.id }, at(start));
  });
  return { place, ids: data.instances.map(({ id }) => id) };
}

test("PostgreSQL and the console compute the same seconds and cents", async () => {
  const whole = fc.integer({ min: 0, max: 3_000_000 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 2),
      whole,
      fc.option(whole),
      whole,
      whole,
      fc.integer({ min: 0, max: 2_000_000_000 }),
      async (segment, start, length, one, two, rate) => {
        const [from, to] = [Math.min(one, two), Math.max(one, two)];
        const end = length === null ? null : start + length;
        const row = await env.db.withSystemRole("a test", (tx) =>
          tx.one<{ seconds: number; cents: number; negative: number }>(sql`
          SELECT s AS seconds, round_to_cents(${rate}::bigint * s::numeric) AS cents, round_to_cents(-${rate}::bigint * s::numeric) AS negative
            FROM billed_seconds(${segment}, ${start}, ${end}, ${from}, ${to}) s`),
        );
        const seconds = billedSeconds(
          { startSecond: start, endSecond: end },
          from,
          to,
          segment === 1 ? minimumBilledSeconds : 0,
        );
        expect(row.seconds).toBe(seconds);
        expect(row.cents).toBe(roundToCents(exactCost(rate, seconds)));
        expect(row.negative + 0).toBe(roundToCents(-exactCost(rate, seconds)) + 0);
      },
    ),
    { numRuns: 300 },
  );
});

test("W54: at noon of the 16th an instance at US$0.10 has cost US$37.20 and is estimated at US$74.40", async () => {
  const { ids } = await billedSince("w54", "2025-12-20T00:00:00Z", ["w54"]);
  await setRate(env, ids, 100_000);
  env.clock.set("2026-01-16T12:00:00Z");
  expect(await expenditure("w54")).toMatchObject({
    periodStart: "2026-01-01T00:00:00.000Z",
    asOf: "2026-01-16T12:00:00.000Z",
    total: { cents: 3720 },
    projected: { cents: 7440 },
    hourlyRate: 100_000,
  });
});

test("W09: many short-lived instances of one product, price and project are one line, rounded once", async () => {
  const names = Array.from({ length: 20 }, (_, number) => `short-${number}`);
  const { place, ids } = await billedSince("w09", "2026-01-16T09:00:00Z", names, {
    product: "2 vCPU",
  });
  await setRate(env, ids, 100_000);
  await env.db.withSystemRole("a test", async (tx) => {
    for (const id of ids)
      await stopMetering(tx, { id, workspaceId: place.id }, at("2026-01-16T09:00:07Z"));
  });
  const { lines, total, byInstance, hourlyRate } = await expenditure("w09");
  expect(lines).toMatchObject([
    { seconds: 20 * 60, amount: { cents: 3 }, project: null, product: { name: "2 vCPU" } },
  ]);
  expect(total.cents).toBe(3);
  expect(hourlyRate).toBe(0);
  expect(byInstance.map(({ amount }) => amount.cents)).toEqual(names.map(() => 0));
});

test("lines are grouped by project, product and price, and add up to the total", async () => {
  const first = await createProject(env, workspace, owner, "First");
  await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["p-1"],
    product: "1 × L40S",
    body: { projectId: first },
  });
  await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["p-2"],
    product: "1 × L40S",
  });
  await placeOrder(owner.client, {
    workspace,
    credentialId,
    hostname: ["p-3", "p-4"],
    product: "8 vCPU",
    body: { projectId: first },
  });
  await env.advanceTime(30);
  await env.advanceTime(7200, 1200);
  const now = await expenditure();
  expect(
    now.lines.map(({ project, product, rateMicrosPerHour }) => [
      project?.name ?? null,
      product.name,
      rateMicrosPerHour,
    ]),
  ).toEqual([
    ["First", "1 × L40S", 900_000],
    [null, "1 × L40S", 900_000],
    ["First", "8 vCPU", 160_000],
  ]);
  expect(now.total.cents).toBe(now.lines.reduce((sum, { amount }) => sum + amount.cents, 0));
  expect(now.hourlyRate).toBe(2 * 900_000 + 2 * 160_000);
  expect(now.byInstance).toHaveLength(4);
  // The instance's page and the bill use the same function.
  for (const row of now.byInstance) {
    const instance = await getInstance(owner.client, workspace, row.id);
    expect(instance.costSoFar).toEqual(row.amount);
    expect(costCents(instance.usage, 0, env.clock.now().getTime() / 1000)).toBe(row.amount.cents);
  }
});

test("W10: usage across the end of a month is billed in the month it occurs", async () => {
  env.clock.set("2026-01-31T23:00:00Z");
  const { place, ids } = await billedSince("w10", "2026-01-31T23:30:00Z", ["night"]);
  await setRate(env, ids, 1_000_000);
  await env.db.withSystemRole("a test", async (tx) => {
    for (const id of ids)
      await stopMetering(tx, { id, workspaceId: place.id }, at("2026-02-01T00:45:00Z"));
  });
  env.clock.set("2026-01-31T23:59:59.999Z");
  expect((await expenditure("w10")).projected.cents).toBe(50);
  env.clock.set("2026-02-01T03:00:00Z");
  expect((await expenditure("w10")).total.cents).toBe(75);
});

test("the same change reported twice or out of order is metered once", async () => {
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["meter-1"],
  });
  const metered = { id, workspaceId: workspace.id };
  const meterChange = (change: typeof startMetering, time: string) =>
    env.db.withSystemRole("a test", (tx) => change(tx, metered, at(time)));
  await meterChange(stopMetering, "2026-02-01T04:00:00Z");
  await Promise.all([1, 2, 3].map(() => meterChange(startMetering, "2026-02-01T05:00:00.900Z")));
  await meterChange(startMetering, "2026-02-01T05:30:00Z");
  await Promise.all([1, 2, 3].map(() => meterChange(stopMetering, "2026-02-01T06:00:00.100Z")));
  await meterChange(stopMetering, "2026-02-01T07:00:00Z");
  // Never before the end of what is already billed.
  await meterChange(startMetering, "2026-02-01T05:59:00Z");
  const second = (time: string) => at(time).getTime() / 1000;
  const found = await env.db.withSystemRole("a test", async (tx) => ({
    intervals: await tx.many(
      sql`SELECT interval_number AS number, start_second AS start, end_second AS end FROM usage_interval WHERE instance_id = ${id} ORDER BY interval_number`,
    ),
    events: await tx.many(
      sql`SELECT sequence, kind FROM meter_event WHERE instance_id = ${id} ORDER BY sequence`,
    ),
  }));
  expect(found.intervals).toEqual([
    { number: 1, start: second("2026-02-01T05:00:00Z"), end: second("2026-02-01T06:00:00Z") },
    { number: 2, start: second("2026-02-01T06:00:00Z"), end: null },
  ]);
  expect(found.events).toEqual([
    { sequence: 1, kind: "start" },
    { sequence: 2, kind: "stop" },
    { sequence: 3, kind: "start" },
  ]);
});

test("an estimate is for one hour and for 730, times the quantity", async () => {
  const product = await findProduct(owner.client, "8 × H100 SXM");
  const estimate = (query: { product: string; quantity?: string; variant?: "bare_metal" }) =>
    owner.client.call(api.billing.estimatedCost, { path: { workspace: "north" }, query });
  expect((await estimate({ product: product.id })).data).toEqual({
    hourlyRate: 7_960_000,
    hourly: { cents: 796, currency: "USD" },
    monthly: { cents: 581_080, currency: "USD" },
    hoursPerMonth: 730,
    priceSnapshotId: product.priceSnapshotId,
  });
  expect((await estimate({ product: product.id, quantity: "3" })).data).toMatchObject({
    hourly: { cents: 2388 },
    monthly: { cents: 1_743_240 },
  });
  expect((await estimate({ product: owner.id })).fields).toEqual({ product: "unknown" });
  expect((await estimate({ product: product.id, variant: "bare_metal" })).fields).toEqual({
    product: "unknown",
  });
  for (const quantity of ["0", "21", "1.5", "x"])
    expect(Object.keys((await estimate({ product: product.id, quantity })).fields)).toEqual([
      "quantity",
    ]);
});

test("only roles with the billing permission see the spending", async () => {
  const member = await createMember(env, workspace, "team_member");
  expect(
    (await member.client.call(api.billing.currentExpenditure, { path: { workspace: "north" } }))
      .status,
  ).toBe(403);
  const payer = await createMember(env, workspace, "billing_administrator");
  expect((await expenditure("north", payer.client)).lines.length).toBeGreaterThan(0);
});

test("a calendar month is in UTC", () => {
  expect(calendarMonth(at("2026-12-31T23:59:59.999Z"))).toEqual({
    start: at("2026-12-01T00:00:00Z"),
    end: at("2027-01-01T00:00:00Z"),
  });
});
