/** The home page: cost by day and project, forecast of the month, and what needs attention. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { billedSeconds, exactCost, roundToCents, type UsageInterval } from "#contracts/rating.ts";
import { type Attention, spendDays } from "#contracts/workspaces.ts";
import { startMetering, stopMetering } from "../billing/metering.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import {
  createDefaultProject,
  grantProject,
  insertInstance,
  type InstanceOptions,
  meterAt,
} from "../../testing/instances.ts";
import { createInvite } from "../../testing/invites.ts";
import { createProject } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const start = "2026-05-15T06:00:00.000Z";
let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ start });
  owner = await createUser(env, "owner@northwind.test");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const overviewOf = async (workspace: TestWorkspace, user = owner) =>
  (await user.client.call(api.workspaces.overview, { path: { workspace: workspace.handle } })).data;
const graphOf = async (workspace: TestWorkspace, user = owner) =>
  (await user.client.call(api.projects.graph, { path: { workspace: workspace.handle } })).data;
type Overview = Awaited<ReturnType<typeof overviewOf>>;
type Graph = Awaited<ReturnType<typeof graphOf>>;

/** An instance that is billed from `from`, and until `to` if it is given. */
async function billed(
  workspace: TestWorkspace,
  options: InstanceOptions,
  from: string,
  to?: string,
): Promise<string> {
  const id = await insertInstance(env, workspace, owner, options);
  await meterAt(env, startMetering, workspace, id, from);
  if (to !== undefined) await meterAt(env, stopMetering, workspace, id, to);
  return id;
}

const day = (first: string, offset: number) =>
  new Date(Date.parse(first) + offset * 86_400_000).toISOString().slice(0, 10);

/** `name day cents`, for days with cost. */
const spentOf = ({ spend }: Pick<Overview, "spend">) =>
  (spend?.series ?? []).flatMap(({ kind, project, cents }) =>
    cents.flatMap((amount, place) =>
      amount === 0
        ? []
        : [`${project?.name ?? kind} ${day(spend?.firstDay ?? "", place)} ${amount}`],
    ),
  );
const spentOfGraph = ({ days, projects }: Graph) =>
  days.flatMap((each) =>
    each.amounts.map(
      ({ projectId, amount }) =>
        `${projects.find(({ id }) => id === projectId)?.name ?? "none"} ${each.day} ${amount.cents}`,
    ),
  );

/** An hour costs a hundred cents. */
const dollar = { rateMicrosPerHour: 1_000_000 };

test("daily cost by project equals the project map, for live, moved and deleted projects", async () => {
  const workspace = await createWorkspace(env, owner, "same-ws");
  await createDefaultProject(env, workspace, owner);
  const [farm, barn] = [
    await createProject(env, workspace, owner, "Farm"),
    await createProject(env, workspace, owner, "Barn"),
  ];
  const odd = { rateMicrosPerHour: 333_333 };
  await billed(workspace, { ...odd, hostname: "old", projectId: farm }, "2026-03-01T00:00:00Z");
  const moved = await billed(
    workspace,
    { ...odd, hostname: "moved", projectId: farm },
    "2026-05-12T13:14:15Z",
  );
  await billed(
    workspace,
    { ...odd, hostname: "short", projectId: barn },
    "2026-05-10T23:59:30Z",
    "2026-05-10T23:59:31Z",
  );
  await billed(workspace, { ...odd, hostname: "loose" }, "2026-05-14T00:00:00Z");
  const path = { workspace: workspace.handle };
  await owner.client.call(api.projects.assign, {
    path: { ...path, project: barn },
    body: { instanceIds: [moved] },
  });
  env.clock.advance(3 * 3_600_000 + 123_000);
  const before = await overviewOf(workspace);
  expect(spentOf(before).toSorted()).toEqual(spentOfGraph(await graphOf(workspace)).toSorted());
  // Thirty days of the oldest instance, and each series has an amount for each day.
  expect(spentOf(before).filter((line) => line.startsWith("Farm"))).toHaveLength(30);
  expect(before.spend?.series.map(({ cents }) => cents.length)).toEqual([30, 30, 30]);

  await owner.client.call(api.projects.remove, {
    path: { ...path, project: barn },
    query: { moveTo: farm },
  });
  const after = await overviewOf(workspace);
  expect(spentOf(after).toSorted()).toEqual(spentOfGraph(await graphOf(workspace)).toSorted());
  expect(after.spend?.series.map(({ kind, project }) => project?.name ?? kind)).toEqual([
    "Farm",
    "none",
  ]);
  env.clock.set(start);
});

test("each day equals the rating of the intervals, whatever their start, end and rate", async () => {
  const workspace = await createWorkspace(env, owner, "rated-ws");
  const firstDay = Date.parse("2026-04-16T00:00:00Z") / 1_000;
  const now = Date.parse(start) / 1_000;
  const ids = [
    await insertInstance(env, workspace, owner, { hostname: "a" }),
    await insertInstance(env, workspace, owner, { hostname: "b" }),
    await insertInstance(env, workspace, owner, { hostname: "c" }),
  ];
  const interval = fc.record({
    startSecond: fc.integer({ min: firstDay - 3 * 86_400, max: now }),
    length: fc.option(fc.oneof(fc.nat(120), fc.nat(3_000_000))),
    rateMicrosPerHour: fc.nat(2_000_000_000),
  });
  const store = (drawn: readonly UsageInterval[]) =>
    env.db.withSystemRole("intervals for a test", async (tx) => {
      for (const [place, each] of drawn.entries())
        await tx.execute(sql`
          INSERT INTO usage_interval (workspace_id, instance_id, interval_number, product_id, price_snapshot_id, rate_micros_per_hour, start_second, end_second)
          SELECT workspace_id, id, 1, product_id, price_snapshot_id, ${each.rateMicrosPerHour}, ${each.startSecond}, ${each.endSecond}
            FROM instance WHERE id = ${ids[place]}
          ON CONFLICT (instance_id, interval_number) DO UPDATE SET rate_micros_per_hour = excluded.rate_micros_per_hour,
            start_second = excluded.start_second, end_second = excluded.end_second`);
    });
  await fc.assert(
    fc.asyncProperty(fc.array(interval, { minLength: 3, maxLength: 3 }), async (drawn) => {
      const intervals = drawn.map(({ startSecond, length, rateMicrosPerHour }) => ({
        startSecond,
        endSecond: length === null ? null : startSecond + length,
        rateMicrosPerHour,
      }));
      await store(intervals);
      const { spend, expenditure } = await overviewOf(workspace);
      const costs = Array.from({ length: spendDays }, (_, position) => {
        const from = firstDay + position * 86_400;
        return rate(intervals, from, Math.min(now, from + 86_400));
      });
      expect(spend?.firstDay).toBe("2026-04-16");
      expect(spend?.series.map(({ kind, cents }) => [kind, cents])).toEqual(
        costs.some((cents) => cents > 0) ? [["none", costs]] : [],
      );
      const [monthStart, monthEnd] = [
        Date.parse("2026-05-01T00:00:00Z") / 1_000,
        Date.parse("2026-06-01T00:00:00Z") / 1_000,
      ];
      // Each price is a line of the invoice, rounded once.
      const lines = [...Map.groupBy(intervals, (each) => each.rateMicrosPerHour).values()];
      const month = (to: number) =>
        lines.reduce((total, line) => total + rate(line, monthStart, to), 0);
      expect(expenditure?.monthToDate.cents).toBe(month(now));
      // The forecast is the same rating up to the end of the month.
      expect(expenditure?.projected.cents).toBe(month(monthEnd));
    }),
    { numRuns: 40 },
  );
});

/** Cost of first intervals of different instances, rounded once. */
const rate = (intervals: readonly UsageInterval[], from: number, to: number): number =>
  roundToCents(
    intervals.reduce(
      (total, each) =>
        total + exactCost(each.rateMicrosPerHour, billedSeconds(each, from, Math.max(from, to))),
      0n,
    ),
  );

test("days are UTC, 24 hours long also when clocks change in Europe, and the last one is today", async () => {
  const workspace = await createWorkspace(env, owner, "days-ws");
  const elsewhere = await createMember(env, workspace, "administrator");
  await env.db.withSystemRole("a time zone for a test", (tx) =>
    tx.execute(
      sql`UPDATE user_account SET timezone = 'Pacific/Auckland' WHERE id = ${elsewhere.id}`,
    ),
  );
  const farm = await createProject(env, workspace, owner, "Farm");
  // Clocks went forward in Europe on 2026-03-29; the day still has 24 hours of cost.
  await billed(
    workspace,
    { ...dollar, hostname: "spring", projectId: farm },
    "2026-03-28T23:00:00Z",
    "2026-03-30T01:00:00Z",
  );
  env.clock.set("2026-04-10T23:59:59.999Z");
  const late = await overviewOf(workspace, elsewhere);
  expect(spentOf(late)).toEqual([
    "Farm 2026-03-28 100",
    "Farm 2026-03-29 2400",
    "Farm 2026-03-30 100",
  ]);
  expect(day(late.spend?.firstDay ?? "", spendDays - 1)).toBe("2026-04-10");
  env.clock.set("2026-04-11T00:00:00.000Z");
  const early = await overviewOf(workspace, elsewhere);
  expect(day(early.spend?.firstDay ?? "", spendDays - 1)).toBe("2026-04-11");
  // At the very start of a month nothing of it has passed, and the forecast is the whole month.
  await billed(
    workspace,
    { ...dollar, hostname: "steady", projectId: farm },
    "2026-04-20T00:00:00Z",
  );
  env.clock.set("2026-05-01T00:00:00.000Z");
  expect((await overviewOf(workspace)).expenditure).toMatchObject({
    monthToDate: { cents: 0 },
    projected: { cents: 31 * 24 * 100 },
    hourlyRate: 1_000_000,
    periodStart: "2026-05-01T00:00:00.000Z",
    periodEnd: "2026-06-01T00:00:00.000Z",
  });
  env.clock.set(start);
});

test("six projects have series of their own, and the sum is that of all projects", async () => {
  const workspace = await createWorkspace(env, owner, "wide-ws");
  for (let hours = 1; hours <= 8; hours += 1) {
    const projectId = await createProject(env, workspace, owner, `P${hours}`);
    await billed(
      workspace,
      { ...dollar, hostname: `i-${hours}`, projectId },
      `2026-05-14T0${hours}:00:00Z`,
      "2026-05-14T09:00:00Z",
    );
  }
  expect(spentOf(await overviewOf(workspace))).toEqual([
    "P1 2026-05-14 800",
    "P2 2026-05-14 700",
    "P3 2026-05-14 600",
    "P4 2026-05-14 500",
    "P5 2026-05-14 400",
    "P6 2026-05-14 300",
    "others 2026-05-14 300",
  ]);
});

test("each role sees the cost that its other pages show", async () => {
  const workspace = await createWorkspace(env, owner, "roles-ws");
  const [farm, barn] = [
    await createProject(env, workspace, owner, "Farm"),
    await createProject(env, workspace, owner, "Barn"),
  ];
  for (const [hostname, projectId] of [
    ["in-farm", farm],
    ["in-barn", barn],
  ] as const)
    await billed(workspace, { ...dollar, hostname, projectId }, "2026-05-15T05:00:00Z");
  const [member, limited, billing] = [
    await createMember(env, workspace, "team_member"),
    await createMember(env, workspace, "limited_team_member"),
    await createMember(env, workspace, "billing_administrator"),
  ];
  const all = ["Barn 2026-05-15 100", "Farm 2026-05-15 100"];
  const seenBy = async (user: TestUser) => {
    const seen = await overviewOf(workspace, user);
    return [spentOf(seen).toSorted(), seen.expenditure?.hourlyRate ?? null];
  };
  expect(await seenBy(owner)).toEqual([all, 2_000_000]);
  expect(await seenBy(member)).toEqual([all, null]);
  expect(await seenBy(limited)).toEqual([[], null]);
  await grantProject(env, workspace, farm, limited);
  expect(await seenBy(limited)).toEqual([["Farm 2026-05-15 100"], null]);
  expect(await seenBy(billing)).toEqual([all, 2_000_000]);
  const token = async (scopes: ("project.view" | "instance.view")[]) => {
    const client = await createTokenClient(env, owner, workspace, {
      scopes: ["workspace.view", ...scopes],
      projectIds: [barn],
    });
    const path = { workspace: workspace.handle };
    return (await client.call(api.workspaces.overview, { path })).data;
  };
  expect(spentOf(await token(["project.view"]))).toEqual(["Barn 2026-05-15 100"]);
  expect(await token(["instance.view"])).toMatchObject({ spend: null, expenditure: null });
});

const kindsOf = ({ attention }: Pick<Overview, "attention">) =>
  attention.map(({ kind, count, objects }: Attention) => [
    kind,
    count,
    objects.map(({ name }) => name),
  ]);

test("what needs attention: failed and slow instances, expiring tokens, open invitations, no key", async () => {
  const workspace = await createWorkspace(env, owner, "care-ws");
  const projectId = await createProject(env, workspace, owner, "Farm");
  expect((await overviewOf(workspace)).attention).toEqual([]);
  const insert = (hostname: string, status: InstanceStatus) =>
    insertInstance(env, workspace, owner, { hostname, status, projectId });
  const slow = await insert("slow", "building");
  env.clock.advance(600_000);
  await insert("fresh", "building");
  await insert("up", "active");
  expect(kindsOf(await overviewOf(workspace))).toEqual([["no_key", 1, []]]);
  env.clock.advance(1_000);
  const [first, reason] = (await overviewOf(workspace)).attention;
  expect(first).toEqual({
    kind: "instance_slow",
    count: 1,
    objects: [{ id: slow, name: "slow" }],
    at: start,
    reason: null,
  });
  expect(reason?.kind).toBe("no_key");

  for (const number of [1, 2, 3, 4]) {
    env.clock.advance(1_000);
    await insert(`failed-${number}`, "error");
  }
  await env.db.withSystemRole("reasons for a test", (tx) =>
    tx.execute(
      sql`UPDATE instance SET status_reason = 'no_capacity' WHERE workspace_id = ${workspace.id} AND status = 'error'`,
    ),
  );
  await createTokenClient(env, owner, workspace);
  const expiring = await createTokenClient(env, owner, workspace);
  const setExpiry = (id: string, days: number) =>
    env.db.withSystemRole("an expiry for a test", (tx) =>
      tx.execute(
        sql`UPDATE access_token SET expires_at = ${new Date(env.clock.now().getTime() + days * 86_400_000)} WHERE id = ${id}`,
      ),
    );
  await setExpiry(expiring.id, 14);
  await createInvite(env, workspace, { by: owner.id, email: "ada@example.org" });
  const full = await overviewOf(workspace);
  expect(kindsOf(full)).toEqual([
    ["instance_failed", 4, ["failed-1", "failed-2", "failed-3"]],
    ["instance_slow", 1, ["slow"]],
    ["token_expiring", 1, ["deploy"]],
    ["invite_open", 1, ["ada@example.org"]],
    ["no_key", 1, []],
  ]);
  expect(full.attention[0]).toMatchObject({ reason: "no_capacity", at: null });
  await env.db.withSystemRole("another reason for a test", (tx) =>
    tx.execute(
      sql`UPDATE instance SET status_reason = NULL WHERE workspace_id = ${workspace.id} AND hostname = 'failed-2'`,
    ),
  );
  expect((await overviewOf(workspace)).attention[0]?.reason).toBeNull();

  // A role sees only what its pages show it.
  const [member, limited, billing] = [
    await createMember(env, workspace, "team_member"),
    await createMember(env, workspace, "limited_team_member"),
    await createMember(env, workspace, "billing_administrator"),
  ];
  const kinds = async (user: TestUser) =>
    (await overviewOf(workspace, user)).attention.map(({ kind }) => kind);
  expect(await kinds(member)).toEqual(["instance_failed", "instance_slow", "no_key"]);
  expect(await kinds(limited)).toEqual([]);
  await grantProject(env, workspace, projectId, limited);
  expect(await kinds(limited)).toEqual(["instance_failed", "instance_slow"]);
  expect(await kinds(billing)).toEqual([]);

  // A rotated token expires on purpose, and one that has expired no longer needs attention.
  await env.db.withSystemRole("a rotation for a test", (tx) =>
    tx.execute(sql`UPDATE access_token SET rotated_at = created_at WHERE id = ${expiring.id}`),
  );
  expect(await kinds(owner)).not.toContain("token_expiring");
  env.clock.advance(168 * 3_600_000);
  expect(await kinds(await createMember(env, workspace, "administrator"))).toEqual([
    "instance_failed",
    "instance_slow",
    "no_key",
  ]);
  env.clock.set(start);
});
