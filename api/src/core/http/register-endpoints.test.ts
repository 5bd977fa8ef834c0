import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { fastify } from "fastify";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { systemHandler } from "./handlers.ts";
import { registerEndpoints } from "./register-endpoints.ts";
import { ProxyWatch } from "./proxy-watch.ts";
import { RateLimiter } from "./rate-limiter.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

test("a healthy server reports its health", async () => {
  const response = await env.createClient().call(api.system.health, {});
  expect(response.data).toEqual({ status: "ok" });
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a route that is not declared in contracts/ stops the start", () => {
  expect(() => env.app.get("/oops", async () => "hi")).toThrow();
});

test("an endpoint that accepts access tokens and bypasses row-level security stops the start", () => {
  const platform = {
    db: env.db,
    clock: env.clock,
    keys: env.keys,
    cookieDomain: null,
    secureCookies: false,
    allowedOrigins: [],
    maintenance: env.maintenance,
    requests: new RateLimiter(env.db, env.keys, null),
    streams: env.streams,
    proxies: new ProxyWatch(env.clock),
    staffNeedTwoFactor: false,
  };
  const { view } = api.projects;
  const handlers = {
    view: systemHandler<typeof view>("for a test", () => Promise.reject(new Error())),
  };
  expect(() => registerEndpoints(fastify(), platform, { view }, handlers)).toThrow("projects.view");
});

test("an undeclared path is a 404 of the API", async () => {
  const response = await env.createClient().send("GET", "/api/v1/nothing");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
});

test("rejects an unauthenticated live stream before it opens", async () => {
  const response = await env
    .createClient()
    .send("GET", "/api/v1/workspaces/northwind/live", undefined, {
      headers: { accept: "text/event-stream" },
    });
  expect(response.status).toBe(401);
});
