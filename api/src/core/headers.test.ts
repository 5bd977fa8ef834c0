/** What every answer carries, class by class. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { minimalAppDeps } from "../testing/app-deps.ts";
import { createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { rawRequest } from "../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { createLogger } from "./lib/logger.ts";

let world: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
  await createWorkspace(world, owner, "northwind");
});
afterAll(() => world.stop());

const policy = "default-src 'none'; frame-ancestors 'none'";
const always = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-site",
  "cache-control": "no-store",
};

const list = "/api/v1/workspaces/northwind/projects";
const classes: [name: string, status: number, send: () => Promise<Response>][] = [
  ["an answer", 200, () => owner.client.send("GET", list)],
  ["something made", 201, () => owner.client.send("POST", list, { name: "Made" })],
  ["an answer to everyone", 200, () => world.createClient().send("GET", "/health")],
  ["a body that is no JSON", 400, () => owner.client.send("POST", list, "{")],
  ["no session", 401, () => world.createClient().send("GET", list)],
  ["no role", 403, () => owner.client.send("GET", "/api/v1/workspaces/elsewhere/projects")],
  ["no such address", 404, () => owner.client.send("GET", "/api/v1/nothing")],
  ["no such object", 404, () => owner.client.send("GET", `${list}/nothing`)],
  ["too large a body", 413, () => owner.client.send("POST", list, { name: "x".repeat(70_000) })],
  [
    "too long an address",
    414,
    () => owner.client.send("GET", `${list}?search=${"x".repeat(9000)}`),
  ],
  [
    "another media type",
    415,
    () => owner.client.send("POST", list, "name=x", { headers: { "content-type": "text/plain" } }),
  ],
  ["fields that do not fit", 422, () => owner.client.send("POST", list, {})],
];

test.each(classes)(
  "%s (%i) carries every header, and none that tells what answers",
  async (_, status, send) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(always);
    expect(response.headers.get("vary")).toMatch(/Origin.*Cookie/);
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("permissions-policy")).toContain("camera=()");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    for (const telling of [
      "server",
      "x-powered-by",
      "access-control-allow-origin",
      "strict-transport-security",
    ]) {
      expect([telling, response.headers.get(telling)]).toEqual([telling, null]);
    }
  },
);

test("the id of a request is never the sender's own", async () => {
  const { headers } = await rawRequest(world.url, "GET", "/health", {
    headers: { "x-request-id": "mine" },
  });
  expect(headers["x-request-id"]).not.toBe("mine");
});

test("headers beyond any measure are cut off before anyone looks at them", async () => {
  const { status } = await rawRequest(world.url, "GET", "/health", {
    headers: { "x-much": "x".repeat(20_000) },
  });
  expect(status).toBe(431);
});

describe("a server behind https", () => {
  /** The same server, told that it is reached by https and that its database fails. */
  const broken = async (lines: string[]) => {
    const failure = new Error("connection to 10.1.2.3 with password hunter2 failed");
    const db = {
      ...world.db,
      withTenant: () => Promise.reject(failure),
      withSystemRole: () => Promise.reject(failure),
    };
    return buildApp({
      ...minimalAppDeps({ ...world, db }, { secureCookies: true }),
      logger: createLogger("error", { write: (line) => lines.push(line) }),
    });
  };

  test("is only ever reached by it again", async () => {
    const app = await broken([]);
    const response = await app.inject({ method: "GET", url: "/api/v1/nothing" });
    expect(response.headers["strict-transport-security"]).toBe(
      "max-age=31536000; includeSubDomains",
    );
    await app.close();
  });

  test("tells an asker nothing of what broke, and its log everything but by the request's id", async () => {
    const lines: string[] = [];
    const app = await broken(lines);
    const response = await app.inject({
      method: "GET",
      url: list,
      headers: { accept: "application/json" },
    });
    expect(response.statusCode).toBe(500);
    const answer: unknown = response.json();
    expect(answer).toEqual({
      code: "internal",
      message: "Something broke on our side",
      requestId: response.headers["x-request-id"],
    });
    expect(response.headers).toMatchObject(always);
    const line = lines.find((one) => one.includes("connection to 10.1.2.3"));
    expect(line).toContain(String(response.headers["x-request-id"]));
    await app.close();
  });
});
