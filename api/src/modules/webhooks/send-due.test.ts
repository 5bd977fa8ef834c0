/** Deliveries: written with their cause, signed, retried, replayed, and never held up by a slow receiver. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { webhookRetrySeconds } from "#contracts/webhook-endpoints.ts";
import { sql } from "../../core/db/db.ts";
import { insertInstance } from "../../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  signIn,
  type TestUser,
} from "../../testing/users.ts";
import { createWebhook, isSignedWith, WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { webhookDueJob, webhookSendingJob } from "./send-due.ts";
import { createWebhookNetwork } from "./webhook-network.ts";

let env: TestEnvironment;
let owner: TestUser;
let receiver: WebhookReceiver;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.reset());
afterAll(async () => {
  await receiver.stop();
  await env.stop();
});

const calls = api.webhookEndpoints;
const sendDeps = () => ({ ...env, webhookNetwork: createWebhookNetwork(true) });
const asSystem = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test", (tx) => tx.execute(query));

async function open(options: { path?: string } = {}) {
  const { workspace, path } = await createNewWorkspace(env, owner, "sent");
  const { id, secret } = await createWebhook(env, owner, path, {
    url: receiver.url(options.path),
    eventTypes: ["instance.created", "instance.active", "instance.stopped"],
  });
  const endpoint = { ...path, webhookEndpoint: id };
  let count = 0;
  return {
    workspace,
    path,
    endpoint,
    id,
    secret,
    /** Inserts a pending instance, which is an event. */
    insertInstance: () => {
      count += 1;
      return insertInstance(env, workspace, owner, { hostname: `web-${count}`, status: "pending" });
    },
    view: async () => (await owner.client.call(calls.view, { path: endpoint })).data,
    deliveries: async (query: object = {}) =>
      (await owner.client.call(calls.deliveries, { path: endpoint, query })).data.data,
    delivery: async (webhookDelivery: string) =>
      (await owner.client.call(calls.delivery, { path: { ...path, webhookDelivery } })).data,
    replay: async (webhookDelivery: string) =>
      owner.client.call(calls.replay, { path: { ...path, webhookDelivery } }),
  };
}

/** Moves time in one step and runs the recurring job, which sends what is due. */
async function skip(seconds: number) {
  env.clock.advance(seconds * 1_000);
  await webhookDueJob.handle(sendDeps(), {});
  await env.runDueJobs();
}

test("an event is sent once, signed, with the object as the API returns it", async () => {
  const { insertInstance: insert, secret, deliveries, delivery, view, path } = await open();
  const instance = await insert();
  await env.runDueJobs();
  const [received, ...others] = receiver.received;
  expect(others).toEqual([]);
  if (received === undefined) throw new Error("Nothing was received");
  expect(isSignedWith(secret, received)).toBe(true);
  expect(received.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-timestamp": String(Math.floor(env.clock.now().getTime() / 1_000)),
  });
  const shown = await owner.client.call(api.instances.view, { path: { ...path, instance } });
  expect(received.message).toEqual({
    type: "instance.created",
    timestamp: env.clock.now().toISOString(),
    data: shown.data,
  });
  const [row] = await deliveries();
  expect(row).toMatchObject({
    eventId: received.headers["webhook-id"],
    status: "succeeded",
    attempts: 1,
    responseStatus: 204,
    error: null,
    nextAttemptAt: null,
  });
  expect(await delivery(row?.id ?? "")).toMatchObject({
    payload: received.body,
    history: [{ number: 1, responseStatus: 204, responseBody: "", error: null }],
  });
  expect((await view()).lastDelivery).toMatchObject({ succeeded: true, responseStatus: 204 });
});

test("what was rolled back is not sent, and what nobody wants is not recorded", async () => {
  const { workspace, deliveries } = await open();
  const failing = env.db.withSystemRole("a test", async (tx) => {
    await tx.execute(sql`INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, created_by, created_at)
      SELECT gen_random_uuid(), ${workspace.id}, id, 'team_member', id, ${env.clock.now()} FROM user_account LIMIT 0`);
    await tx.execute(
      sql`SELECT record_webhook_events(ARRAY[${workspace.id}]::uuid[], ARRAY['instance.active'], ARRAY[${workspace.id}]::uuid[], ARRAY[${env.clock.now()}]::timestamptz[])`,
    );
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  // This endpoint has not chosen events of members.
  await createMember(env, workspace, "team_member");
  await env.runDueJobs();
  expect([await deliveries(), receiver.received]).toEqual([[], []]);
});

test("events of an endpoint arrive one at a time and in their order", async () => {
  const { insertInstance: insert } = await open();
  const ids = [await insert(), await insert(), await insert()];
  const atOnce: number[] = [];
  let running = 0;
  receiver.answer = (response) => {
    running += 1;
    atOnce.push(running);
    setImmediate(() => {
      running -= 1;
      response.writeHead(200).end();
    });
  };
  await env.runDueJobs();
  expect(atOnce).toEqual([1, 1, 1]);
  const sent = receiver.received.map(({ message }) => message.data);
  expect(sent).toMatchObject(ids.map((id) => ({ id })));
});

test("a failure is retried with the same id and body, and the next event does not wait for it", async () => {
  const { insertInstance: insert, deliveries, delivery, view } = await open();
  receiver.respondWith(503, "later");
  await insert();
  await env.runDueJobs();
  const failingSince = env.clock.now().toISOString();
  const [row] = await deliveries();
  const retryAt = new Date(env.clock.now().getTime() + 5_000).toISOString();
  expect(row).toMatchObject({
    status: "pending",
    attempts: 1,
    error: "response_status",
    nextAttemptAt: retryAt,
  });
  expect(await view()).toMatchObject({ failingSince, status: "enabled" });
  receiver.answer = (response) => void response.writeHead(200).end("ok");
  await insert();
  await env.runDueJobs();
  await skip(25);
  const [first, second, retried] = receiver.received;
  expect(second?.headers["webhook-id"]).not.toBe(first?.headers["webhook-id"]);
  expect(retried?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(retried?.body).toBe(first?.body);
  expect(await delivery(row?.id ?? "")).toMatchObject({
    status: "succeeded",
    attempts: 2,
    history: [
      { number: 1, responseStatus: 503, responseBody: "later", error: "response_status" },
      { number: 2, responseStatus: 200, responseBody: "ok", error: null },
    ],
  });
  expect((await view()).failingSince).toBeNull();
});

test("after three days of failures the endpoint is disabled, with a mail to owner and creator", async () => {
  const { workspace, path } = await createNewWorkspace(env, owner, "dead");
  const admin = await createMember(env, workspace, "administrator");
  const { id } = await createWebhook(env, admin, path, {
    url: receiver.url(),
    eventTypes: ["instance.created"],
    name: "Deploy hook",
  });
  receiver.respondWith(500);
  const started = env.clock.now().getTime();
  await insertInstance(env, workspace, owner, { hostname: "web-1", status: "pending" });
  await env.runDueJobs();
  for (const seconds of webhookRetrySeconds) await skip(seconds + 20);
  expect(receiver.received).toHaveLength(webhookRetrySeconds.length + 1);
  const days = (env.clock.now().getTime() - started) / 86_400_000;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.3);
  const webhookEndpoint = { ...path, webhookEndpoint: id };
  const client = await signIn(env, owner.id);
  const shown = await client.call(calls.view, { path: webhookEndpoint });
  expect(shown.data).toMatchObject({ status: "disabled", disabledReason: "failures" });
  const mails = env.mail.messages().filter(({ subject }) => subject.includes("Deploy hook"));
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual([admin.email, owner.email].toSorted());
  const list = await client.call(calls.deliveries, { path: webhookEndpoint });
  expect(list.data.data).toMatchObject([{ status: "failed", attempts: 10, nextAttemptAt: null }]);
  // Nothing is recorded for a disabled endpoint, and it can't be tried before it is enabled.
  await insertInstance(env, workspace, owner, { hostname: "web-2", status: "pending" });
  expect((await client.call(calls.test, { path: webhookEndpoint })).status).toBe(409);
  await env.runDueJobs();
  expect((await client.call(calls.deliveries, { path: webhookEndpoint })).data.data).toHaveLength(
    1,
  );
});

test("a receiver that responds with 410 is disabled at once, and what waits is not sent", async () => {
  const { insertInstance: insert, view, deliveries } = await open();
  receiver.respondWith(410);
  await insert();
  await insert();
  await env.runDueJobs();
  expect(receiver.received).toHaveLength(1);
  expect(await view()).toMatchObject({ status: "disabled", disabledReason: "gone" });
  expect((await deliveries()).map(({ status, error }) => [status, error])).toEqual([
    ["failed", "disabled"],
    ["failed", "disabled"],
  ]);
});

test("during the overlap of a rotation both secrets verify; afterwards the new one only", async () => {
  const { insertInstance: insert, endpoint, secret } = await open();
  const client = await signIn(env, owner.id);
  const rotated = await client.call(calls.rotateSecret, {
    path: endpoint,
    body: { overlapHours: 1 },
  });
  await insert();
  await env.runDueJobs();
  env.clock.advance(3_600_000);
  await insert();
  await env.runDueJobs();
  const verified = receiver.received.map((one) => [
    isSignedWith(secret, one),
    isSignedWith(rotated.data.secret, one),
  ]);
  expect(verified).toEqual([
    [true, true],
    [false, true],
  ]);
});

test("a replay sends the same event again, once", async () => {
  const { insertInstance: insert, deliveries, replay } = await open();
  await insert();
  await env.runDueJobs();
  const [row] = await deliveries();
  env.clock.advance(1_000);
  const answers = await Promise.all([replay(row?.id ?? ""), replay(row?.id ?? "")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  await env.runDueJobs();
  const [first, second] = receiver.received;
  expect([second?.headers["webhook-id"], second?.body]).toEqual([
    first?.headers["webhook-id"],
    first?.body,
  ]);
  expect(receiver.received).toHaveLength(2);
  const [replayed] = await deliveries();
  expect(replayed).toMatchObject({
    replayedBy: { id: owner.id },
    status: "succeeded",
    attempts: 1,
  });
});

test("a test event is sent to the endpoint alone, whatever it has chosen", async () => {
  const { endpoint, path } = await open();
  await createWebhook(env, owner, path, {
    url: receiver.url("/other"),
    eventTypes: ["member.left"],
  });
  const sent = await owner.client.call(calls.test, { path: endpoint });
  expect(sent.status).toBe(202);
  await env.runDueJobs();
  expect(receiver.received).toMatchObject([
    {
      path: "/hook",
      message: { type: "webhook.test", data: { message: "Test of the webhook Test" } },
    },
  ]);
});

test("receivers that never respond hold up neither others nor other jobs", async () => {
  const slow = [];
  for (let count = 0; count < 20; count += 1) slow.push(await open({ path: `/slow/${count}` }));
  const fast = await open({ path: "/fast" });
  const held: (() => void)[] = [];
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  receiver.answer = (response, { path }) => {
    if (path === "/fast") arrive();
    if (path === "/fast") response.writeHead(200).end();
    else held.push(() => response.writeHead(200).end());
  };
  for (const { insertInstance: insert } of slow) await insert();
  const sending = env.runDueJobs();
  // Written while the others are being sent: the running job takes it up.
  await fast.insertInstance();
  await arrived;
  const received = receiver.received.length;
  for (const respond of held) respond();
  receiver.answer = (response) => void response.writeHead(200).end();
  await sending;
  expect(received).toBeLessThanOrEqual(21);
  expect((await fast.deliveries()).map(({ status }) => status)).toEqual(["succeeded"]);
  for (const { deliveries } of slow)
    expect((await deliveries()).map(({ status }) => status)).toEqual(["succeeded"]);
});

test("two workers send each event once; a claim that a dead worker left ends after a minute", async () => {
  const { insertInstance: insert, id, deliveries } = await open();
  for (let count = 0; count < 8; count += 1) await insert();
  await Promise.all([1, 2, 3].map(() => webhookSendingJob.handle(sendDeps(), {})));
  expect(receiver.received).toHaveLength(8);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(8);
  await insert();
  const until = new Date(env.clock.now().getTime() + 60_000);
  await asSystem(sql`UPDATE webhook_endpoint SET sending_until = ${until} WHERE id = ${id}`);
  await env.runDueJobs();
  expect(receiver.received).toHaveLength(8);
  await skip(61);
  expect(receiver.received).toHaveLength(9);
  expect(await deliveries({ status: "pending" })).toEqual([]);
});

test("deliveries can be filtered, and are deleted with their events after 30 days", async () => {
  const { insertInstance: insert, endpoint, deliveries } = await open();
  await insert();
  await owner.client.call(calls.test, { path: endpoint });
  await env.runDueJobs();
  expect(await deliveries({ type: "webhook.test" })).toHaveLength(1);
  expect(await deliveries({ status: "failed,pending" })).toEqual([]);
  expect(await deliveries()).toHaveLength(2);
  await skip(30 * 86_400 + 60);
  const client = await signIn(env, owner.id);
  expect((await client.call(calls.deliveries, { path: endpoint })).data.data).toEqual([]);
});
