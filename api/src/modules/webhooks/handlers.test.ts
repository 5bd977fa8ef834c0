/** Webhook endpoints: what is accepted, who may see and change them, and secrets that are shown once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { EndpointInput } from "#contracts/endpoint.ts";
import { maxWebhookEndpoints } from "#contracts/webhook-endpoints.ts";
import { sql } from "../../core/db/db.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { createNewWorkspace, createUser, signIn, type TestUser } from "../../testing/users.ts";
import { createWebhookNetwork } from "./webhook-network.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  // As in production: only public addresses.
  env = await startTestEnvironment({ webhookNetwork: createWebhookNetwork(false) });
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

const calls = api.webhookEndpoints;
const valid = {
  name: "Deploy hook",
  url: "https://hooks.example.org/boreal?key=1",
  eventTypes: ["instance.active" as const, "instance.created" as const],
};
type Body = Partial<EndpointInput<typeof calls.create>["body"]>;

/** A new workspace for each test. */
async function open() {
  const { workspace, path } = await createNewWorkspace(env, owner, "hooks");
  const create = async (body: Body = {}) =>
    (await signIn(env, owner.id)).call(calls.create, { path, body: { ...valid, ...body } });
  return {
    workspace,
    path,
    create,
    /** Path of a new endpoint. */
    createPath: async (body: Body = {}) => ({
      ...path,
      webhookEndpoint: (await create(body)).data.webhookEndpoint.id,
    }),
    list: async () => (await owner.client.call(calls.list, { path })).data.data,
    newestActivity: async () =>
      (await owner.client.call(api.activity.ofWorkspace, { path })).data.data[0],
  };
}

test("the secret is shown once: no other response, row or audit event has it", async () => {
  const { create, list, path, newestActivity } = await open();
  const { status, headers, data } = await create();
  expect([status, headers.get("cache-control")]).toEqual([201, "no-store"]);
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(data.webhookEndpoint).toMatchObject({
    ...valid,
    // In the order of the documentation.
    eventTypes: ["instance.created", "instance.active"],
    status: "enabled",
    failingSince: null,
    lastDelivery: null,
    createdBy: { id: owner.id, name: owner.name },
  });
  expect(await list()).toEqual([data.webhookEndpoint]);
  const webhookEndpoint = data.webhookEndpoint.id;
  const viewed = await owner.client.call(calls.view, { path: { ...path, webhookEndpoint } });
  expect(viewed.data).toEqual(data.webhookEndpoint);
  expect(await newestActivity()).toMatchObject({
    action: "webhookEndpoints.create",
    target: { type: "webhook_endpoint", id: webhookEndpoint, name: valid.name },
  });
  const plain = data.secret.slice("whsec_".length);
  const rows = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ row: string }>(sql`
      SELECT e::text || encode(e.secret, 'escape') || encode(e.secret, 'base64') AS row FROM webhook_endpoint e
      UNION ALL SELECT a::text FROM audit_event a`),
  );
  for (const { row } of rows) expect(row).not.toContain(plain);
});

test.each([
  ["http", "http://hooks.example.org/", "webhook_url"],
  ["another scheme", "ftp://hooks.example.org/", "webhook_url"],
  ["no URL", "hooks.example.org", "webhook_url"],
  ["a user name", "https://user@hooks.example.org/", "webhook_url"],
  ["a password", "https://user:secret@hooks.example.org/", "webhook_url"],
  ["a fragment", "https://hooks.example.org/#a", "webhook_url"],
  ["another port", "https://hooks.example.org:22/", "webhook_port"],
  ["the local host", "https://localhost/", "webhook_host"],
  ["a name without a dot", "https://database/", "webhook_host"],
  ["an internal name", "https://metadata.google.internal/", "webhook_host"],
  ["a local name", "https://printer.local/", "webhook_host"],
  ["a private address", "https://10.0.0.1/", "webhook_host"],
  ["the metadata service", "https://169.254.169.254/latest/meta-data", "webhook_host"],
  ["a loopback address as one number", "https://2130706433/", "webhook_host"],
  ["an IPv6 loopback address", "https://[::1]/", "webhook_host"],
  ["an IPv4-mapped address", "https://[::ffff:10.0.0.1]/", "webhook_host"],
])("%s is not accepted, neither at first nor later", async (_what, url, rule) => {
  const { create, createPath, list } = await open();
  const expected = { errors: { url: [{ code: "format", params: { rule } }] } };
  expect((await create({ url })).json).toMatchObject(expected);
  expect(await list()).toEqual([]);
  const path = await createPath();
  const client = await signIn(env, owner.id);
  expect((await client.call(calls.update, { path, body: { url } })).json).toMatchObject(expected);
});

test("a port of the list, a public address and 1,000 characters are accepted", async () => {
  const { create } = await open();
  const long = `https://hooks.example.org/${"a".repeat(974)}`;
  const statuses = [];
  for (const url of ["https://hooks.example.org:8443/", "https://8.8.8.8/", long, `${long}a`])
    statuses.push((await create({ url })).status);
  expect(statuses).toEqual([201, 201, 201, 422]);
});

test("a name and at least one known event are required", async () => {
  const { create, path } = await open();
  expect((await create({ name: " " })).status).toBe(422);
  expect((await create({ eventTypes: [] })).status).toBe(422);
  const client = await signIn(env, owner.id);
  const url = `/api/v1/workspaces/${path.workspace}/webhook-endpoints`;
  for (const eventTypes of [["instance.exploded"], ["webhook.test"]])
    expect((await client.send("POST", url, { ...valid, eventTypes })).status).toBe(422);
});

test("requests at once create no more endpoints than a workspace may have", async () => {
  const { create, list } = await open();
  const attempts = maxWebhookEndpoints + 3;
  const created = await Promise.all(Array.from({ length: attempts }, () => create()));
  const rejected = created.filter(({ status }) => status === 422);
  expect(rejected).toHaveLength(3);
  expect(rejected[0]?.fields).toEqual({ name: "too_many_webhooks" });
  expect(await list()).toHaveLength(maxWebhookEndpoints);
});

test("a change is audited with what changed; the same again changes nothing", async () => {
  const { createPath, newestActivity } = await open();
  const path = await createPath();
  const client = await signIn(env, owner.id);
  const body = { name: "Renamed", isEnabled: false };
  env.clock.advance(1_000);
  const changed = await client.call(calls.update, { path, body });
  expect(changed.data).toMatchObject({
    name: "Renamed",
    url: valid.url,
    status: "disabled",
    disabledReason: "user",
    disabledAt: env.clock.now().toISOString(),
  });
  expect((await newestActivity())?.changes).toEqual([
    { field: "name", from: "Deploy hook", to: "Renamed" },
    { field: "isEnabled", from: true, to: false },
  ]);
  env.clock.advance(1_000);
  expect((await client.call(calls.update, { path, body })).data).toEqual(changed.data);
  const enabled = await client.call(calls.update, { path, body: { isEnabled: true } });
  expect(enabled.data).toMatchObject({ status: "enabled", disabledAt: null, disabledReason: null });
});

test("a rotation returns a new secret and when the former one ends", async () => {
  const { createPath, path: ofWorkspace } = await open();
  const path = await createPath();
  const client = await signIn(env, owner.id);
  const rotate = (overlapHours: number) =>
    client.call(calls.rotateSecret, { path, body: { overlapHours } });
  const first = await rotate(24);
  const endsAt = new Date(env.clock.now().getTime() + 86_400_000).toISOString();
  expect(first.data.webhookEndpoint.previousSecretUntil).toBe(endsAt);
  const second = await rotate(0);
  expect(second.data.webhookEndpoint.previousSecretUntil).toBeNull();
  expect(second.data.secret).not.toBe(first.data.secret);
  expect((await rotate(169)).status).toBe(422);
  // Staff who act as the customer see the endpoint, but never a secret: the access table has no mask for it.
  const entries = await owner.client.call(api.activity.ofWorkspace, { path: ofWorkspace });
  expect(JSON.stringify(entries.data)).not.toContain("whsec_");
});

test("a deleted endpoint is gone with its deliveries", async () => {
  const { createPath, list } = await open();
  const path = await createPath();
  const test = await owner.client.call(calls.test, { path });
  expect([test.status, test.data.type, test.data.status]).toEqual([202, "webhook.test", "pending"]);
  expect((await owner.client.call(calls.remove, { path })).status).toBe(204);
  expect((await owner.client.call(calls.remove, { path })).status).toBe(404);
  expect(await list()).toEqual([]);
  const delivery = { workspace: path.workspace, webhookDelivery: test.data.id };
  expect((await owner.client.call(calls.delivery, { path: delivery })).status).toBe(404);
});

test("an endpoint of another workspace does not exist", async () => {
  const { createPath } = await open();
  const other = await open();
  const path = { ...(await createPath()), ...other.path };
  expect((await owner.client.call(calls.view, { path })).status).toBe(404);
  expect((await owner.client.call(calls.deliveries, { path })).status).toBe(404);
});

test("a token reads deliveries, and payloads that its scopes let it read; it creates no endpoint", async () => {
  const { workspace, path, createPath } = await open();
  const token = await createTokenClient(env, owner, workspace, {
    scopes: ["webhook.manage", "webhook.view", "instance.view"],
  });
  const ofOwner = await createPath({ eventTypes: ["invoice.paid", "instance.created"] });
  const created = await token.call(calls.create, { path, body: valid });
  const moved = await token.call(calls.update, {
    path: ofOwner,
    body: { url: "https://elsewhere.example.org/" },
  });
  expect([created.status, moved.status]).toEqual([403, 403]);
  const insertDelivery = async (type: string) => {
    const { id } = await env.db.withSystemRole("an event for a test", (tx) =>
      tx.one<{ id: string }>(sql`
        WITH v AS (INSERT INTO webhook_event (id, workspace_id, type, occurred_at, body)
          VALUES (gen_random_uuid(), ${workspace.id}, ${type}, ${env.clock.now()}, '{"data":{}}') RETURNING *)
        INSERT INTO webhook_delivery (id, workspace_id, endpoint_id, event_id, status, created_at, updated_at)
        SELECT gen_random_uuid(), v.workspace_id, ${ofOwner.webhookEndpoint}, v.id, 'succeeded', v.occurred_at, v.occurred_at FROM v RETURNING id`),
    );
    return { path: { ...path, webhookDelivery: id } };
  };
  const invoice = await insertDelivery("invoice.paid");
  const instance = await insertDelivery("instance.created");
  const payloads = [];
  for (const { delivery, client } of [
    { delivery: invoice, client: token },
    { delivery: instance, client: token },
    { delivery: invoice, client: owner.client },
  ])
    payloads.push((await client.call(calls.delivery, delivery)).data.payload);
  expect(payloads).toEqual([null, '{"data":{}}', '{"data":{}}']);
  expect((await token.call(calls.replay, invoice)).status).toBe(202);
  expect((await token.call(calls.test, { path: ofOwner })).status).toBe(202);
  expect((await token.call(calls.remove, { path: ofOwner })).status).toBe(204);
});
