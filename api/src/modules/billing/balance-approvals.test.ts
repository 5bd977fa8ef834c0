/** Money that staff add to a balance: at once up to an amount in 24 hours, and with the approval of another person above it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { openBilling } from "../../testing/open-billing.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, reauthenticate, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
let second: TestUser;
const start = "2026-02-02T00:00:00Z";
beforeAll(async () => {
  env = await startTestEnvironment({ start });
  owner = await createUser(env, "owner@approvals.test");
  staff = await createUser(env, "staff@approvals.test", { staffRole: "BusinessAdmin" });
  second = await createUser(env, "second@approvals.test", { staffRole: "BusinessAdmin" });
});
beforeEach(async () => {
  env.clock.set(start);
  for (const user of [staff, second]) await reauthenticate(env, user);
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const open = () => openBilling(env, { owner, staff, country: "US" });
const approve = (by: TestUser, balanceApproval: string) =>
  by.client.call(api.balanceApprovals.approve, { path: { balanceApproval } });
const reject = (by: TestUser, balanceApproval: string) =>
  by.client.call(api.balanceApprovals.reject, {
    path: { balanceApproval },
    body: { note: "Not agreed" },
  });
const balanceOf = async (by: TestUser, adminWorkspace: string) =>
  (await by.client.call(api.adminBilling.balance, { path: { adminWorkspace } })).data;
const pending = async (workspaceId: string, status?: string) =>
  (
    await second.client.call(api.balanceApprovals.list, {
      query: { workspaceId, ...(status !== undefined && { status }) },
    })
  ).data.data;

test("US$500 is added at once, and a cent more waits for another person", async () => {
  const { workspace, add, balance } = await open();
  const most = await add(50_000);
  expect(most.data).toMatchObject({ balance: { cents: 50_000 }, approval: null });
  const other = await open();
  const { status, data } = await other.add(50_001);
  expect([status, data.balance.cents, data.approval?.status]).toEqual([200, 0, "pending"]);
  expect((await balance()).cash.cents).toBe(50_000);
  expect((await pending(workspace.id)).length).toBe(0);
  const approval = (await pending(other.workspace.id))[0];
  expect(approval).toMatchObject({
    amount: { cents: 50_001 },
    reason: "Test",
    createdBy: { id: staff.id },
    workspace: { id: other.workspace.id },
  });
});

test("parts of a sum count together for 24 hours, also when they are sent at once", async () => {
  const { workspace, add, balance } = await open();
  const results = await Promise.all([add(30_000), add(30_000), add(20_000, "bank")]);
  const added = results.filter(({ data }) => data.approval === null);
  expect(added.length).toBeLessThan(3);
  const { withoutApproval, cash } = await balanceOf(staff, workspace.id);
  expect(withoutApproval.cents).toBe(50_000 - cash.cents);
  expect((await balance()).cash.cents).toBeLessThanOrEqual(50_000);
  // Another person has an amount of their own, and a day later it counts anew.
  expect((await balanceOf(second, workspace.id)).withoutApproval.cents).toBe(50_000);
  env.clock.advance(86_400_000);
  expect((await balanceOf(staff, workspace.id)).withoutApproval.cents).toBe(50_000);
});

test("only another person approves, once, and the balance then pays open invoices", async () => {
  const { workspace, add, create, balance, history } = await open();
  await create(40_000);
  const id = (await add(100_000)).data.approval?.id ?? "";
  const own = await approve(staff, id);
  expect([own.status, own.json]).toMatchObject([409, { reason: "approver_asked_for_it" }]);
  const results = await Promise.all([approve(second, id), approve(second, id), reject(second, id)]);
  const won = results.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const lost of results.filter(({ status }) => status !== 200))
    expect([lost.status, lost.json]).toMatchObject([409, { reason: "approval_is_answered" }]);
  const isApproved = won[0]?.data.status === "approved";
  expect(await balance()).toMatchObject({ cash: { cents: isApproved ? 60_000 : 0 } });
  // What was approved doesn't use up what the person may add alone.
  expect((await balanceOf(staff, workspace.id)).withoutApproval.cents).toBe(50_000);
  expect((await history()).filter(({ type }) => type === "manual_credit").length).toBe(
    isApproved ? 1 : 0,
  );
  expect(await pending(workspace.id)).toEqual([]);
});

test("a rejected amount is not added, and its note is kept; the person may take their own back", async () => {
  const { workspace, add, balance } = await open();
  const first = (await add(60_000)).data.approval?.id ?? "";
  const rejected = await reject(second, first);
  expect(rejected.data).toMatchObject({
    status: "rejected",
    note: "Not agreed",
    answeredBy: { id: second.id },
  });
  const own = (await add(60_000)).data.approval?.id ?? "";
  expect((await reject(staff, own)).data.status).toBe("rejected");
  expect((await approve(second, own)).status).toBe(409);
  expect((await balance()).cash.cents).toBe(0);
  expect((await pending(workspace.id, "rejected")).length).toBe(2);
});

test("a request names a note, an id that exists, and is hidden from customers", async () => {
  const { workspace, path, add } = await open();
  const id = (await add(60_000)).data.approval?.id ?? "";
  const empty = await second.client.call(api.balanceApprovals.reject, {
    path: { balanceApproval: id },
    body: { note: "" },
  });
  expect([empty.status, empty.fields]).toEqual([422, { note: "required" }]);
  expect((await approve(second, "nothing")).status).toBe(404);
  expect((await approve(owner, id)).status).toBe(403);
  const { data } = await owner.client.call(api.activity.ofWorkspace, { path, query: {} });
  expect(data.data.map(({ action }) => action)).not.toContain("adminBilling.addBalance");
  await approve(second, id);
  const after = await owner.client.call(api.activity.ofWorkspace, { path, query: {} });
  expect(after.data.data.map(({ action }) => action)).toContain("balanceApprovals.approve");
  expect((await balanceOf(staff, workspace.id)).balance.cents).toBe(60_000);
});
