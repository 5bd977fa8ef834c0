/** Shapes of the responses, as Foreman's API v2 documents them, and the state across a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import { type ForemanEmulator, startForemanEmulator } from "./emulator.ts";

const clock = new ManualClock("2026-05-04T09:00:00Z");
const start = () => startForemanEmulator({ port: 0, clock, statePath: join(folder, "state.json") });

let folder: string;
let emulator: ForemanEmulator;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "boreal-foreman-"));
  emulator = await start();
});
afterEach(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  login = "boreal:boreal-emulator",
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(emulator.url + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(login).toString("base64")}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

test("a list has totals, the page, the search and the results", async () => {
  const { status, body } = await send(
    "GET",
    "/api/hosts?search=name ~ gpu&page=2&per_page=2&order=name DESC",
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 7,
    subtotal: 3,
    page: 2,
    per_page: 2,
    search: "name ~ gpu",
    sort: { by: "name", order: "DESC" },
    results: [{ id: 1, name: "gpu-1.lulea.boreal.test", build_status_label: "Installed" }],
  });
  expect(body).not.toHaveProperty("results.0.parameters");
});

test.each([
  ["GET", "/api/hosts/77", undefined, 404, "Resource host not found by id '77'"],
  [
    "GET",
    "/api/hosts?search=colour = red",
    undefined,
    400,
    "Field 'colour' not recognized for searching!",
  ],
])("%s %s has an error body", async (method, path, body, status, message) => {
  expect(await send(method, path, body)).toEqual({ status, body: { error: { message } } });
});

test("an invalid host has its errors by field", async () => {
  expect(await send("PUT", "/api/hosts/1", { host: { build: true } })).toEqual({
    status: 422,
    body: {
      error: {
        id: 1,
        errors: { operatingsystem_id: ["can't be blank"] },
        full_messages: ["Operatingsystem_id can't be blank"],
      },
    },
  });
});

test("unknown power actions and boot devices are rejected with those that exist", async () => {
  const power = await send("PUT", "/api/hosts/1/power", { power_action: "explode" });
  expect(power).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/available methods are .*cycle/) },
  });
  const boot = await send("PUT", "/api/hosts/1/boot", { device: "tape" });
  expect(boot).toMatchObject({
    status: 422,
    body: { error: expect.stringMatching(/available devices are .*pxe/) },
  });
});

test("credentials and permissions are checked", async () => {
  expect(await send("GET", "/api/hosts", undefined, "nobody:x")).toEqual({
    status: 401,
    body: { error: { message: "Unable to authenticate user nobody" } },
  });
  const denied = await send(
    "PUT",
    "/api/hosts/1/power",
    { power_action: "on" },
    "reader:boreal-emulator",
  );
  expect(denied).toMatchObject({
    status: 403,
    body: { error: { message: "Access denied", missing_permissions: ["power_hosts"] } },
  });
});

test("a hidden parameter is never returned in clear text", async () => {
  const { body } = await send("PUT", "/api/hosts/1", {
    host: {
      host_parameters_attributes: [
        { name: "open", value: "a" },
        { name: "closed", value: "secret", hidden_value: true },
      ],
    },
  });
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(body).toMatchObject({
    parameters: [{ value: "a" }, { value: "*****", "hidden_value?": true }],
  });
});

test("continues an installation after a restart", async () => {
  await send("PUT", "/api/hosts/1", { host: { build: true, hostgroup_id: 2 } });
  await send("PUT", "/api/hosts/1/boot", { device: "pxe" });
  await send("PUT", "/api/hosts/1/power", { power_action: "on" });
  await emulator.stop();
  emulator = await start();
  const status = () => send("GET", "/api/hosts/1/status/build");
  expect(await status()).toMatchObject({ body: { status_label: "Pending installation" } });
  clock.advance(emulator.state.timings.installMs);
  expect(await status()).toMatchObject({ body: { status: 0, status_label: "Installed" } });
});
