/** Budgets of projects: who sets them, their emails, and where they are shown. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { insertUsage } from "../../testing/billing.ts";
import { grantProject } from "../../testing/instances.ts";
import { createProject } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { budgetChecksJob } from "./check-budgets.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let project: string;
let count = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
});
beforeEach(async () => {
  env.clock.set("2027-03-10T12:00:00Z");
  count += 1;
  owner = await createUser(env, `owner-${count}@budget.test`);
  ({ workspace } = await createNewWorkspace(env, owner, "budget"));
  project = await createProject(env, workspace, owner, "Vision");
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const path = () => ({ workspace: workspace.handle, project });
const set = (amountCents: number, { client } = owner) =>
  client.call(api.projectBudgets.setBudget, { path: path(), body: { amountCents } });
const view = async ({ client } = owner) =>
  (await client.call(api.projectBudgets.budget, { path: path() })).data.budget;
const check = () => budgetChecksJob.handle({ ...env, publicUrl: env.publicUrl }, {});
/** One hour of usage before now. */
const spend = (dollars: string, projectId = project) => {
  const to = env.clock.now();
  const from = new Date(to.getTime() - 3_600_000);
  return insertUsage(env, workspace, owner, {
    rate: dollars,
    from: from.toISOString(),
    to: to.toISOString(),
    projectId,
  });
};
const mailsTo = async (email: string) => {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter(({ to, subject }) => to.includes(email) && subject.includes("budget"));
};
const subjects = async (email = owner.email) =>
  (await mailsTo(email)).map(({ subject }) => subject);

test("each level of a month is mailed once to the owner and the billing administrators, for this project's cost only", async () => {
  const billing = await createMember(env, workspace, "billing_administrator");
  const member = await createMember(env, workspace, "administrator");
  const other = await createProject(env, workspace, owner, "Other");
  expect((await set(10_000)).data).toEqual({
    amount: { cents: 10_000, currency: "USD" },
    spent: { cents: 0, currency: "USD" },
    passedAt: null,
  });
  await spend("49.99");
  await spend("90.00", other);
  await check();
  expect(await subjects()).toEqual([]);
  await spend("0.01");
  await Promise.all([check(), check(), check()]);
  await spend("35.00");
  await check();
  await check();
  await spend("20.00");
  await check();
  await check();
  const expected = [50, 80, 100].map((level) => `${level} % of the budget: Vision`);
  expect(await subjects()).toEqual(expected);
  expect(await subjects(billing.email)).toEqual(expected);
  expect(await subjects(member.email)).toEqual([]);
  expect((await mailsTo(owner.email)).at(-1)?.text).toContain("US$105.00");
  expect(await view()).toEqual({
    amount: { cents: 10_000, currency: "USD" },
    spent: { cents: 10_500, currency: "USD" },
    passedAt: env.clock.now().toISOString(),
  });
});

test("levels that are passed together are one email, and the next month begins without emails", async () => {
  await set(10_000);
  await spend("200.00");
  await check();
  expect(await subjects()).toEqual(["100 % of the budget: Vision"]);
  env.clock.set("2027-04-05T12:00:00Z");
  expect(await view()).toMatchObject({ spent: { cents: 0 }, passedAt: null });
  await check();
  expect(await subjects()).toHaveLength(1);
  await spend("60.00");
  await check();
  expect(await subjects()).toEqual(["100 % of the budget: Vision", "50 % of the budget: Vision"]);
});

test("an amount that is spent already is mailed at once, a repeated one is not mailed again", async () => {
  await spend("70.00");
  await set(6_000);
  expect(await subjects()).toHaveLength(1);
  expect((await view())?.passedAt).toBe(env.clock.now().toISOString());
  await set(6_000);
  await check();
  expect(await subjects()).toHaveLength(1);
  await set(20_000);
  expect(await view()).toMatchObject({ amount: { cents: 20_000 }, passedAt: null });
  const { client } = owner;
  expect((await client.call(api.projectBudgets.removeBudget, { path: path() })).status).toBe(204);
  expect((await client.call(api.projectBudgets.removeBudget, { path: path() })).status).toBe(204);
  expect(await view()).toBeNull();
  await spend("900.00");
  await check();
  expect(await subjects()).toHaveLength(1);
});

test("of two amounts that are set at once one stands, with at most one email each", async () => {
  await spend("70.00");
  const answers = await Promise.all([set(6_000), set(7_000)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([6_000, 7_000]).toContain((await view())?.amount.cents);
  expect((await subjects()).length).toBeLessThanOrEqual(2);
});

test("owners, administrators and billing administrators set it; who sees the project sees it with its cost", async () => {
  const [administrator, billing, member, limited, outsider] = [
    await createMember(env, workspace, "administrator"),
    await createMember(env, workspace, "billing_administrator"),
    await createMember(env, workspace, "team_member"),
    await createMember(env, workspace, "limited_team_member"),
    await createUser(env, `outsider-${count}@budget.test`),
  ];
  await grantProject(env, workspace, project, limited);
  await spend("12.00");
  const statuses: number[] = [];
  for (const user of [administrator, billing, member, limited, outsider])
    statuses.push((await set(10_000 + statuses.length, user)).status);
  expect(statuses).toEqual([200, 200, 403, 403, 403]);
  for (const user of [administrator, member, limited])
    expect(await view(user)).toMatchObject({ amount: { cents: 10_001 }, spent: { cents: 1_200 } });
  for (const user of [billing, outsider])
    expect((await user.client.call(api.projectBudgets.budget, { path: path() })).status).toBe(403);
});

test("rejects amounts out of range and projects of another workspace", async () => {
  expect((await set(99)).fields).toEqual({ amountCents: "too_small" });
  expect((await set(100_000_001)).fields).toEqual({ amountCents: "too_big" });
  expect((await set(100.5)).status).toBe(422);
  const stranger = await createUser(env, `stranger-${count}@budget.test`);
  const { workspace: foreign } = await createNewWorkspace(env, stranger, "budget");
  const answer = await stranger.client.call(api.projectBudgets.setBudget, {
    path: { workspace: foreign.handle, project },
    body: { amountCents: 10_000 },
  });
  expect(answer.status).toBe(404);
});

test("the usage by project has the budgets, and a deleted project takes its budget along", async () => {
  await set(10_000);
  await spend("25.00");
  const usage = async (groupBy: "project" | "product") =>
    (
      await owner.client.call(api.billingUsage.usage, {
        path: { workspace: workspace.handle },
        query: { groupBy },
      })
    ).data.groups;
  expect(await usage("project")).toMatchObject([
    { name: "Vision", budget: { amount: { cents: 10_000 }, spent: { cents: 2_500 } } },
  ]);
  expect((await usage("product")).map(({ budget }) => budget)).toEqual([null]);
  const removed = await owner.client.call(api.projects.remove, { path: path(), query: {} });
  expect(removed.status).toBe(204);
  await check();
  expect((await usage("project")).map(({ budget }) => budget)).toEqual([null]);
  const { data } = await owner.client.call(api.activity.ofWorkspace, {
    path: { workspace: workspace.handle },
    query: {},
  });
  expect(data.data.map(({ action }) => action)).toContain("projects.setBudget");
});
