import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { maxActiveTokens, maxUsableTokens } from "#contracts/tokens.ts";
import { parseBearerToken } from "../../core/http/access-token.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

const dayMs = 86_400_000;
/** A new workspace for each test. */
async function fresh() {
  const { workspace, path } = await createNewWorkspace(env, owner, "tokens");
  return {
    workspace,
    path,
    create: async (body: object = {}, user: TestUser = owner) =>
      (await signIn(env, user.id)).call(api.tokens.create, {
        path,
        body: { name: "deploy", scopes: ["project.view"], ...body },
      }),
    list: (query: object = {}) => owner.client.call(api.tokens.list, { path, query }),
    view: (token: string) => owner.client.call(api.tokens.view, { path: { ...path, token } }),
    rotate: async (token: string, body: { overlapHours?: number } = {}, user: TestUser = owner) =>
      (await signIn(env, user.id)).call(api.tokens.rotate, { path: { ...path, token }, body }),
    remove: (token: string) => owner.client.call(api.tokens.remove, { path: { ...path, token } }),
    addProject: async (name: string) =>
      (await owner.client.call(api.projects.create, { path, body: { name } })).data.id,
  };
}

describe("a new token", () => {
  test("is shown once: its secret appears in no other response, row or audit event", async () => {
    const { create, list, view, path, workspace } = await fresh();
    const response = await create({ name: "  ci   runner ", ipRanges: ["203.0.113.0/24", "::1"] });
    const { token, secret } = response.data;
    expect([response.status, response.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(secret).toMatch(/^gcw_[0-9A-Za-z]{36}$/);
    expect(parseBearerToken(`Bearer ${secret}`)).not.toBeNull();
    expect(response.data.workspace).toEqual({
      id: workspace.id,
      handle: workspace.handle,
      name: workspace.handle,
    });
    expect(token).toMatchObject({
      name: "ci runner",
      prefix: "gcw_",
      last4: secret.slice(-4),
      scopes: ["project.view"],
      projects: null,
      ipRanges: ["203.0.113.0/24", "::1/128"],
      status: "active",
      expiresAt: new Date(env.clock.now().getTime() + 90 * dayMs).toISOString(),
      lastUsedAt: null,
      createdBy: { id: owner.id, name: owner.name },
    });
    expect((await view(token.id)).data).toEqual(token);
    expect((await list()).data.data).toEqual([token]);
    const entries = await owner.client.call(api.activity.ofWorkspace, { path });
    expect(entries.data.data[0]).toMatchObject({
      action: "tokens.create",
      target: { type: "token", id: token.id, name: "ci runner" },
    });
    const everything = await env.db.withSystemRole("a test reads", (tx) =>
      tx.many(sql`SELECT t::text, encode(t.token_hash, 'escape') AS bytes FROM access_token t
        UNION ALL SELECT e::text, '' FROM audit_event e UNION ALL SELECT i::text, '' FROM idempotency_record i`),
    );
    expect(JSON.stringify(everything)).not.toContain(secret.slice(4, 34));
    expect(JSON.stringify(entries.json)).not.toContain(secret);
  });

  test.each([
    ["no scope", { scopes: [] }, { scopes: "required" }],
    ["a permission no token carries", { scopes: ["token.create"] }, { "scopes.0": "invalid" }],
    [
      "a project that is not there",
      { projectIds: [uuidv7(new Date(0))] },
      { projectIds: "unknown" },
    ],
    ["no project at all", { projectIds: [] }, { projectIds: "required" }],
    ["no range", { ipRanges: ["203.0.113.0/33"] }, { "ipRanges.0": "format" }],
    ["more than a year", { expiresInDays: 366 }, { expiresInDays: "invalid" }],
    ["more ranges than fit", { ipRanges: Array(21).fill("::1") }, { ipRanges: "invalid" }],
    ["another user as its creator", { userId: "x", workspaceId: "y" }, null],
  ])("with %s is rejected on its field", async (_, body, fields) => {
    const { create, list } = await fresh();
    const response = await create(body);
    expect(response.status).toBe(422);
    if (fields !== null) expect(Object.keys(response.fields)).toEqual(Object.keys(fields));
    expect((await list()).data.meta.total).toBe(0);
  });

  test("limited to projects cannot create or delete any, and cannot include another workspace's", async () => {
    const here = await fresh();
    const there = await fresh();
    const project = await here.addProject("Ours");
    const foreign = await there.addProject("Theirs");
    for (const scope of ["project.create", "project.delete"]) {
      const creator = await here.create({ scopes: [scope], projectIds: [project] });
      expect([creator.status, creator.fields]).toEqual([422, { scopes: "not_with_projects" }]);
    }
    const response = await here.create({ projectIds: [project, foreign] });
    expect([response.status, response.fields]).toEqual([422, { projectIds: "unknown" }]);
    const fine = await here.create({ projectIds: [project, project] });
    expect(fine.data.token.projects).toEqual([{ id: project, name: "Ours" }]);
  });

  test("C61: is always the caller's own, whatever the body says", async () => {
    const { path } = await fresh();
    const body = { name: "x", scopes: ["project.view"], userId: owner.id, workspaceId: "ws2" };
    const address = `/api/v1/workspaces/${path.workspace}/tokens`;
    expect((await env.createClient().send("POST", address, body)).status).toBe(401);
    expect((await owner.client.send("POST", address, body)).status).toBe(422);
  });

  test("requires recent reauthentication", async () => {
    const { workspace, path } = await fresh();
    const member = await createMember(env, workspace, "administrator");
    await env.db.withSystemRole("a test makes the reauthentication expire", (tx) =>
      tx.execute(sql`UPDATE session SET reauthenticated_at = NULL WHERE user_id = ${member.id}`),
    );
    const response = await member.client.call(api.tokens.create, {
      path,
      body: { name: "x", scopes: ["project.view"] },
    });
    expect([response.status, response.code]).toEqual([403, "confirmation_required"]);
  });

  test("is rejected above the limit, even with concurrent requests", async () => {
    const { create, list, remove, rotate } = await fresh();
    const tokens = await Promise.all(
      Array.from({ length: maxActiveTokens + 3 }, (_, n) => create({ name: `t ${n}` })),
    );
    expect(tokens.filter(({ status }) => status === 201)).toHaveLength(maxActiveTokens);
    const rejected = tokens.filter(({ status }) => status !== 201);
    expect(rejected.map(({ fields }) => fields)).toEqual(
      rejected.map(() => ({ name: "too_many" })),
    );
    const [some, another] = (await list()).data.data;
    // A rotated token does not count twice.
    expect((await rotate(some?.id ?? "")).status).toBe(201);
    expect((await create()).status).toBe(422);
    expect((await remove(another?.id ?? "")).status).toBe(204);
    expect((await create()).status).toBe(201);
  });
});

test("search finds tokens by name, last four characters and state", async () => {
  const { create, list, remove } = await fresh();
  const names = async (query: object) => (await list(query)).data.data.map(({ name }) => name);
  const deploy = (await create({ name: "deploy" })).data.token;
  env.clock.advance(1000);
  const backup = (await create({ name: "Backup 100%", expiresInDays: 1 })).data.token;
  env.clock.advance(1000);
  const old = (await create({ name: "old" })).data.token;
  await remove(old.id);
  expect(await names({})).toEqual(["old", "Backup 100%", "deploy"]);
  expect(await names({ search: "backUP" })).toEqual(["Backup 100%"]);
  expect(await names({ search: "%" })).toEqual(["Backup 100%"]);
  expect(await names({ search: deploy.last4 })).toEqual(["deploy"]);
  env.clock.advance(dayMs);
  expect(await names({ status: "active" })).toEqual(["deploy"]);
  expect(await names({ status: "expired,revoked" })).toEqual(["old", "Backup 100%"]);
  const shown = (await list()).data.data.find(({ id }) => id === backup.id);
  expect(shown?.status).toBe("expired");
});

describe("rotating", () => {
  test("repeatedly keeps the number of tokens within the limit, even concurrently", async () => {
    const { create, rotate } = await fresh();
    let { id } = (await create()).data.token;
    const others = [(await create()).data.token, (await create()).data.token];
    for (let working = 3; working < maxUsableTokens - 1; working += 1)
      ({ id } = (await rotate(id)).data.token);
    const last = await Promise.all(others.map((other) => rotate(other.id)));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await rotate(id)).code).toBe("action_not_possible");
    env.clock.advance(24 * 3_600_000);
    expect((await rotate(id)).status).toBe(201);
  });

  test("creates an equal token, and the old one works until the overlap ends", async () => {
    const { workspace, path, rotate, view, addProject } = await fresh();
    const project = await addProject("Ours");
    const old = await createTokenClient(env, owner, workspace, {
      name: "ci",
      scopes: ["project.view", "instance.view"],
      projectIds: [project],
      ipRanges: ["127.0.0.0/8"],
      expiresInDays: 30,
    });
    const response = await rotate(old.id, { overlapHours: 2 });
    const { token, secret } = response.data;
    expect([response.status, secret === old.secret]).toEqual([201, false]);
    expect(token).toMatchObject({
      name: "ci",
      scopes: ["project.view", "instance.view"],
      projects: [{ id: project, name: "Ours" }],
      ipRanges: ["127.0.0.0/8"],
      expiresAt: new Date(env.clock.now().getTime() + 30 * dayMs).toISOString(),
    });
    expect([token.replacedAt, (await view(old.id)).data]).toMatchObject([
      null,
      { status: "active", replacedAt: env.clock.now().toISOString() },
    ]);
    const works = async () => (await old.call(api.projects.list, { path })).status;
    env.clock.advance(2 * 3_600_000 - 1000);
    expect(await works()).toBe(200);
    env.clock.advance(1000);
    expect(await works()).toBe(401);
    expect((await view(old.id)).data.status).toBe("expired");
    const again = await rotate(old.id);
    expect([again.status, again.code]).toEqual([409, "action_not_possible"]);
  });

  test("is possible once, and not for a token that is revoked or expires before the overlap ends", async () => {
    const { create, rotate, remove, view } = await fresh();
    const twice = (await create()).data.token;
    const responses = await Promise.all([1, 2, 3].map(() => rotate(twice.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const revoked = (await create()).data.token;
    await remove(revoked.id);
    expect((await rotate(revoked.id)).status).toBe(409);
    const short = (await create({ expiresInDays: 1 })).data.token;
    await rotate(short.id, { overlapHours: 168 });
    expect((await view(short.id)).data.expiresAt).toBe(short.expiresAt);
  });

  test("by another member creates a token of that member, so nobody obtains the owner's permissions", async () => {
    const { workspace, path, create, rotate } = await fresh();
    const administrator = await createMember(env, workspace, "administrator");
    const owners = (await create({ scopes: ["project.update"] })).data.token;
    const { token, secret } = (await rotate(owners.id, {}, administrator)).data;
    expect(token.createdBy.id).toBe(administrator.id);
    const project = (await owner.client.call(api.projects.create, { path, body: { name: "P" } }))
      .data;
    const response = await env.createClient().send(
      "PUT",
      `/api/v1/workspaces/${path.workspace}/projects/${project.id}`,
      { name: "Q" },
      {
        headers: { authorization: `Bearer ${secret}` },
      },
    );
    expect(response.status).toBe(403);
  });
});

test("revoking ends a token immediately, is shown in the list and may be repeated", async () => {
  const { workspace, path, remove, view } = await fresh();
  const tokenClient = await createTokenClient(env, owner, workspace);
  expect((await tokenClient.call(api.projects.list, { path })).status).toBe(200);
  expect((await remove(tokenClient.id)).status).toBe(204);
  const response = await tokenClient.call(api.projects.list, { path });
  expect([response.status, response.code]).toEqual([
    401,
    "authentication_failed_no_session_found_ch",
  ]);
  expect((await view(tokenClient.id)).data.status).toBe("revoked");
  expect((await remove(tokenClient.id)).status).toBe(204);
});
