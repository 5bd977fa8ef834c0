/** One request to a customer's server: bounds of network, time and size, against real servers. */
import { createServer } from "node:https";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { postWebhook } from "./post-webhook.ts";
import { createWebhookNetwork } from "./webhook-network.ts";

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.reset());
afterAll(() => receiver.stop());

const body = JSON.stringify({
  type: "webhook.test",
  timestamp: "2026-05-15T09:00:00.000Z",
  data: {},
});
const webhook = (url: string) => ({ url, headers: { "webhook-id": "a" }, body });
const open = createWebhookNetwork(true);
/** As in production, with answers of DNS that the test chooses. */
const resolvingTo = (...addresses: string[]) =>
  createWebhookNetwork(false, () => Promise.resolve(addresses));

test("a status from 200 to 299 is a success, with the first bytes of the response", async () => {
  receiver.respondWith(202, "thanks");
  expect(await postWebhook(open, webhook(receiver.url("/a?b=1")))).toEqual({
    error: null,
    responseStatus: 202,
    responseBody: "thanks",
  });
  expect(receiver.received).toMatchObject([
    { path: "/a?b=1", body, headers: { "webhook-id": "a" } },
  ]);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "169.254.169.254",
  "100.64.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "fd00::1",
  "224.0.0.1",
])("a name that leads to %s is not connected to", async (address) => {
  const result = await postWebhook(
    resolvingTo(address),
    webhook(`http://hooks.example.org:${receiver.port}/`),
  );
  expect(result).toMatchObject({ error: "address_not_allowed", responseStatus: null });
  expect(receiver.received).toEqual([]);
});

test.each(["127.0.0.1", "[::1]", "[::ffff:7f00:1]", "2130706433", "0x7f.1", "0177.0.0.1"])(
  "the address %s in a URL is not connected to",
  async (host) => {
    const url = `http://${host}:${receiver.port}/`;
    const result = await postWebhook(createWebhookNetwork(false), webhook(url));
    expect(result.error).toBe("address_not_allowed");
    expect(receiver.received).toEqual([]);
  },
);

test("of a name with public and private addresses only the public ones are tried", async () => {
  const network = createWebhookNetwork(false, () => Promise.resolve(["127.0.0.1", "1.1.1.1"]));
  const url = `http://hooks.example.org:${receiver.port}/`;
  const result = await postWebhook(network, webhook(url), { timeoutMs: 300 });
  expect(["timed_out", "connection_failed"]).toContain(result.error);
  expect(receiver.received).toEqual([]);
});

test("DNS is asked once: an answer that changes afterwards has no effect", async () => {
  let asked = 0;
  const rebinding = createWebhookNetwork(true, () => {
    asked += 1;
    return Promise.resolve([asked === 1 ? "127.0.0.1" : "127.0.0.2"]);
  });
  const url = `http://hooks.example.org:${receiver.port}/`;
  expect((await postWebhook(rebinding, webhook(url))).error).toBeNull();
  expect(asked).toBe(1);
  expect(receiver.received[0]?.headers.host).toBe(`hooks.example.org:${receiver.port}`);
});

test("a name without addresses, and one that DNS does not answer for", async () => {
  const url = "https://hooks.example.org/";
  expect((await postWebhook(resolvingTo(), webhook(url))).error).toBe("host_not_found");
  const broken = createWebhookNetwork(false, () =>
    Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
  );
  expect((await postWebhook(broken, webhook(url))).error).toBe("host_not_found");
  const silent = createWebhookNetwork(false, () => new Promise(() => undefined));
  const result = await postWebhook(silent, webhook(url), { timeoutMs: 30 });
  expect(result.error).toBe("timed_out");
});

test("a redirect is not followed", async () => {
  receiver.answer = (response) =>
    void response.writeHead(302, { location: receiver.url("/other") }).end();
  const result = await postWebhook(open, webhook(receiver.url()));
  expect(result).toMatchObject({ error: "redirect", responseStatus: 302 });
  expect(receiver.received).toHaveLength(1);
});

test("other statuses are failures that keep the response", async () => {
  receiver.respondWith(500, "broken\0here");
  expect(await postWebhook(open, webhook(receiver.url()))).toEqual({
    error: "response_status",
    responseStatus: 500,
    responseBody: "brokenhere",
  });
});

test("a receiver that does not respond ends with the timeout", async () => {
  receiver.answer = () => undefined;
  const result = await postWebhook(open, webhook(receiver.url()), { timeoutMs: 100 });
  expect(result).toEqual({ error: "timed_out", responseStatus: null, responseBody: null });
});

test("a body that never ends is cut off by size and by time", async () => {
  receiver.answer = (response) => {
    response.writeHead(200);
    response.write("x".repeat(100_000));
  };
  const large = await postWebhook(open, webhook(receiver.url()));
  expect([large.error, large.responseBody?.length]).toEqual([null, 1_024]);
  receiver.answer = (response) => {
    response.writeHead(200);
    response.write("part");
  };
  const slow = await postWebhook(open, webhook(receiver.url()), { timeoutMs: 200 });
  expect([slow.error, slow.responseBody]).toEqual([null, "part"]);
});

test("a response with too many headers is a failed connection", async () => {
  receiver.respondWith(200, "", { "x-long": "y".repeat(20_000) });
  expect((await postWebhook(open, webhook(receiver.url()))).error).toBe("connection_failed");
});

test("nothing listens", async () => {
  const other = await WebhookReceiver.start();
  const url = other.url();
  await other.stop();
  expect((await postWebhook(open, webhook(url))).error).toBe("connection_failed");
});

test("the certificate of the receiver is verified", async () => {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "hooks.example.org" }] }],
  });
  const server = createServer({ key, cert }, (_request, response) => void response.end("secure"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const network = createWebhookNetwork(true, () => Promise.resolve(["127.0.0.1"]));
  const trusted = { timeoutMs: 5_000, ca: cert };
  const post = (host: string, limits = { timeoutMs: 5_000 }) =>
    postWebhook(network, webhook(`https://${host}:${port}/`), limits);
  expect((await post("hooks.example.org")).error).toBe("tls");
  expect((await post("other.example.org", trusted)).error).toBe("tls");
  expect(await post("hooks.example.org", trusted)).toMatchObject({
    error: null,
    responseBody: "secure",
  });
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
