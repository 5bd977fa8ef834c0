/** Staff have the catalog of a region read again: virtual machines and bare metal, twice at once, and during an outage. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { Variant } from "#contracts/catalogue.ts";
import { sql } from "../../core/db/db.ts";
import {
  bareMetalRegion,
  startTestEnvironment,
  type TestEnvironment,
} from "../../testing/test-environment.ts";
import { createUser, type TestUser } from "../../testing/users.ts";

let env: TestEnvironment;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
});
afterAll(() => env.stop());

const sync = (body: { regionHandle: string; variant?: Variant }) =>
  admin.client.call(api.regionSync.sync, { body });
const view = async (adminCommand: string) =>
  (await admin.client.call(api.adminCommands.view, { path: { adminCommand } })).data;

test.each([
  ["virtual_machine", "image_region", "region"],
  ["bare_metal", "bare_metal_image", "bare_metal_region"],
] as const)(
  "a sync of %s finds the images again, with its steps for staff",
  async (variant, table, subject) => {
    const images = () =>
      env.db.withSystemRole("a test", (tx) =>
        tx.one<{ count: number }>(
          variant === "bare_metal"
            ? sql`SELECT count(*) FROM bare_metal_image WHERE region_handle = ${bareMetalRegion}`
            : sql`SELECT count(*) FROM image_region WHERE region_handle = ${bareMetalRegion}`,
        ),
      );
    const { count } = await images();
    expect(count, table).toBeGreaterThan(0);
    await env.db.withSystemRole("a test", (tx) =>
      tx.execute(
        variant === "bare_metal"
          ? sql`DELETE FROM bare_metal_image WHERE region_handle = ${bareMetalRegion}`
          : sql`DELETE FROM image_region WHERE region_handle = ${bareMetalRegion}`,
      ),
    );
    const both = await Promise.all(
      [1, 2].map(() => sync({ regionHandle: bareMetalRegion, variant })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const accepted = both.find(({ status }) => status === 202)?.data.commandId ?? "";
    await env.advanceTime(5);
    expect(await view(accepted)).toMatchObject({
      kind: "sync",
      variant,
      status: "succeeded",
      workspace: null,
      instance: null,
      subject: `${subject} ${bareMetalRegion}`,
      requestedByType: "staff",
      requestedBy: { id: admin.id },
      steps: [{ step: "catalog", status: "complete" }],
    });
    expect((await images()).count).toBe(count);
    expect((await sync({ regionHandle: bareMetalRegion, variant })).status).toBe(202);
    await env.advanceTime(5);
  },
);

test("a region without a provider of the variant is rejected at its field", async () => {
  expect((await sync({ regionHandle: "atlantis" })).fields).toEqual({ regionHandle: "unknown" });
  expect((await sync({ regionHandle: "kajaani", variant: "bare_metal" })).fields).toEqual({
    regionHandle: "unknown",
  });
});

test("a sync waits while the region does not respond, and ends when it does", async () => {
  env.emulator.faults.add({ match: { service: "compute" }, kind: "down" });
  const { commandId } = (await sync({ regionHandle: "keflavik" })).data;
  await env.advanceTime(60);
  expect(["queued", "running"]).toContain((await view(commandId)).status);
  env.emulator.faults.clear();
  await env.advanceTime(120);
  expect((await view(commandId)).status).toBe("succeeded");
});
