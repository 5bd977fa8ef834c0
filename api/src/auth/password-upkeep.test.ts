import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { fromElsewhere } from "../testing/accounts.ts";
import { makePerson } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";
import { usualPasswordCost } from "./password-cost.ts";
import { passwordsOf } from "./passwords.ts";

const good = "nine lanterns above the fjord";

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

const login = (email: string, password: string) =>
  world.client().call(api.auth.login, { body: { email, password } }, fromElsewhere());
const stored = (id: string) =>
  world.db.asSystem("a test looks", (tx) =>
    tx.one<{ password_hash: string; must_change_password: boolean }>(
      sql`SELECT password_hash, must_change_password FROM user_account WHERE id = ${id}`,
    ),
  );

test("a hash of another cost is made anew at the next sign-in with the right password, and only then", async () => {
  const passwordHash = await passwordsOf(world.keys, usualPasswordCost).hash(good);
  const person = await makePerson(world, "costly@example.org", { passwordHash });
  expect((await login(person.email, "not the password at all")).status).toBe(401);
  expect((await stored(person.id)).password_hash).toBe(passwordHash);
  expect((await login(person.email, good)).status).toBe(200);
  const renewed = (await stored(person.id)).password_hash;
  expect(renewed).not.toBe(passwordHash);
  expect(world.passwords.needsRehash(renewed)).toBe(false);
  expect((await login(person.email, good)).status).toBe(200);
  expect((await stored(person.id)).password_hash).toBe(renewed);
});

test("sign-ins side by side that renew one hash all succeed", async () => {
  const passwordHash = await passwordsOf(world.keys, usualPasswordCost).hash(good);
  const person = await makePerson(world, "twice@example.org", { passwordHash });
  const answers = await Promise.all([1, 2, 3].map(() => login(person.email, good)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await login(person.email, good)).status).toBe(200);
});

test("whoever signs in with a password that is known to be stolen is told to set another, until they have", async () => {
  const person = await makePerson(world, "stolen@example.org", {
    passwordHash: await world.passwords.hash("1qaz2wsx3edc4rfv"),
  });
  const answer = await login(person.email, "1qaz2wsx3edc4rfv");
  expect(answer.data.user.mustChangePassword).toBe(true);
  const passwordHash = await world.passwords.hash(good);
  await world.db.asSystem("a test", (tx) =>
    tx.run(sql`UPDATE user_account SET password_hash = ${passwordHash} WHERE id = ${person.id}`),
  );
  expect((await login(person.email, good)).data.user.mustChangePassword).toBe(false);
  expect((await stored(person.id)).must_change_password).toBe(false);
});

test("a password that is long enough for a customer is too short for staff", async () => {
  const short = "k3!vQpz9Lm2xWf";
  const passwordHash = await world.passwords.hash(short);
  const customer = await makePerson(world, "short@example.org", { passwordHash });
  const colleague = await makePerson(world, "colleague@example.org", {
    passwordHash,
    staffRole: "Support",
  });
  expect((await login(customer.email, short)).data.user.mustChangePassword).toBe(false);
  expect((await login(colleague.email, short)).data.user.mustChangePassword).toBe(true);
});

test("a hash that was made without the server's key opens nothing", async () => {
  const passwordHash = await hash(good, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const { email } = await makePerson(world, "keyless@example.org", { passwordHash });
  expect((await login(email, good)).code).toBe("invalid_credentials");
});
