/** N13: a public address whose answer is lost is found again, and what belongs to no instance is reported. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { makeLogger } from "../core/logger.ts";
import { makeCredential, order, viewInstance } from "../testing/orders.ts";
import { makePerson, makeWorkspace, type Person, type TestWorkspace } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";
import { reconcileRegion } from "./reconcile.ts";

let world: World;
let owner: Person;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  world = await startWorld();
  owner = await makePerson(world, "owner@north.test");
  workspace = await makeWorkspace(world, owner, "north");
  credentialId = await makeCredential(world, workspace, owner);
});
afterEach(() => world.emulator.faults.clear());
afterAll(() => world.stop());

const ordered = async (...hostname: string[]) =>
  (await order(owner.client, { workspace, credentialId, hostname })).data.instances;
const marks = () => {
  const { ports, floatingIps } = world.emulator.world();
  return {
    ports: ports.map(({ name }) => name).sort(),
    addresses: floatingIps.map(({ description }) => description).sort(),
  };
};
const terminate = (instance: string) =>
  owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance },
  });
const lost = { status: 503, retryAfterSeconds: 0, delayMs: 0 };

test("an address whose answer is lost three times is made once each, a full quota leaves nothing, terminate frees all", async () => {
  world.emulator.faults.add({
    match: { method: "POST", pathPattern: "/floatingips$" },
    kind: "lost-answer",
    times: 3,
    ...lost,
  });
  const made = await ordered("first", "second", "third");
  await world.pass(90);
  for (const { id } of made)
    expect((await viewInstance(owner.client, workspace, id)).status).toBe("active");
  const expected = made.map(({ id }) => `boreal-${id}`).sort();
  expect(marks()).toEqual({ ports: expected, addresses: expected });

  const region = world.emulator.state.region("lulea");
  if (region === undefined) throw new Error("no such region");
  const { floatingIps } = region.quota;
  region.quota.floatingIps = made.length;
  try {
    const [refused] = await ordered("fourth");
    await world.pass(90);
    expect(await viewInstance(owner.client, workspace, refused?.id ?? "")).toMatchObject({
      status: "error",
      statusReason: "quota",
    });
    expect(marks()).toEqual({ ports: expected, addresses: expected });
  } finally {
    region.quota.floatingIps = floatingIps;
  }
  for (const { id } of made) await terminate(id);
  await world.pass(60);
  expect(marks()).toEqual({ ports: [], addresses: [] });
});

test("what carries the mark and belongs to no instance is logged with its age and counted", async () => {
  const [kept, gone] = await ordered("kept", "gone");
  await world.pass(60);
  const { floatingIps } = world.emulator.state;
  const own = [...floatingIps.values()].find(
    ({ description }) => description === `boreal-${gone?.id}`,
  );
  if (own === undefined) throw new Error("the instance has no address");
  await terminate(gone?.id ?? "");
  await world.pass(60);
  // A request that the cloud carried out after the instance was gone.
  const createdAtMs = world.clock.now().getTime() - 3_600_000;
  floatingIps.set("left", { ...own, id: "left", portId: null, createdAtMs });
  const lines: string[] = [];
  await world.db.asSystem("a test asks for a full comparison", (tx) =>
    tx.run(sql`UPDATE region SET fully_compared_at = NULL`),
  );
  await reconcileRegion(
    {
      ...world.worker,
      regions: world.regions,
      logger: makeLogger("warn", { write: (line) => lines.push(line) }),
    },
    "lulea",
  );
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { region: "lulea", kind: "address", id: "left", instance: gone?.id, ageSeconds: 3600 },
  ]);
  const figures = await (await world.client().send("GET", "/metrics")).text();
  expect(figures).toContain('boreal_orphaned_resources{region="lulea"} 1');
  expect(figures).toContain('boreal_oldest_orphan_seconds{region="lulea"} 3600');
  // It is only reported: staff decide.
  expect(floatingIps.has("left")).toBe(true);
  expect((await viewInstance(owner.client, workspace, kept?.id ?? "")).status).toBe("active");
});
