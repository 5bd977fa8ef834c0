/** Every event is recorded where its cause happens, and carries the object in the shape of the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  documentEventTypes,
  instanceEventTypes,
  memberEventTypes,
  movementEventTypes,
} from "#contracts/webhook-event-types.ts";
import { webhookEventData } from "#contracts/webhook-events.ts";
import { sql } from "../../core/db/db.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import {
  insertJanuaryUsage,
  insertUsage,
  january,
  setBillingCountry,
} from "../../testing/billing.ts";
import { createPayer } from "../../testing/card-payments.ts";
import { insertInstance } from "../../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  signIn,
  type TestUser,
} from "../../testing/users.ts";
import { createWebhook, WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { createDrafts, issueMonth } from "../billing/close-month.ts";
import { webhookBalanceJob } from "./balance-low.ts";

let env: TestEnvironment;
let owner: TestUser;
let staff: TestUser;
let receiver: WebhookReceiver;
const start = "2026-02-02T00:00:00Z";
beforeAll(async () => {
  env = await startTestEnvironment({ start, payments: true });
  owner = await createUser(env, "owner@northwind.test");
  staff = await createUser(env, "staff@boreal.test", { staffRole: "BusinessAdmin" });
  receiver = await WebhookReceiver.start();
});
checkLedgerAfterEach(() => env);
afterAll(async () => {
  await receiver.stop();
  await env.stop();
});

const asSystem = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test", (tx) => tx.execute(query));

/** What was sent since the last call, after a check of its shape. */
async function takeSent() {
  await env.runDueJobs();
  const messages = receiver.received.map(({ message }) => message);
  receiver.reset();
  // Unknown fields would be left out by the shape.
  for (const { type, data } of messages) expect(webhookEventData(type).parse(data)).toEqual(data);
  return messages.map(({ type, data }) => [type, data] as const);
}
const typesOf = async () => (await takeSent()).map(([type]) => type);

test("members: who joins, changes the role, leaves, and becomes the owner", async () => {
  const { workspace, path } = await createNewWorkspace(env, owner, "members");
  await createWebhook(env, owner, path, { url: receiver.url(), eventTypes: [...memberEventTypes] });
  const member = await createMember(env, workspace, "team_member");
  const [[joined, data] = []] = await takeSent();
  expect([joined, data]).toMatchObject([
    "member.joined",
    { id: member.id, email: member.email, role: "team_member" },
  ]);
  const client = await signIn(env, owner.id);
  const membership = { ...path, member: member.id };
  const setRole = () =>
    client.call(api.members.setRole, { path: membership, body: { roleId: "administrator" } });
  env.clock.advance(60_000);
  expect((await setRole()).status).toBe(200);
  await env.runDueJobs();
  expect(receiver.received[0]?.message.timestamp).toBe(env.clock.now().toISOString());
  expect(await takeSent()).toMatchObject([["member.role_changed", { role: "administrator" }]]);
  // The same role again is no change.
  await setRole();
  expect(await typesOf()).toEqual([]);
  expect((await client.call(api.members.remove, { path: membership })).status).toBe(204);
  expect(await takeSent()).toMatchObject([["member.left", { id: member.id }]]);
});

test("instances: one event per status that changed, in a statement about many", async () => {
  const { workspace, path } = await createNewWorkspace(env, owner, "instances");
  await createWebhook(env, owner, path, {
    url: receiver.url(),
    eventTypes: [...instanceEventTypes],
  });
  for (const hostname of ["web-1", "web-2"])
    await insertInstance(env, workspace, owner, { hostname, status: "pending" });
  expect(await typesOf()).toEqual(["instance.created", "instance.created"]);
  for (const status of [
    "building",
    "active",
    "rebooting",
    "active",
    "stopped",
    "suspended",
    "error",
    "terminated",
  ])
    await asSystem(
      sql`UPDATE instance SET status = ${status}, updated_at = ${env.clock.now()} WHERE workspace_id = ${workspace.id}`,
    );
  // A change of another column is no event.
  await asSystem(
    sql`UPDATE instance SET display_name = 'Web' WHERE workspace_id = ${workspace.id}`,
  );
  const types = ["active", "active", "stopped", "suspended", "failed", "terminated"];
  expect(await typesOf()).toEqual(
    types.flatMap((type) => [`instance.${type}`, `instance.${type}`]),
  );
});

test("invoices: issued, overdue, paid and reversed, with the credit note", async () => {
  env.clock.set(start);
  const { workspace, path } = await createNewWorkspace(env, owner, "invoices");
  await setBillingCountry(env, workspace.id);
  await createWebhook(env, owner, path, {
    url: receiver.url(),
    eventTypes: [...documentEventTypes, "balance.credited"],
  });
  await insertJanuaryUsage(env, workspace, owner, 1_234);
  await createDrafts(env.db, january, env.clock.now());
  expect(await typesOf()).toEqual([]);
  await issueMonth(env.db, january, env.clock.now());
  const [[issued, document] = []] = await takeSent();
  expect([issued, document]).toMatchObject([
    "invoice.issued",
    { kind: "invoice", total: { cents: 1_234 }, outstanding: { cents: 1_234 } },
  ]);
  const client = await signIn(env, staff.id);
  const credited = await client.call(api.adminBilling.addBalance, {
    path: { adminWorkspace: workspace.id },
    body: { amountCents: 2_000, reason: "Goodwill" },
  });
  expect(credited.status).toBeLessThan(300);
  const paid = await takeSent();
  expect(new Map(paid)).toMatchObject(
    new Map([
      ["balance.credited", { type: "manual_credit", amount: { cents: 2_000 }, createdBy: null }],
      ["invoice.paid", { status: "paid", outstanding: { cents: 0 } }],
    ]),
  );
  const { data } = await owner.client.call(api.billingInvoices.invoices, { path });
  const reversed = await client.call(api.adminBilling.reverse, {
    path: { invoice: data.data[0]?.id ?? "" },
    body: { reason: "Wrong" },
  });
  expect(reversed.status).toBeLessThan(300);
  expect((await typesOf()).toSorted()).toEqual(["credit_note.issued", "invoice.reversed"]);
});

test("balance: a top-up once, however often its result is reported", async () => {
  env.clock.set(start);
  const payer = await createPayer(env, "payer");
  await createWebhook(env, payer.owner, payer.path, {
    url: receiver.url(),
    eventTypes: [...movementEventTypes],
  });
  await payer.saveCard("4242424242424242");
  const started = (await payer.startPayment({ amountCents: 2_500 })).data;
  await payer.browser.confirm(started.clientSecret, started.cardId ?? "");
  await payer.check(started.paymentId ?? "");
  expect(await typesOf()).toEqual(["balance.topped_up"]);
  const entries = await payer.owner.client.call(api.billingHistory.history, { path: payer.path });
  expect(entries.data.data).toMatchObject([{ type: "top_up", status: "succeeded" }]);
  expect(await typesOf()).toEqual([]);
});

test("a low balance is told once, and again after it has recovered", async () => {
  env.clock.set(start);
  const { workspace, path } = await createNewWorkspace(env, owner, "low");
  await createWebhook(env, owner, path, { url: receiver.url(), eventTypes: ["balance.low"] });
  const check = async () => {
    await webhookBalanceJob.handle(env, {});
    return takeSent();
  };
  const addBalance = async (amountCents: number) =>
    (await signIn(env, staff.id)).call(api.adminBilling.addBalance, {
      path: { adminWorkspace: workspace.id },
      body: { amountCents, reason: "Test" },
    });
  // Nothing is used, so nothing is low.
  expect(await check()).toEqual([]);
  await addBalance(4_800);
  await insertUsage(env, workspace, owner, { rate: "1.00", from: start, to: null });
  expect(await check()).toEqual([]);
  env.clock.set("2026-02-03T01:00:00Z");
  expect(await check()).toMatchObject([["balance.low", { hourlyRate: 1_000_000 }]]);
  expect(await check()).toEqual([]);
  await addBalance(10_000);
  expect(await check()).toEqual([]);
  env.clock.set("2026-02-07T12:00:00Z");
  expect((await check()).map(([type]) => type)).toEqual(["balance.low"]);
});
