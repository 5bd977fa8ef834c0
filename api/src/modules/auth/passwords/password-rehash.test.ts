import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import { fromUniqueIp } from "../../../testing/accounts.ts";
import { createUser } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";
import { defaultPasswordCost } from "./password-cost.ts";
import { createPasswordHasher } from "./password-hasher.ts";

const good = "nine lanterns above the fjord";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());
beforeEach(() => env.clock.advance(3_600_000));

const login = (email: string, password: string) =>
  env.createClient().call(api.auth.login, { body: { email, password } }, fromUniqueIp());
const stored = (id: string) =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ password_hash: string; must_change_password: boolean }>(
      sql`SELECT password_hash, must_change_password FROM user_account WHERE id = ${id}`,
    ),
  );

test("a hash with an outdated cost is replaced at the next successful sign-in, and only then", async () => {
  const passwordHash = await createPasswordHasher(env.keys, defaultPasswordCost).hash(good);
  const user = await createUser(env, "costly@example.org", { passwordHash });
  expect((await login(user.email, "not the password at all")).status).toBe(401);
  expect((await stored(user.id)).password_hash).toBe(passwordHash);
  expect((await login(user.email, good)).status).toBe(200);
  const renewed = (await stored(user.id)).password_hash;
  expect(renewed).not.toBe(passwordHash);
  expect(env.passwords.needsRehash(renewed)).toBe(false);
  expect((await login(user.email, good)).status).toBe(200);
  expect((await stored(user.id)).password_hash).toBe(renewed);
});

test("concurrent sign-ins that rehash the same password all succeed", async () => {
  const passwordHash = await createPasswordHasher(env.keys, defaultPasswordCost).hash(good);
  const user = await createUser(env, "twice@example.org", { passwordHash });
  const responses = await Promise.all([1, 2, 3].map(() => login(user.email, good)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await login(user.email, good)).status).toBe(200);
});

test("a user with a breached password must set another one, and is reminded until then", async () => {
  const user = await createUser(env, "stolen@example.org", {
    passwordHash: await env.passwords.hash("1qaz2wsx3edc4rfv"),
  });
  const response = await login(user.email, "1qaz2wsx3edc4rfv");
  expect(response.data.user.mustChangePassword).toBe(true);
  const passwordHash = await env.passwords.hash(good);
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(sql`UPDATE user_account SET password_hash = ${passwordHash} WHERE id = ${user.id}`),
  );
  expect((await login(user.email, good)).data.user.mustChangePassword).toBe(false);
  expect((await stored(user.id)).must_change_password).toBe(false);
});

test("a password long enough for a customer is too short for staff", async () => {
  const short = "k3!vQpz9Lm2xWf";
  const passwordHash = await env.passwords.hash(short);
  const customer = await createUser(env, "short@example.org", { passwordHash });
  const colleague = await createUser(env, "colleague@example.org", {
    passwordHash,
    staffRole: "Support",
  });
  expect((await login(customer.email, short)).data.user.mustChangePassword).toBe(false);
  expect((await login(colleague.email, short)).data.user.mustChangePassword).toBe(true);
});

test("a hash created without the server's key does not verify", async () => {
  const passwordHash = await hash(good, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const { email } = await createUser(env, "keyless@example.org", { passwordHash });
  expect((await login(email, good)).code).toBe("invalid_credentials");
});
