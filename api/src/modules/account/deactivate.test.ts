import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { fromUniqueIp, validPassword } from "../../testing/accounts.ts";
import { insertInstance } from "../../testing/instances.ts";
import {
  addMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { issueTestInvoice, payTestInvoice } from "../../testing/issued-invoices.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
checkLedgerAfterEach(() => env);
afterAll(() => env.stop());

const leave = ({ client }: TestUser, deactivateMessage?: string) =>
  client.call(api.account.deactivate, {
    body: deactivateMessage === undefined ? {} : { deactivateMessage },
  });
const blockersOf = async ({ client }: TestUser) =>
  (await client.call(api.account.blockers, {})).data.blockers;

test("C23: deactivation ends all sessions, cannot be undone by the user, and is confirmed by email", async () => {
  const passwordHash = await env.passwords.hash(validPassword);
  const user = await createUser(env, "leaver@example.org", { passwordHash });
  const other = await signIn(env, user.id);
  await createWorkspace(env, user, "left-alone");
  expect(await blockersOf(user)).toEqual([]);
  expect((await leave(user, "Too far north")).status).toBe(204);
  expect(user.client.cookies.has("sid")).toBe(false);
  expect((await other.call(api.auth.self, {})).status).toBe(401);
  const rejected = await env
    .createClient()
    .call(
      api.auth.login,
      { body: { email: "leaver@example.org", password: validPassword } },
      fromUniqueIp(),
    );
  expect([rejected.status, rejected.code]).toEqual([401, "account_decativated"]);
  const row = await env.db.withSystemRole("a test", (tx) =>
    tx.one<object>(sql`SELECT status, deactivate_message FROM user_account WHERE id = ${user.id}`),
  );
  expect(row).toEqual({ status: "deactivated", deactivate_message: "Too far north" });
  await env
    .createClient()
    .call(api.auth.requestReset, { body: { email: "leaver@example.org" } }, fromUniqueIp());
  await env.runDueJobs();
  const emails = env.mail.messages().filter((email) => email.to.includes("leaver@example.org"));
  expect(emails.map((email) => email.subject)).toEqual(["Your account has been deactivated"]);
});

test("C50: an owner of a workspace with members or instances cannot deactivate and gets the blockers", async () => {
  const owner = await createUser(env, "owner@example.org");
  const member = await createUser(env, "member@example.org");
  const workspace = await createWorkspace(env, owner, "with-members");
  await addMember(env, workspace, member, "administrator");
  const instances = await createWorkspace(env, owner, "with-instances");
  await insertInstance(env, instances, owner, { hostname: "still-on" });
  expect(await blockersOf(owner)).toEqual([
    {
      kind: "running_instances",
      workspace: { handle: "with-instances", name: "with-instances" },
      count: 1,
    },
    {
      kind: "owned_workspace",
      workspace: { handle: "with-members", name: "with-members" },
      count: 1,
    },
  ]);
  const rejected = await leave(owner);
  expect([rejected.status, rejected.code]).toEqual([400, "cannot_expire_only_admin"]);
  expect((await owner.client.call(api.auth.self, {})).status).toBe(200);
  expect((await leave(member)).status).toBe(204);
});

test("an owner with an unpaid invoice cannot deactivate until it is paid", async () => {
  const owner = await createUser(env, "debtor@example.org");
  const workspace = await createWorkspace(env, owner, "with-debts");
  const now = env.clock.now();
  const id = await env.db.withSystemRole("an invoice for a test", (tx) =>
    issueTestInvoice(tx, { workspaceId: workspace.id, cents: 500, dueAt: now }, now),
  );
  expect(await blockersOf(owner)).toEqual([
    { kind: "unpaid_invoices", workspace: { handle: "with-debts", name: "with-debts" }, count: 1 },
  ]);
  expect((await leave(owner)).status).toBe(400);
  await env.db.withSystemRole("a payment for a test", (tx) =>
    payTestInvoice(tx, { workspaceId: workspace.id, id, cents: 500 }, now),
  );
  expect(await blockersOf(owner)).toEqual([]);
  expect((await leave(owner)).status).toBe(204);
});

test("keeps the last Admin; of two who deactivate concurrently one succeeds", async () => {
  const admin = (email: string) => createUser(env, email, { staffRole: "Admin" });
  const [one, two] = [await admin("one@boreal.test"), await admin("two@boreal.test")];
  expect(await blockersOf(one)).toEqual([]);
  const responses = await Promise.all([leave(one), leave(two)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 400]);
  const left = responses[0]?.status === 204 ? two : one;
  expect(await blockersOf(left)).toEqual([{ kind: "only_admin", workspace: null, count: 0 }]);
  expect((await leave(left)).code).toBe("cannot_expire_only_admin");
});

test("requires recent reauthentication", async () => {
  const user = await createUser(env, "hijacked@example.org");
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE session SET reauthenticated_at = NULL WHERE user_id = ${user.id}`),
  );
  const rejected = await leave(user);
  expect([rejected.status, rejected.code]).toEqual([403, "confirmation_required"]);
});
