import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { UsageGrouping, UsageInterval, UsageReport } from "#contracts/usage.ts";
import { sql } from "../../core/db/db.ts";
import { downloadCsv } from "../../testing/csv.ts";
import { createOrderContext, createProject, placeOrder } from "../../testing/order-instances.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember } from "../../testing/users.ts";
import { startMetering, stopMetering } from "./metering.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ start: "2026-01-16T08:00:00Z" });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

type Context = Awaited<ReturnType<typeof createOrderContext>>;
interface Query {
  from?: string;
  to?: string;
  interval?: UsageInterval;
  groupBy?: UsageGrouping;
  timeZone?: string;
}

const report = async ({ owner, workspace }: Context, query: Query = {}) =>
  (
    await owner.client.call(api.billingUsage.usage, {
      path: { workspace: workspace.handle },
      query,
    })
  ).data;
const at = (text: string) => new Date(text);

/** Instances that are billed at a rate between two times; until now without the second. */
async function bill(
  { owner, workspace, credentialId }: Context,
  {
    hostname,
    rate,
    from,
    to,
    projectId,
    product,
  }: {
    hostname: string[];
    rate: number;
    from: string;
    to?: string;
    projectId?: string;
    product?: string;
  },
) {
  const { data } = await placeOrder(owner.client, {
    workspace,
    credentialId,
    hostname,
    ...(product === undefined ? {} : { product }),
    ...(projectId === undefined ? {} : { body: { projectId } }),
  });
  const ids = data.instances.map(({ id }) => id);
  await env.db.withSystemRole("a test bills instances", async (tx) => {
    for (const id of ids) {
      await startMetering(tx, { id, workspaceId: workspace.id }, at(from));
      if (to !== undefined) await stopMetering(tx, { id, workspaceId: workspace.id }, at(to));
    }
    await tx.execute(
      sql`UPDATE usage_interval SET rate_micros_per_hour = ${rate} WHERE instance_id = ANY(${ids})`,
    );
  });
  return ids;
}

const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const centsOf = ({ groups }: UsageReport) => groups.map(({ cents }) => cents);

test("a report of the month has the total of the expenditure, whatever it is grouped by", async () => {
  const context = await createOrderContext(env, "total");
  const { owner, workspace } = context;
  const vision = await createProject(env, workspace, owner, "Vision");
  const names = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${prefix}-${number}`);
  await bill(context, {
    hostname: names("a", 7),
    rate: 333_333,
    from: "2026-01-03T00:00:07Z",
    to: "2026-01-09T13:00:01Z",
  });
  await bill(context, {
    hostname: names("b", 3),
    rate: 64_220_000,
    from: "2025-12-30T10:00:00Z",
    projectId: vision,
  });
  await bill(context, {
    hostname: names("c", 5),
    rate: 10_500,
    from: "2026-01-15T23:59:58Z",
    to: "2026-01-16T00:00:01Z",
    product: "4 vCPU",
  });
  const { data: expenditure } = await owner.client.call(api.billing.currentExpenditure, {
    path: { workspace: workspace.handle },
  });
  for (const groupBy of ["project", "product", "instance"] as const) {
    const usage = await report(context, { groupBy });
    expect(usage.total).toEqual(expenditure.total);
    expect(sumOf(usage.groups.map(({ amount }) => amount.cents))).toBe(usage.total.cents);
    for (const { cents, amount } of usage.groups) expect(sumOf(cents)).toBe(amount.cents);
    expect(usage.seconds).toBe(sumOf(expenditure.lines.map(({ seconds }) => seconds)));
    expect([usage.from, usage.to, usage.starts.length]).toEqual(["2026-01-01", "2026-01-16", 16]);
  }
  const byInstance = await report(context, { groupBy: "instance" });
  expect(byInstance.groupCount).toBe(15);
  const byProject = await report(context);
  expect(byProject.groups.map(({ kind, name, id }) => [kind, name, id])).toEqual([
    ["project", "Vision", vision],
    ["none", "", null],
  ]);
});

test("usage of deleted projects is rounded by project, as in the expenditure", async () => {
  const context = await createOrderContext(env, "deleted");
  const { owner, workspace } = context;
  for (const name of ["One", "Two", "Three"]) {
    const projectId = await createProject(env, workspace, owner, name);
    // US$0.014 each, which is one cent; together it would be four.
    await bill(context, {
      hostname: [`d-${name.toLowerCase()}`],
      rate: 50_400,
      from: "2026-01-15T00:00:00Z",
      to: "2026-01-15T00:16:40Z",
      projectId,
    });
  }
  await env.db.withSystemRole("a test deletes projects", async (tx) => {
    await tx.execute(
      sql`UPDATE instance SET project_id = NULL WHERE workspace_id = ${workspace.id}`,
    );
    await tx.execute(sql`DELETE FROM project WHERE workspace_id = ${workspace.id}`);
  });
  const { data: expenditure } = await owner.client.call(api.billing.currentExpenditure, {
    path: { workspace: workspace.handle },
  });
  expect(expenditure.total.cents).toBe(3);
  const usage = await report(context);
  expect(usage.total).toEqual(expenditure.total);
  expect(usage.groups.map(({ kind, amount }) => [kind, amount.cents])).toEqual([["none", 3]]);
});

test("hours show when an instance ran, and days follow the time zone", async () => {
  const context = await createOrderContext(env, "hours");
  await bill(context, {
    hostname: ["h-1"],
    rate: 3_600_000,
    from: "2026-01-15T22:30:00Z",
    to: "2026-01-16T01:15:00Z",
  });
  const hours = await report(context, { from: "2026-01-15", to: "2026-01-16", interval: "hour" });
  expect(hours.starts).toHaveLength(48);
  expect(
    Object.fromEntries(
      (centsOf(hours)[0] ?? []).flatMap((cents, hour) => (cents === 0 ? [] : [[hour, cents]])),
    ),
  ).toEqual({
    22: 180,
    23: 360,
    24: 360,
    25: 90,
  });
  const utc = await report(context, { from: "2026-01-15", to: "2026-01-16" });
  expect(centsOf(utc)).toEqual([[540, 450]]);
  const berlin = await report(context, {
    from: "2026-01-15",
    to: "2026-01-16",
    timeZone: "Europe/Berlin",
  });
  expect(centsOf(berlin)).toEqual([[180, 810]]);
  expect(berlin.starts[0]).toBe("2026-01-14T23:00:00.000Z");
});

test("energy is the billed time at the product's full load, with the region's emissions", async () => {
  const context = await createOrderContext(env, "energy");
  await bill(context, {
    hostname: ["e-1"],
    rate: 1,
    from: "2026-01-15T00:00:00Z",
    to: "2026-01-15T10:00:00Z",
  });
  const { data } = await context.owner.client.call(api.instances.list, {
    path: { workspace: "energy" },
    query: {},
  });
  const { powerWatts = 0, gramsCo2PerKwh = 0 } = data.data[0]?.energy ?? {};
  expect(powerWatts).toBeGreaterThan(0);
  const usage = await report(context);
  expect([usage.wattHours, usage.gramsCo2]).toEqual([
    powerWatts * 10,
    Math.round((powerWatts / 100) * gramsCo2PerKwh),
  ]);
});

test("groups after the fiftieth are summed", async () => {
  const context = await createOrderContext(env, "many");
  for (const batch of [1, 2, 3])
    await bill(context, {
      hostname: Array.from({ length: 20 }, (_, number) => `m-${batch}-${number}`),
      rate: batch * 1_000_000,
      from: "2026-01-15T00:00:00Z",
      to: "2026-01-15T01:00:00Z",
      product: "2 vCPU",
    });
  const usage = await report(context, { groupBy: "instance" });
  expect([usage.groupCount, usage.groups.length, usage.total.cents]).toEqual([60, 51, 12_000]);
  expect(usage.groups.at(-1)).toMatchObject({ kind: "others", id: null, amount: { cents: 1_000 } });
});

test("the export has a row for each instance and interval, which add up to the report", async () => {
  const context = await createOrderContext(env, "csv");
  await bill(context, {
    hostname: ["y-1"],
    rate: 333_333,
    from: "2026-01-14T12:00:00Z",
    to: "2026-01-16T06:00:00Z",
  });
  const { status, headers, rows } = await downloadCsv(
    context.owner.client,
    "/api/v1/workspaces/csv/billing/usage/export?from=2026-01-14&to=2026-01-16",
  );
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain(
    "boreal-usage-csv-2026-01-14-2026-01-16.csv",
  );
  expect(rows.map(({ start, instance, seconds }) => [start, instance, seconds])).toEqual([
    ["2026-01-14T00:00:00.000Z", "y-1", "43200"],
    ["2026-01-15T00:00:00.000Z", "y-1", "86400"],
    ["2026-01-16T00:00:00.000Z", "y-1", "21600"],
  ]);
  const cents = sumOf(rows.map(({ usd }) => Math.round(Number(usd) * 100)));
  expect(cents).toBe((await report(context)).total.cents);
});

test("a period without usage or in the future is empty, and a bad one names the field", async () => {
  const context = await createOrderContext(env, "empty");
  const empty = await report(context, { from: "2026-02-01", to: "2026-02-02" });
  expect(empty).toMatchObject({ total: { cents: 0 }, groups: [], groupCount: 0, seconds: 0 });
  expect(empty.starts).toHaveLength(2);
  const errorsOf = async (query: string) => {
    const path = `/api/v1/workspaces/empty/billing/usage?${query}`;
    const response = await context.owner.client.send("GET", path);
    const body: { errors?: Record<string, { code: string }[]> } = JSON.parse(await response.text());
    return [
      response.status,
      Object.entries(body.errors ?? {}).map(([field, [first]]) => `${field}: ${first?.code}`),
    ];
  };
  expect(await errorsOf("from=2026-01-02&to=2026-01-01")).toEqual([422, ["to: period"]]);
  expect(await errorsOf("from=2026-01-01&to=2026-01-09&interval=hour")).toEqual([
    422,
    ["to: period"],
  ]);
  expect(await errorsOf("from=2026-02-30")).toEqual([422, ["from: invalid_format"]]);
  expect(await errorsOf("timeZone=Mars/Olympus")).toEqual([422, ["timeZone: format"]]);
  expect(await errorsOf("groupBy=color")).toEqual([422, ["groupBy: choice"]]);
});

test("another workspace's usage is neither counted nor readable", async () => {
  const [one, other] = [
    await createOrderContext(env, "one"),
    await createOrderContext(env, "other"),
  ];
  await bill(one, { hostname: ["o-1"], rate: 1_000_000, from: "2026-01-15T00:00:00Z" });
  expect((await report(other)).total.cents).toBe(0);
  const member = await createMember(env, one.workspace, "team_member");
  for (const client of [other.owner.client, member.client]) {
    const denied = await client.call(api.billingUsage.usage, {
      path: { workspace: "one" },
      query: {},
    });
    expect(denied.status).toBe(403);
  }
  const billing = await createMember(env, one.workspace, "billing_administrator");
  const allowed = await billing.client.call(api.billingUsage.usage, {
    path: { workspace: "one" },
    query: {},
  });
  expect(allowed.data.total.cents).toBe(3_200);
});
