import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { type Throttle, type ThrottleRule, createThrottle } from "./throttle.ts";

const doubling: ThrottleRule = {
  name: "doubling",
  limit: 5,
  windowSeconds: 900,
  firstBlockSeconds: 30,
};
const hourly: ThrottleRule = { name: "hourly", limit: 3, windowSeconds: 3600 };

let env: TestEnvironment;
let throttle: Throttle;
beforeAll(async () => {
  env = await startTestEnvironment();
  throttle = createThrottle(env.db, env.keys);
});
afterAll(() => env.stop());

const meet = (rule: ThrottleRule, subject: string) =>
  throttle.consume(rule, subject, env.clock.now());
const take = async (rule: ThrottleRule, subject: string) =>
  (await meet(rule, subject))?.seconds ?? null;
const afterSeconds = (seconds: number) => env.clock.advance(seconds * 1000);

test("of a hundred concurrent attempts only as many as the limit pass", async () => {
  const results = await Promise.all(Array.from({ length: 100 }, () => take(doubling, "parallel")));
  expect(results.filter((seconds) => seconds === null)).toHaveLength(5);
  expect(results.filter((seconds) => seconds === 30)).toHaveLength(95);
});

test("each further block is twice as long, up to the window, and never permanent", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await take(doubling, "patient")).toBeNull();
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    expect(await take(doubling, "patient")).toBe(seconds);
    afterSeconds(seconds - 1);
    expect(await take(doubling, "patient")).toBe(1);
    afterSeconds(1);
    // One more attempt passes; a new window would allow five.
    expect(await take(doubling, "patient")).toBeNull();
    for (let more = 0; more < 4; more += 1) await take(doubling, "patient");
  }
});

test("marks only the first rejected attempt of each block as new", async () => {
  for (let block = 0; block < 2; block += 1) {
    const met = await Promise.all(Array.from({ length: 30 }, () => meet(doubling, "flooded")));
    expect(met.filter((one) => one?.isNew === true)).toHaveLength(1);
    expect(await meet(doubling, "flooded")).toEqual({ seconds: expect.any(Number), isNew: false });
    afterSeconds(60);
  }
});

test("everything is reset after 15 minutes without attempts", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await take(doubling, "calm");
  afterSeconds(30 + 900);
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await take(doubling, "calm")).toBeNull();
  expect(await take(doubling, "calm")).toBe(30);
});

test("without doubling a block lasts to the end of the window", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await take(hourly, "hour")).toBeNull();
  afterSeconds(600);
  expect(await take(hourly, "hour")).toBe(3000);
  afterSeconds(3000);
  expect(await take(hourly, "hour")).toBeNull();
});

test("a refunded attempt does not count and lifts the block it caused", async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    expect(await take(doubling, "busy office")).toBeNull();
    await throttle.refund(doubling, "busy office");
  }
  for (let attempt = 0; attempt < 4; attempt += 1) await take(doubling, "busy office");
  expect(await take(doubling, "busy office")).toBeNull();
  await throttle.refund(doubling, "busy office");
  expect(await take(doubling, "busy office")).toBeNull();
  expect(await take(doubling, "busy office")).toBe(30);
});

test("a refund after earlier blocks lifts the block but keeps the block length growing", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await take(doubling, "unlucky office");
  expect(await take(doubling, "unlucky office")).toBe(30);
  afterSeconds(30);
  for (let colleague = 0; colleague < 10; colleague += 1) {
    expect(await take(doubling, "unlucky office")).toBeNull();
    await throttle.refund(doubling, "unlucky office");
  }
  expect(await take(doubling, "unlucky office")).toBeNull();
  expect(await take(doubling, "unlucky office")).toBe(60);
});

test("a cleared key starts anew, and keys are independent", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await take(doubling, "cleared");
  expect(await take(hourly, "cleared")).toBeNull();
  await throttle.reset(doubling, "cleared");
  expect(await take(doubling, "cleared")).toBeNull();
});

test("a count persists when the guarded request is rolled back", async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const failing = env.db.withSystemRole("a test", async () => {
      await take(doubling, "rolled back");
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
  }
  expect(await take(doubling, "rolled back")).toBe(30);
});
