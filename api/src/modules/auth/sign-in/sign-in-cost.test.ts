/** T12: response times do not reveal whether an account exists: every rejection does the same work. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp, validPassword } from "../../../testing/accounts.ts";
import { HashCounter, QueryCounter } from "../../../testing/counters.ts";
import { createUser, createWorkspace } from "../../../testing/users.ts";
import { createTwoFactorUser } from "../../../testing/two-factor.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

const queries = new QueryCounter();
const hashes = new HashCounter();
let env: TestEnvironment;
let passwordHash: string;
beforeAll(async () => {
  env = await startTestEnvironment({
    trustedProxies: ["127.0.0.1"],
    watch: { database: queries, passwords: hashes },
  });
  passwordHash = await env.passwords.hash(validPassword);
});
afterAll(() => env.stop());

async function measureWork<T>(work: () => Promise<T>) {
  const before = { hashed: hashes.hashed, verified: hashes.verified };
  queries.texts.length = 0;
  const result = await work();
  return {
    result,
    hashed: hashes.hashed - before.hashed,
    verified: hashes.verified - before.verified,
    queries: [...queries.texts],
  };
}

async function everyKind(): Promise<string[]> {
  const existingUser = await createUser(env, "known@example.org", { passwordHash });
  const guarded = await createTwoFactorUser(env, "guarded@example.org");
  const oauthUser = await createUser(env, "only-google@example.org");
  const states = ["deactivated", "frozen", "unverified", "deleted"] as const;
  const others = [];
  for (const status of states) {
    const user = await createUser(env, `${status}@example.org`, { passwordHash });
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`),
    );
    others.push(user);
  }
  return [existingUser, guarded, oauthUser, ...others]
    .map(({ email }) => email)
    .concat("unknown@example.org");
}

test("a wrong password costs one hash and the same queries, whether the account exists or not", async () => {
  const seen = new Set<string>();
  for (const email of await everyKind()) {
    for (const password of ["not the password at all", "x".repeat(600)]) {
      const { result, ...work } = await measureWork(() =>
        env.createClient().call(api.auth.login, { body: { email, password } }, fromUniqueIp()),
      );
      expect([email, result.status, result.code]).toEqual([email, 401, "invalid_credentials"]);
      seen.add(JSON.stringify(work));
    }
  }
  expect([...seen]).toHaveLength(1);
  expect(JSON.parse([...seen][0] ?? "")).toMatchObject({ hashed: 0, verified: 1 });
});

test("a device cookie makes no difference", async () => {
  const client = env.createClient();
  client.cookies.set("did", "a".repeat(43));
  const seen = new Set<string>();
  for (const email of ["known@example.org", "unknown@example.org"]) {
    env.clock.advance(3_600_000);
    const { result, ...work } = await measureWork(() =>
      client.call(api.auth.login, { body: { email, password: "wrong" } }, fromUniqueIp()),
    );
    expect(result.code).toBe("invalid_credentials");
    seen.add(JSON.stringify(work));
  }
  expect([...seen]).toHaveLength(1);
});

test("C04: of a hundred concurrent wrong passwords five are hashed, and a blocked account costs none", async () => {
  env.clock.advance(3_600_000);
  const { email } = await createUser(env, "flooded@example.org", { passwordHash });
  const wrong = () =>
    env.createClient().call(api.auth.login, { body: { email, password: "wrong" } }, fromUniqueIp());
  const flood = await measureWork(() => Promise.all(Array.from({ length: 100 }, wrong)));
  expect(flood.verified).toBe(5);
  const rejected = flood.result.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(95);
  for (const { headers } of rejected) expect(Number(headers.get("retry-after"))).toBe(30);
  expect((await measureWork(wrong)).verified).toBe(0);
});

test("a valid password costs one hash as well", async () => {
  env.clock.advance(3_600_000);
  const right = await measureWork(() =>
    env
      .createClient()
      .call(
        api.auth.login,
        { body: { email: "known@example.org", password: validPassword } },
        fromUniqueIp(),
      ),
  );
  expect([right.result.status, right.hashed, right.verified]).toEqual([200, 0, 1]);
});

test("an authenticated request looks up session, user, role and workspace in one query", async () => {
  const user = await createUser(env, "requests@example.org");
  await createWorkspace(env, user, "requested");
  const openings = (texts: readonly string[]) =>
    texts.filter((text) => text.includes("begin_session_request"));
  const work = await measureWork(() =>
    user.client.call(api.workspaces.view, { path: { workspace: "requested" } }),
  );
  expect(work.result.status).toBe(200);
  expect(openings(work.queries)).toHaveLength(1);
  expect(work.queries.filter((text) => /\b(session|user_account)\b/.test(text))).toEqual([]);
  const list = await measureWork(() =>
    user.client.call(api.projects.list, { path: { workspace: "requested" } }),
  );
  expect(list.result.status).toBe(200);
  expect(openings(list.queries)).toHaveLength(1);
  expect(list.queries).toHaveLength(2);
});
