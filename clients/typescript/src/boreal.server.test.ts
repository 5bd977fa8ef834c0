/** The client against a running server, with real access tokens. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TokenScope, tokenScopes } from "../../../contracts/src/tokens.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../../api/src/testing/users.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { Boreal, BorealError } from "./boreal.ts";

let testEnv: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
const waits: number[] = [];
beforeAll(async () => {
  testEnv = await startTestEnvironment({ requestBudgets: { session: 40, anonymous: 20 } });
  owner = await createUser(testEnv, "ann@acme.test");
  workspace = await createWorkspace(testEnv, owner, "acme");
});
afterAll(() => testEnv.stop());

const path = { workspace: "acme" };

async function clientWith(scopes: readonly TokenScope[], url = testEnv.url): Promise<Boreal> {
  const { secret } = await createTokenClient(testEnv, owner, workspace, { scopes: [...scopes] });
  // Waiting advances the server's time.
  const sleep = async (ms: number) => {
    waits.push(ms);
    await testEnv.advanceTime(ms / 1_000, ms / 1_000);
  };
  return new Boreal({ url, token: secret, sleep });
}
const nextMinute = () => testEnv.advanceTime(61, 61);

async function failure(request: Promise<unknown>): Promise<BorealError> {
  const error: unknown = await request.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BorealError)) throw error;
  return error;
}

test("creates, views, updates and lists projects over several pages", async () => {
  const boreal = await clientWith(tokenScopes);
  const created = await boreal.projects.create({ path, body: { name: "Rendering" } });
  for (const name of ["Films", "Frames"]) await boreal.projects.create({ path, body: { name } });
  const at = { ...path, project: created.id };
  const changed = await boreal.projects.update({ path: at, body: { description: "Nights" } });
  expect(changed).toMatchObject({ id: created.id, name: "Rendering", description: "Nights" });
  expect(await boreal.projects.view({ path: at })).toEqual(changed);
  const names: string[] = [];
  const query = { perPage: 2, orderBy: "name" };
  for await (const { name } of boreal.each(boreal.projects.list, { path, query })) names.push(name);
  expect(names).toEqual(["Films", "Frames", "Rendering"]);
  const { workspace: current, token } = await boreal.tokens.current();
  expect([current.handle, token.scopes]).toEqual(["acme", tokenScopes]);
  await nextMinute();
});

test("creates one project per idempotency key and rejects the key with another body", async () => {
  const boreal = await clientWith(["project.create"]);
  const options = { idempotencyKey: "made-by-a-nightly-job-1" };
  const first = await boreal.projects.create({ path, body: { name: "Once" } }, options);
  const again = await boreal.projects.create({ path, body: { name: "Once" } }, options);
  expect(again).toEqual(first);
  const other = await failure(boreal.projects.create({ path, body: { name: "Two" } }, options));
  expect(other).toMatchObject({ status: 409, code: "idempotency_key_reused" });
});

test("problems have status, code and details", async () => {
  const boreal = await clientWith(["project.view", "project.create"]);
  const project = "0190a000-0000-7000-8000-00000000dead";
  const missing = await failure(boreal.projects.view({ path: { ...path, project } }));
  expect(missing).toMatchObject({ status: 404, code: "not_found", message: "We can't find that" });
  expect(missing.requestId).toMatch(/^\S{8,}$/);
  const body = { name: "", description: "x".repeat(501) };
  const wrong = await failure(boreal.projects.create({ path, body }));
  expect(wrong).toMatchObject({ status: 422, code: "validation_failed" });
  expect(Object.keys(wrong.fields).sort()).toEqual(["description", "name"]);
  expect(wrong.fields["name"]?.[0]).toEqual({ code: "required", message: "Field is required" });
  expect(wrong.fields["description"]).toEqual([
    {
      code: "too_big",
      message: "At most 500 characters",
      params: { maximum: 500, unit: "characters" },
    },
  ]);
  const denied = await failure(boreal.billing.currentExpenditure({ path }));
  expect(denied).toMatchObject({
    status: 403,
    code: "permission_denied_missing_permission",
    permission: "billing.view",
  });
  const outsider = new Boreal({ url: testEnv.url, token: "gcw_unknown" });
  expect(await failure(outsider.projects.list({ path }))).toMatchObject({ status: 401 });
  const otherWorkspace = await failure(boreal.projects.list({ path: { workspace: "others" } }));
  expect(otherWorkspace).toMatchObject({ status: 403, code: "permission_denied_missing_role" });
  await nextMinute();
});

test("public endpoints need no token", async () => {
  const boreal = new Boreal({ url: testEnv.url });
  expect(await boreal.system.health()).toEqual({ status: "ok" });
  expect(await boreal.system.openapi()).toMatchObject({ openapi: "3.1.0" });
  await nextMinute();
});

test("retries after 429 when the requested time has passed", async () => {
  const boreal = await clientWith(["project.view"]);
  waits.length = 0;
  for (let request = 0; request < 45; request += 1) await boreal.projects.list({ path });
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(waits)).toEqual(new Set([30_000]));
  const { token } = await boreal.tokens.current();
  expect(token.status).toBe("active");
  const impatient = new Boreal({ url: testEnv.url, token: "gcw_unknown", longestWaitMs: 1_000 });
  const errors: BorealError[] = [];
  for (let request = 0; request < 25; request += 1)
    errors.push(await failure(impatient.projects.list({ path })));
  const last = errors.at(-1);
  expect(last).toMatchObject({ status: 429, code: "too_many_requests", retryAfterSeconds: 30 });
});
