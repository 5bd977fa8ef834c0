/** Hostile requests: resource exhaustion, response splitting and bypassing a list's filters. */
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { staffAccessLevel } from "#contracts/permissions.ts";
import { registration } from "../testing/accounts.ts";
import { createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let admin: TestUser;
let businessAdmin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  await createWorkspace(env, owner, "northwind");
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  businessAdmin = await createUser(env, "business@boreal.test", { staffRole: "BusinessAdmin" });
});
afterAll(() => env.stop());

function open(): Promise<Socket> {
  const { port, hostname } = new URL(env.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** The first line of the response to these bytes. */
async function firstLineOfResponse(bytes: string): Promise<string> {
  const socket = await open();
  const firstLine = new Promise<string>((resolve) => {
    socket.once("data", (data) => resolve(data.toString().split("\r\n")[0] ?? ""));
    socket.once("close", () => resolve("closed"));
  });
  socket.write(bytes);
  const line = await firstLine;
  socket.destroy();
  return line;
}

test("a thousand silent connections and a hundred unfinished requests delay no other request", async () => {
  const idle = await Promise.all(Array.from({ length: 1_000 }, open));
  const slow = await Promise.all(Array.from({ length: 100 }, open));
  for (const socket of slow) socket.write("POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  expect((await owner.client.call(api.auth.self, {})).status).toBe(200);
  for (const socket of [...idle, ...slow]) socket.destroy();
});

test("closes connections that take too long to send headers or body", () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = env.app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
  });
});

test.each([
  ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n"],
  ["a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"],
  ["a coding nobody knows", "Transfer-Encoding: chunked, identity\r\n"],
])("a request with %s is not guessed at", async (_, framing) => {
  const line = await firstLineOfResponse(
    `POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${framing}\r\n{}`,
  );
  expect(line).toMatch(/^HTTP\/1\.1 400|^closed$/);
});

test("rejects a body with the maximum number of fields and reports a hundred of them", async () => {
  const fields = Object.fromEntries(Array.from({ length: 1_900 }, (_, at) => [`k${at}`, 1]));
  const response = await owner.client.call(api.workspaces.create, {
    body: { name: "Many", handle: "many-fields", ...fields },
  });
  expect([response.status, Object.keys(response.fields).length]).toEqual([422, 100]);
});

const splitting = ["a\r\nSet-Cookie: x=1", "a\nBcc: e@evil.test", "a\rb", "a\0b", "a\u2028b"];

test.each(splitting)("%j never reaches a header or an email", async (text) => {
  const before = env.mail.messages().length;
  const asName = await env
    .createClient()
    .call(api.auth.register, { body: registration("split@example.test", { firstName: text }) });
  const asAddress = await env
    .createClient()
    .call(api.auth.requestReset, { body: { email: `split@example.test${text}` } });
  expect([asName.status, asAddress.status]).toEqual([422, 422]);
  const inPath = await owner.client.send("GET", `/auth/self/${encodeURIComponent(text)}`);
  expect(inPath.status).toBeGreaterThanOrEqual(400);
  expect(inPath.headers.getSetCookie()).toEqual([]);
  await env.runDueJobs();
  expect(env.mail.messages()).toHaveLength(before);
});

const hostile = [
  `createdAt"%20desc;select%20pg_sleep(5)--`,
  "(select 1)",
  "passwordHash",
  "privateKey",
  "__proto__",
  "constructor",
];
const listCalls = allEndpoints.filter(
  (endpoint) =>
    endpoint.method === "GET" &&
    endpoint.query !== undefined &&
    !/:(?!workspace)/.test(endpoint.path),
);
/** Lists of money are for business admins alone. */
const userFor = ({ access }: Endpoint) => {
  if (access.kind !== "staff") return owner;
  return staffAccessLevel("Admin", access.permission) === null ? businessAdmin : admin;
};
const requestList = (endpoint: Endpoint, query: string) =>
  userFor(endpoint).client.send(
    "GET",
    `${endpoint.path.replace(":workspace", "northwind")}?${query}`,
  );

test.each(listCalls.map((endpoint) => [endpoint.id, endpoint] as const))(
  "C64, C65: %s accepts no column and no SQL from its query, and treats wildcards literally",
  async (_, endpoint) => {
    for (const text of hostile) {
      for (const field of ["orderBy", "searchBy", "status", "after", "perPage"]) {
        const { status } = await requestList(endpoint, `${field}=${encodeURIComponent(text)}`);
        expect([field, text, status]).toEqual([field, text, 422]);
      }
    }
    const response = await requestList(endpoint, `search=${encodeURIComponent("%_\\' OR 1=1 --")}`);
    expect([200, 422]).toContain(response.status);
    // A cursor of a list in the order of names: no error of this list's conversion of the key reaches the user.
    const cursor = Buffer.from(`a name ${owner.id}`).toString("base64url");
    expect([200, 422]).toContain((await requestList(endpoint, `after=${cursor}`)).status);
  },
);
