import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../../core/db/db.ts";
import {
  fromUniqueIp,
  registration,
  signUp,
  verificationToken,
} from "../../../testing/accounts.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

const dayMs = 24 * 3_600_000;
const register = (email: string) =>
  env.createClient().call(api.auth.register, { body: registration(email) }, fromUniqueIp());
const sweep = async () => {
  await env.db.withSystemRole("a test", (tx) =>
    tx.execute(
      sql`SELECT enqueue_job('platform.sweep', '{}', NULL, NULL, NULL, ${env.clock.now()})`,
    ),
  );
  await env.runDueJobs();
};
const statuses = () =>
  env.db.withSystemRole("a test", (tx) =>
    tx.many<object>(
      sql`SELECT email, status, first_name, password_hash IS NULL AS is_empty FROM user_account ORDER BY first_name DESC, email DESC`,
    ),
  );

test("deletes an account not verified within a week, and its email address can be used again", async () => {
  await signUp(env, "stays@example.org");
  await register("goes@example.org");
  const token = await verificationToken(env, "goes@example.org");
  const stays = {
    email: "stays@example.org",
    status: "active",
    first_name: "Ada",
    is_empty: false,
  };
  env.clock.advance(7 * dayMs);
  await sweep();
  expect(await statuses()).toEqual([
    stays,
    { email: "goes@example.org", status: "unverified", first_name: "Ada", is_empty: false },
  ]);
  env.clock.advance(1);
  await sweep();
  expect(await statuses()).toEqual([
    stays,
    { email: "", status: "deleted", first_name: "", is_empty: true },
  ]);
  const late = await env.createClient().call(api.auth.verifyEmail, { path: { token } });
  expect(late.code).toBe("token_action_expired");
  expect((await register("goes@example.org")).status).toBe(201);
});
