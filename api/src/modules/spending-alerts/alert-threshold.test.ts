/** The alert threshold: its alerts, what it does at 100 %, and the race with an order. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { AlertAction } from "#contracts/spending-alerts.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { insertUsage } from "../../testing/billing.ts";
import {
  createOrderContext,
  getInstance,
  orderInstance,
  placeOrder,
} from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createMember } from "../../testing/users.ts";
import { alertChecksJob } from "./check-job.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
let workspaces = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
beforeEach(async () => {
  // The tenth of a month, so that a day more or less stays in it.
  const now = env.clock.now();
  const tenth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10);
  env.clock.advance(tenth - now.getTime());
  workspaces += 1;
  context = await createOrderContext(env, `alert-${workspaces}`);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const path = () => ({ workspace: context.workspace.handle });
const set = (amountCents: number, action: AlertAction = "notify", { client } = context.owner) =>
  client.call(api.spendingAlerts.setAlertThreshold, {
    path: path(),
    body: { amountCents, action },
  });
const remove = () =>
  context.owner.client.call(api.spendingAlerts.removeAlertThreshold, { path: path() });
const threshold = async () =>
  (await context.owner.client.call(api.billingHistory.summary, { path: path() })).data
    .alertThreshold;
const check = () => alertChecksJob.handle({ ...env, publicUrl: env.publicUrl }, {});
const order = (hostname: string) =>
  placeOrder(context.owner.client, { ...context, hostname: [hostname] });
/** One hour of usage before now. */
const spend = (dollars: string) => {
  const to = env.clock.now();
  const from = new Date(to.getTime() - 3_600_000);
  return insertUsage(env, context.workspace, context.owner, {
    rate: dollars,
    from: from.toISOString(),
    to: to.toISOString(),
  });
};
const mailsTo = async (email: string) => {
  await env.runDueJobs();
  return env.mail.messages().filter(({ to }) => to.includes(email));
};
const subjects = async (email = context.owner.email) =>
  (await mailsTo(email)).map(({ subject }) => subject.split(":")[0]);
const hours = (count: number) => env.clock.advance(count * 3_600_000);
async function start(hostname: string) {
  const { id } = await orderInstance(context.owner.client, { ...context, hostname: [hostname] });
  await env.advanceTime(30);
  return id;
}

test("each level is mailed once to the owner and the billing administrators", async () => {
  const administrator = await createMember(env, context.workspace, "billing_administrator");
  const member = await createMember(env, context.workspace, "administrator");
  expect((await set(10_000)).data).toEqual({
    amount: { cents: 10_000, currency: "USD" },
    action: "notify",
    passedAt: null,
    terminateAt: null,
  });
  await spend("49.99");
  await check();
  expect(await subjects()).toEqual([]);
  await spend("0.01");
  const alerts = (...levels: number[]) =>
    levels.map((level) => `${level} % of your alert threshold`);
  await Promise.all([check(), check()]);
  expect(await subjects()).toEqual(alerts(50));
  await spend("35.00");
  await check();
  await check();
  expect(await subjects()).toEqual(alerts(50, 80));
  await spend("20.00");
  await check();
  expect(await subjects()).toEqual(alerts(50, 80, 100));
  expect(await subjects(administrator.email)).toEqual(alerts(50, 80, 100));
  expect(await subjects(member.email)).toEqual([]);
  expect((await mailsTo(context.owner.email)).at(-1)?.text).toContain("US$105.00");
  expect(await threshold()).toMatchObject({ passedAt: env.clock.now().toISOString() });
  // An alert does not reject orders.
  expect((await order("still-allowed")).status).toBe(202);
});

test("an amount below the present cost takes effect at once, with one alert", async () => {
  await spend("70.00");
  expect((await set(6_000)).data.passedAt).toBe(env.clock.now().toISOString());
  await set(6_000);
  await check();
  expect(await subjects()).toEqual(["100 % of your alert threshold"]);
  await set(20_000);
  expect(await threshold()).toMatchObject({ passedAt: null });
  await set(6_000);
  expect(await subjects()).toHaveLength(2);
});

test("a new month starts without alerts, and alerts again", async () => {
  await spend("100.00");
  await set(10_000, "block_orders");
  expect((await order("blocked")).status).toBe(422);
  hours(24 * 25);
  expect(await threshold()).toMatchObject({ passedAt: null });
  expect((await order("next-month")).status).toBe(202);
  await check();
  await spend("150.00");
  await check();
  expect(await subjects()).toHaveLength(2);
});

test("orders are rejected with the numbers from the amount on, without waiting for the job", async () => {
  await set(10_000, "block_orders");
  await spend("99.99");
  expect((await order("last")).status).toBe(202);
  await spend("0.01");
  const rejected = await order("late");
  expect([rejected.status, rejected.json]).toMatchObject([
    422,
    {
      errors: {
        quantity: [{ code: "alert_threshold_reached", params: { amount: 10_000, spent: 10_000 } }],
      },
    },
  ]);
  const member = await createMember(env, context.workspace, "team_member");
  const byMember = await placeOrder(member.client, { ...context, hostname: ["member"] });
  expect(byMember.status).toBe(422);
  // The order that was accepted has checked the threshold too.
  await env.runDueJobs();
  expect((await threshold())?.passedAt).not.toBeNull();
  await remove();
  expect(await threshold()).toBeNull();
  expect((await order("free")).status).toBe(202);
});

test("orders and a threshold that is set at the same time do not overtake each other", async () => {
  await spend("50.00");
  const answers = await Promise.all([
    set(5_000, "block_orders"),
    ...[1, 2, 3].map((number) => order(`race-${number}`)),
  ]);
  const accepted = answers.filter(({ status }) => status === 202).length;
  const { instances } = await env.db.withSystemRole("a test", (tx) =>
    tx.one<{ instances: number }>(
      sql`SELECT count(*) AS instances FROM instance WHERE workspace_id = ${context.workspace.id} AND hostname LIKE 'race-%'`,
    ),
  );
  expect(instances).toBe(accepted);
  expect((await order("after")).status).toBe(422);
});

test("stop powers off active instances once; a customer may start them again", async () => {
  const id = await start("stopped-by-cap");
  await spend("100.00");
  await set(5_000, "stop");
  const [alert] = await mailsTo(context.owner.email);
  expect(alert?.text).toContain("stopped-by-cap");
  await env.advanceTime(60);
  const view = () => getInstance(context.owner.client, context.workspace, id);
  expect(await view()).toMatchObject({ status: "stopped", openCommand: null });
  const again = await context.owner.client.call(api.instances.reset, {
    path: { ...path(), instance: id },
    body: { action: "power_on" },
  });
  expect(again.status).toBe(202);
  await env.advanceTime(60);
  await check();
  await env.advanceTime(60);
  expect(await view()).toMatchObject({ status: "active" });
});

test("termination after the grace period keeps the disks, and leaves protected instances powered off", async () => {
  const [id, protectedId] = [await start("ended"), await start("protected")];
  await context.owner.client.call(api.instances.update, {
    path: { ...path(), instance: protectedId },
    body: { deleteProtection: true },
  });
  await spend("100.00");
  const { data } = await set(5_000, "terminate_after_grace");
  expect(await subjects()).toEqual(["100 % of your alert threshold"]);
  const at = new Date(env.clock.now().getTime() + 72 * 3_600_000).toISOString();
  expect(data.terminateAt).toBe(at);
  hours(71);
  await check();
  const view = (instance: string) => getInstance(context.owner.client, context.workspace, instance);
  expect((await view(id)).status).toBe("active");
  hours(1);
  await Promise.all([check(), check()]);
  await env.advanceTime(120);
  expect(await view(id)).toMatchObject({
    status: "terminated",
    undoUntil: new Date(Date.parse(at) + 30 * 86_400_000).toISOString(),
  });
  expect(await view(protectedId)).toMatchObject({ status: "stopped" });
  expect(await subjects()).toEqual([
    "100 % of your alert threshold",
    "Your alert threshold ended instances",
  ]);
  const text = (await mailsTo(context.owner.email)).at(-1)?.text ?? "";
  expect(text).toContain("ended");
  expect(text).toContain("protected");
  // The kept server is not deleted after the hours that a customer has to undo a termination.
  await env.advanceTime(90 * 3_600, 30 * 3_600);
  const path_ = { ...path(), instance: id };
  expect(
    (await context.owner.client.call(api.instanceLifecycle.restore, { path: path_ })).json,
  ).toMatchObject({ reason: "alert_threshold_passed" });
  await remove();
  expect(
    (await context.owner.client.call(api.instanceLifecycle.restore, { path: path_ })).status,
  ).toBe(202);
});

test.each([
  ["raised", () => set(50_000, "terminate_after_grace")],
  ["removed", remove],
])("a threshold that is %s in the grace period terminates nothing", async (_, change) => {
  const id = await start("kept");
  await spend("100.00");
  await set(5_000, "terminate_after_grace");
  hours(24);
  await change();
  hours(72);
  await check();
  const found = await getInstance(context.owner.client, context.workspace, id);
  expect(found.status).toBe("active");
  expect((await threshold())?.terminateAt ?? null).toBeNull();
});

test("bad input and callers without permission change nothing", async () => {
  for (const [amountCents, code] of [
    [99, "too_small"],
    [100_000_001, "too_big"],
    [12.5, "invalid_type"],
  ] as const)
    expect((await set(amountCents)).json).toMatchObject({ errors: { amountCents: [{ code }] } });
  const member = await createMember(env, context.workspace, "team_member");
  expect((await set(10_000, "stop", member)).status).toBe(403);
  expect(await threshold()).toBeNull();
  // Removing what is not there is no error.
  expect((await remove()).status).toBeLessThan(300);
});
