import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createUser, createWorkspace, signIn } from "../../testing/users.ts";
import { createTokenClient, TokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { generateAccessToken } from "./access-token.ts";
import { RateLimiter } from "./rate-limiter.ts";

const budgets = { session: 40, anonymous: 20 };
let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"], requestBudgets: budgets });
});
afterAll(() => env.stop());

const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });

test("limits a session per minute with a wait of half a minute, independently of other sessions", async () => {
  const user = await createUser(env, "busy@limits.test");
  const statuses: number[] = [];
  for (let count = 0; count < budgets.session + 5; count += 1) {
    const { status, headers } = await user.client.call(api.auth.self, {}, from("198.51.100.1"));
    statuses.push(status);
    if (status === 429) expect(headers.get("retry-after")).toBe("30");
  }
  // The first request counted for the network, before the session was authenticated.
  expect(statuses.filter((status) => status === 200)).toHaveLength(budgets.session + 1);
  const other = await signIn(env, user.id);
  expect((await other.call(api.auth.self, {}, from("198.51.100.1"))).status).toBe(200);
  env.clock.advance(60_000);
  expect((await user.client.call(api.auth.self, {}, from("198.51.100.1"))).status).toBe(200);
});

test("an access token has its own limit, independent of its creator's and its network's", async () => {
  const creator = await createUser(env, "maker@limits.test");
  const workspace = await createWorkspace(env, creator, "limited-ws");
  const tokenClient = await createTokenClient(env, creator, workspace);
  const ask = async (one: TokenClient) =>
    (
      await one.call(
        api.projects.list,
        { path: { workspace: workspace.handle } },
        from("198.51.100.9"),
      )
    ).status;
  const statuses: number[] = [];
  for (let count = 0; count < budgets.session + 5; count += 1)
    statuses.push(await ask(tokenClient));
  expect(statuses.filter((status) => status === 200)).toHaveLength(budgets.session + 1);
  expect(statuses.at(-1)).toBe(429);
  expect((await creator.client.call(api.auth.self, {}, from("198.51.100.9"))).status).not.toBe(429);
  // Made-up tokens count for the network.
  const anonymousStatuses: number[] = [];
  for (let count = 0; count < budgets.anonymous + 5; count += 1)
    anonymousStatuses.push(
      await ask(new TokenClient(env.createClient(), generateAccessToken().text)),
    );
  expect(anonymousStatuses.filter((status) => status === 401).length).toBeLessThanOrEqual(
    budgets.anonymous,
  );
  expect(anonymousStatuses.at(-1)).toBe(429);
});

test("made-up sessions count against their network", async () => {
  const created = (number: number) =>
    `sid=s1.01890000-0000-7000-8000-${String(number).padStart(12, "0")}.1.${"x".repeat(43)}`;
  const statuses: number[] = [];
  for (let count = 0; count < budgets.anonymous + 5; count += 1) {
    const response = await env.createClient().send("GET", "/auth/self", undefined, {
      headers: { cookie: created(count), ...from("198.51.100.2").headers },
    });
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(budgets.anonymous);
  expect(statuses.at(-1)).toBe(429);
  const neighbour = await createUser(env, "neighbour@limits.test");
  expect((await neighbour.client.call(api.auth.self, {}, from("198.51.100.3"))).status).toBe(200);
});

test("probes and scrapers are not limited and may send HEAD", async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < budgets.anonymous * 3; count += 1) {
    for (const method of ["GET", "HEAD"]) {
      const { status } = await env
        .createClient()
        .send(method, "/health", undefined, from("127.0.0.9"));
      statuses.add(status);
    }
  }
  expect([...statuses]).toEqual([200]);
  const head = await env.createClient().send("HEAD", "/metrics");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("requests to unknown paths count like any other", async () => {
  const statuses: number[] = [];
  for (let count = 0; count < budgets.anonymous + 5; count += 1)
    statuses.push(
      (await env.createClient().send("GET", "/api/v1/nothing", undefined, from("198.51.100.5")))
        .status,
    );
  expect(statuses.filter((status) => status === 404)).toHaveLength(budgets.anonymous);
  expect(statuses.at(-1)).toBe(429);
});

/** Status line of the response to a request whose body is never sent. */
function answerToHead(head: string): Promise<string> {
  const { hostname, port } = new URL(env.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString().split("\r\n")[0] ?? "");
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("closed without a response")));
  });
}

test("rejects requests above the limit before reading the body", async () => {
  for (let count = 0; count < budgets.anonymous; count += 1)
    await env.createClient().send("GET", "/auth/self", undefined, from("198.51.100.6"));
  const head = [
    "POST /auth/passkey HTTP/1.1",
    "Host: x",
    "Content-Type: application/json",
    "Content-Length: 60000",
    "X-Forwarded-For: 198.51.100.6",
  ].join("\r\n");
  expect(await answerToHead(head)).toBe("HTTP/1.1 429 Too Many Requests");
  // Cross-site requests, bodies other than JSON and unknown paths are rejected before the body as well.
  const elsewhere = head.replace("198.51.100.6", "198.51.100.7");
  expect(await answerToHead(`${elsewhere}\r\nOrigin: https://evil.test`)).toContain(" 400 ");
  expect(await answerToHead(elsewhere.replace("application/json", "text/plain"))).toContain(
    " 415 ",
  );
  expect(await answerToHead(elsewhere.replace("/auth/passkey", "/nothing"))).toContain(" 404 ");
});

test("processes share one limit", async () => {
  const now = env.clock.now();
  const processes = [1, 2, 3].map(() => new RateLimiter(env.db, env.keys, budgets));
  let granted = 0;
  for (let count = 0; count < budgets.anonymous * 2; count += 1) {
    const limits = processes[count % processes.length];
    granted += await (limits?.consume(null, "198.51.100.4", now).then(
      () => 1,
      () => 0,
    ) ?? 0);
  }
  expect(granted).toBe(budgets.anonymous);
});
