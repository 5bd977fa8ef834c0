import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { createUser } from "../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

let demo: TestEnvironment;
let production: TestEnvironment;
beforeAll(async () => {
  [demo, production] = await Promise.all([
    startTestEnvironment({ demo: true }),
    startTestEnvironment(),
  ]);
});
afterAll(() => Promise.all([demo.stop(), production.stop()]));

test("a visitor of the demo moves the clock forward for every process", async () => {
  const apiClient = await createUser(demo, "visitor@example.org");
  const now = demo.clock.now().getTime();
  const response = await apiClient.client.call(api.demo.moveClock, { body: { seconds: 60 } });
  expect(response.data.now).toBe(new Date(now + 60_000).toISOString());
  await apiClient.client.call(api.demo.moveClock, { body: { seconds: 3600 } });
  const { offset_ms } = await demo.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ offset_ms: number }>(sql`SELECT offset_ms FROM demo_clock`),
  );
  expect(offset_ms).toBe(3_660_000);
});

test("rejects moving time back, by more than a year at once, or without authentication", async () => {
  const apiClient = await createUser(demo, "traveller@example.org");
  for (const seconds of [0, -5, 1.5, 31_536_001]) {
    expect((await apiClient.client.call(api.demo.moveClock, { body: { seconds } })).status).toBe(
      422,
    );
  }
  expect(
    (await demo.createClient().call(api.demo.moveClock, { body: { seconds: 5 } })).status,
  ).toBe(401);
});

test("the endpoint exists only in the demo", async () => {
  const user = await createUser(production, "user@example.org");
  expect((await user.client.call(api.demo.moveClock, { body: { seconds: 5 } })).code).toBe(
    "method_not_allowed",
  );
});
