/** T12: who has an account is not told by how long a refusal takes: every refusal is the same work. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { fromElsewhere, goodPassword } from "../testing/accounts.ts";
import { HashLog, QueryLog } from "../testing/counting.ts";
import { makePerson, makeWorkspace } from "../testing/people.ts";
import { makeGuarded } from "../testing/two-factor.ts";
import { startWorld, type World } from "../testing/world.ts";

const queries = new QueryLog();
const hashes = new HashLog();
let world: World;
let passwordHash: string;
beforeAll(async () => {
  world = await startWorld({
    trustedProxies: ["127.0.0.1"],
    watch: { database: queries, passwords: hashes },
  });
  passwordHash = await world.passwords.hash(goodPassword);
});
afterAll(() => world.stop());

async function workOf<T>(work: () => Promise<T>) {
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
  const known = await makePerson(world, "known@example.org", { passwordHash });
  const guarded = await makeGuarded(world, "guarded@example.org");
  const elsewhere = await makePerson(world, "only-google@example.org");
  const states = ["deactivated", "frozen", "unverified", "deleted"] as const;
  const others = [];
  for (const status of states) {
    const person = await makePerson(world, `${status}@example.org`, { passwordHash });
    await world.db.asSystem("a test", (tx) =>
      tx.run(sql`UPDATE user_account SET status = ${status} WHERE id = ${person.id}`),
    );
    others.push(person);
  }
  return [known, guarded, elsewhere, ...others]
    .map(({ email }) => email)
    .concat("unknown@example.org");
}

test("a wrong password costs one hash and the same queries, whoever's it is and whether anybody's", async () => {
  const seen = new Set<string>();
  for (const email of await everyKind()) {
    for (const password of ["not the password at all", "x".repeat(600)]) {
      const { result, ...work } = await workOf(() =>
        world.client().call(api.auth.login, { body: { email, password } }, fromElsewhere()),
      );
      expect([email, result.status, result.code]).toEqual([email, 401, "invalid_credentials"]);
      seen.add(JSON.stringify(work));
    }
  }
  expect([...seen]).toHaveLength(1);
  expect(JSON.parse([...seen][0] ?? "")).toMatchObject({ hashed: 0, verified: 1 });
});

test("a device cookie makes no difference to it either", async () => {
  const client = world.client();
  client.cookies.set("did", "a".repeat(43));
  const seen = new Set<string>();
  for (const email of ["known@example.org", "unknown@example.org"]) {
    world.clock.advance(3_600_000);
    const { result, ...work } = await workOf(() =>
      client.call(api.auth.login, { body: { email, password: "wrong" } }, fromElsewhere()),
    );
    expect(result.code).toBe("invalid_credentials");
    seen.add(JSON.stringify(work));
  }
  expect([...seen]).toHaveLength(1);
});

test("C04: of a hundred wrong passwords at once five are hashed, and a blocked account costs none", async () => {
  world.clock.advance(3_600_000);
  const { email } = await makePerson(world, "flooded@example.org", { passwordHash });
  const wrong = () =>
    world.client().call(api.auth.login, { body: { email, password: "wrong" } }, fromElsewhere());
  const flood = await workOf(() => Promise.all(Array.from({ length: 100 }, wrong)));
  expect(flood.verified).toBe(5);
  const refused = flood.result.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(95);
  for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBe(30);
  expect((await workOf(wrong)).verified).toBe(0);
});

test("a right password costs one hash as well", async () => {
  world.clock.advance(3_600_000);
  const right = await workOf(() =>
    world
      .client()
      .call(
        api.auth.login,
        { body: { email: "known@example.org", password: goodPassword } },
        fromElsewhere(),
      ),
  );
  expect([right.result.status, right.hashed, right.verified]).toEqual([200, 0, 1]);
});

test("a signed-in request asks one question for session, person, role and workspace together", async () => {
  const person = await makePerson(world, "asks@example.org");
  await makeWorkspace(world, person, "asked");
  const openings = (texts: readonly string[]) =>
    texts.filter((text) => text.includes("open_request"));
  const asked = await workOf(() =>
    person.client.call(api.workspaces.view, { path: { workspace: "asked" } }),
  );
  expect(asked.result.status).toBe(200);
  expect(openings(asked.queries)).toHaveLength(1);
  expect(asked.queries.filter((text) => /\b(session|user_account)\b/.test(text))).toEqual([]);
  const list = await workOf(() =>
    person.client.call(api.projects.list, { path: { workspace: "asked" } }),
  );
  expect(list.result.status).toBe(200);
  expect(openings(list.queries)).toHaveLength(1);
  expect(list.queries).toHaveLength(2);
});
