import { afterAll, beforeAll, expect, test } from "vitest";
import { fromUniqueIp } from "../../../testing/accounts.ts";
import { createUser } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

async function signIn(email: string, password: string) {
  const response = await env
    .createClient()
    .send("POST", "/auth/login", { email, password }, fromUniqueIp());
  return [response.status, await response.json()];
}
const holderOf = async (email: string, password: string) =>
  createUser(env, email, { passwordHash: await env.passwords.hash(password) });

test("C13: more than 512 bytes are rejected, even if the hash matches", async () => {
  const oversized = "k3!vQpz9Lm2x".repeat(50);
  const { email } = await holderOf("oversized@example.org", oversized);
  expect(await signIn(email, oversized)).toMatchObject([401, { code: "invalid_credentials" }]);
});

test("C13: the first 72 of 80 characters do not sign in", async () => {
  const long = "k3!vQpz9".repeat(10);
  const { email } = await holderOf("long@example.org", long);
  expect(await signIn(email, long.slice(0, 72))).toMatchObject([
    401,
    { code: "invalid_credentials" },
  ]);
  expect(await signIn(email, long)).toMatchObject([200, { user: { email } }]);
});

test("T41: a password signs in whatever its composition, with all its spaces", async () => {
  const { email } = await holderOf(
    "composed@example.org",
    " Zürcher Kröten fliegen ".normalize("NFC"),
  );
  expect(await signIn(email, " Zürcher Kröten fliegen ".normalize("NFD"))).toMatchObject([200, {}]);
  expect(await signIn(email, "Zürcher Kröten fliegen")).toMatchObject([
    401,
    { code: "invalid_credentials" },
  ]);
});
