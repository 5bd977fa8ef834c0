/** The circuit breaker of a region when it is read and changed at the same time. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import { runBlockedOnRow, runDuringRowLock } from "../../testing/race.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { markReachable, markUnreachable, readCircuit } from "./region-reachability.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
beforeEach(async () => {
  env.clock.advance(60_000);
  await env.db.withSystemRole("a test", (tx) => markUnreachable(tx, "lulea", env.clock.now()));
});
afterAll(() => env.stop());

const region = sql`SELECT FROM region WHERE handle = 'lulea'`;
const read = () =>
  env.db.withSystemRole("a test", (tx) => readCircuit(tx, env.clock.now(), "lulea"));

test("one caller per interval probes a region that does not respond", async () => {
  const circuits = await runBlockedOnRow(env, region, 3, () => [read(), read(), read()]);
  expect(circuits.sort()).toEqual(["open", "open", "probe"]);
  env.clock.advance(14_999);
  expect(await read()).toBe("open");
  env.clock.advance(1);
  expect(await read()).toBe("probe");
});

test("a region that is marked as reachable while a caller waits for its row is closed", async () => {
  expect(await runDuringRowLock(env, region, read, (tx) => markReachable(tx, "lulea"))).toBe(
    "closed",
  );
});

test("a region that responds is read without its lock", async () => {
  await env.db.withSystemRole("a test", (tx) => markReachable(tx, "lulea"));
  await env.db.withSystemRole("a test locks a row", async (tx) => {
    await tx.execute(sql`${region} FOR UPDATE`);
    expect(await read()).toBe("closed");
  });
});
