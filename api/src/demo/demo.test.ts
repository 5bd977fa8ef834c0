import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { makePerson } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";

let demo: World;
let production: World;
beforeAll(async () => {
  [demo, production] = await Promise.all([startWorld({ demo: true }), startWorld()]);
});
afterAll(() => Promise.all([demo.stop(), production.stop()]));

test("a visitor of the demo moves its clock forward, for every process", async () => {
  const visitor = await makePerson(demo, "visitor@example.org");
  const now = demo.clock.now().getTime();
  const answer = await visitor.client.call(api.demo.moveClock, { body: { seconds: 60 } });
  expect(answer.data.now).toBe(new Date(now + 60_000).toISOString());
  await visitor.client.call(api.demo.moveClock, { body: { seconds: 3600 } });
  const { offset_ms } = await demo.db.asSystem("a test looks", (tx) =>
    tx.one<{ offset_ms: number }>(sql`SELECT offset_ms FROM demo_clock`),
  );
  expect(offset_ms).toBe(3_660_000);
});

test("time does not go back, nor forward by more than a year at once, nor for strangers", async () => {
  const visitor = await makePerson(demo, "traveller@example.org");
  for (const seconds of [0, -5, 1.5, 31_536_001]) {
    expect((await visitor.client.call(api.demo.moveClock, { body: { seconds } })).status).toBe(422);
  }
  expect((await demo.client().call(api.demo.moveClock, { body: { seconds: 5 } })).status).toBe(401);
});

test("outside the demo nobody moves time", async () => {
  const person = await makePerson(production, "person@example.org");
  expect((await person.client.call(api.demo.moveClock, { body: { seconds: 5 } })).code).toBe(
    "method_not_allowed",
  );
});
