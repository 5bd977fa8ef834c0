import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { fastify } from "fastify";
import { startWorld, type World } from "../testing/world.ts";
import { asSystem } from "./handlers.ts";
import { mount } from "./mount.ts";
import { ProxyWatch } from "./proxy-watch.ts";
import { RequestLimits } from "./request-limits.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test("a server that answers says it is well", async () => {
  const answer = await world.client().call(api.system.health, {});
  expect(answer.data).toEqual({ status: "ok" });
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a route that was not declared in contracts/ stops the boot", () => {
  expect(() => world.app.get("/oops", async () => "hi")).toThrow();
});

test("a call that takes access tokens and works outside the wall stops the boot", () => {
  const platform = {
    db: world.db,
    clock: world.clock,
    keys: world.keys,
    cookieDomain: null,
    secureCookies: false,
    allowedOrigins: [],
    maintenance: world.maintenance,
    requests: new RequestLimits(world.db, world.keys, null),
    streams: world.streams,
    proxies: new ProxyWatch(world.clock),
    staffNeedTwoFactor: false,
  };
  const { view } = api.projects;
  const handlers = { view: asSystem<typeof view>("for a test", () => Promise.reject(new Error())) };
  expect(() => mount(fastify(), platform, { view }, handlers)).toThrow("projects.view");
});

test("an address nobody declared is a 404 of the API", async () => {
  const response = await world.client().send("GET", "/api/v1/nothing");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
});

test("the live stream is refused to a stranger before it opens", async () => {
  const response = await world
    .client()
    .send("GET", "/api/v1/workspaces/northwind/live", undefined, {
      headers: { accept: "text/event-stream" },
    });
  expect(response.status).toBe(401);
});
