import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  reauthenticate,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { sql } from "../db/db.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

let keys = 0;
const newKey = () => {
  keys += 1;
  return `a-key-of-the-test-${keys}`;
};
const create = (name: string, key: string, user = owner, targetWorkspace = workspace) =>
  user.client.call(
    api.projects.create,
    { path: { workspace: targetWorkspace.handle }, body: { name } },
    { headers: { "idempotency-key": key } },
  );
const projectsNamed = (name: string) =>
  env.db.withSystemRole(
    "a test counts",
    async (tx) =>
      (await tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM project WHERE name = ${name}`)).n,
  );

test("a repeated request gets the same response and has no second effect", async () => {
  const key = newKey();
  const first = await create("Once", key);
  env.clock.advance(60_000);
  const repeated = await create("Once", key);
  expect([first.status, repeated.status]).toEqual([201, 201]);
  expect(repeated.json).toEqual(first.json);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  expect(await projectsNamed("Once")).toBe(1);
});

test("of many equal concurrent requests one takes effect and all get its response", async () => {
  const key = newKey();
  const responses = await Promise.all(Array.from({ length: 7 }, () => create("At once", key)));
  expect(responses.map((response) => response.status)).toEqual([201, 201, 201, 201, 201, 201, 201]);
  expect(new Set(responses.map((response) => JSON.stringify(response.json))).size).toBe(1);
  expect(
    responses.filter((response) => response.headers.get("idempotent-replayed") === null),
  ).toHaveLength(1);
  expect(await projectsNamed("At once")).toBe(1);
});

test("one effect leaves one audit event, however often it is requested", async () => {
  const key = newKey();
  for (let n = 0; n < 3; n += 1) await create("Audited once", key);
  const entries = await owner.client.call(api.activity.ofWorkspace, {
    path: { workspace: workspace.handle },
  });
  expect(entries.data.data.filter((entry) => entry.target?.name === "Audited once")).toHaveLength(
    1,
  );
});

test("C68: rejects the same key with a different body", async () => {
  const key = newKey();
  await create("Body one", key);
  const other = await create("Body two", key);
  expect([other.status, other.code]).toEqual([409, "idempotency_key_reused"]);
  expect(await projectsNamed("Body two")).toBe(0);
});

test("C68: equal keys of different users, workspaces and endpoints are independent", async () => {
  const key = newKey();
  const member = await createMember(env, workspace, "administrator");
  const otherWorkspace = await createWorkspace(env, owner, "elsewhere");
  const mine = await create("Mine", key);
  const memberProject = await create("Theirs", key, member);
  const there = await create("Mine", key, owner, otherWorkspace);
  expect([mine.status, memberProject.status, there.status]).toEqual([201, 201, 201]);
  expect(new Set([mine, memberProject, there].map((response) => response.data.id)).size).toBe(3);
});

test("a rejected request is not stored; the same key may be used again", async () => {
  const key = newKey();
  expect((await create("  ", key)).status).toBe(422);
  await create("Taken", newKey());
  expect((await create("taken", key)).status).toBe(422);
  expect((await create("Free", key)).status).toBe(201);
});

test("C68: a user who lost the permission does not get the stored response", async () => {
  const key = newKey();
  const leaving = await createMember(env, workspace, "team_member", "leaving@northwind.test");
  expect((await create("Before leaving", key, leaving)).status).toBe(201);
  await env.db.withSystemRole("a test removes a member", (tx) =>
    tx.execute(
      sql`UPDATE user_workspace_role SET expired_at = ${env.clock.now()} WHERE user_id = ${leaving.id}`,
    ),
  );
  expect((await create("Before leaving", key, leaving)).code).toBe(
    "permission_denied_missing_role",
  );
});

test.each(["short", "x".repeat(65), "with a blank inside it", "ümlaut-is-not-printable-ascii"])(
  "rejects the key %j before any effect",
  async (key) => {
    const response = await create("Bad key", key).catch(() => null);
    // The HTTP client cannot send characters beyond Latin-1.
    if (response !== null)
      expect([response.status, response.fields]).toEqual([422, { "Idempotency-Key": "format" }]);
    expect(await projectsNamed("Bad key")).toBe(0);
  },
);

test("a key expires after a day", async () => {
  const key = newKey();
  const first = (await create("Yesterday", key)).data;
  env.clock.advance(25 * 3_600_000);
  await env.db.withSystemRole("a test enqueues the cleanup job", (tx) =>
    tx.execute(
      sql`SELECT enqueue_job('platform.sweep', '{}', NULL, NULL, NULL, ${env.clock.now()})`,
    ),
  );
  await env.runDueJobs();
  const repeated = await create("Yesterday again", key);
  expect(repeated.status).toBe(201);
  expect(repeated.data.id).not.toBe(first.id);
});

test("a repeated creation of a token is one token, whose secret no table holds", async () => {
  await reauthenticate(env, owner);
  const key = newKey();
  const create = (name: string) =>
    owner.client.call(
      api.tokens.create,
      {
        path: { workspace: workspace.handle },
        body: { name, scopes: ["project.view"] },
      },
      { headers: { "idempotency-key": key } },
    );
  const [first, second] = await Promise.all([create("Deploy"), create("Deploy")]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json).toEqual(first.json);
  expect((await create("Other")).code).toBe("idempotency_key_reused");
  const list = await owner.client.call(api.tokens.list, {
    path: { workspace: workspace.handle },
    query: { search: "Deploy" },
  });
  expect(list.data.data).toHaveLength(1);
  const { secret } = first.data;
  const stored = await env.db.owner.query(
    "SELECT 1 FROM idempotency_record WHERE response_body LIKE '%' || $1 || '%'",
    [secret],
  );
  expect(stored.rowCount).toBe(0);
  // An endpoint without a response body repeats its status.
  const removal = () =>
    owner.client.call(
      api.tokens.remove,
      { path: { workspace: workspace.handle, token: first.data.token.id } },
      { headers: { "idempotency-key": `${key}-removal` } },
    );
  expect([(await removal()).status, (await removal()).status]).toEqual([204, 204]);
});

test("a repeated invitation and a repeated export are one of each", async () => {
  await reauthenticate(env, owner);
  const headers = { "idempotency-key": newKey() };
  const path = { workspace: workspace.handle };
  const invite = (email: string) =>
    owner.client.call(
      api.invites.create,
      { path, body: { emails: [email], roleId: "team_member" } },
      { headers },
    );
  const invited = [await invite("new@idempotency.test"), await invite("new@idempotency.test")];
  expect(invited[1]?.json).toEqual(invited[0]?.json);
  expect((await invite("other@idempotency.test")).code).toBe("idempotency_key_reused");
  const request = () => owner.client.call(api.account.requestDataCopy, {}, { headers });
  const copies = [await request(), await request()];
  expect(copies.map(({ status }) => status)).toEqual([202, 202]);
  expect(copies[1]?.json).toEqual(copies[0]?.json);
});
