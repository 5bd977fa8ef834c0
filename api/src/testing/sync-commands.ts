/** Commands that read the catalog of a region, for the tests of every kind of command. */
import { expect } from "vitest";
import type { Variant } from "#contracts/catalogue.ts";
import { sql } from "../core/db/db.ts";
import { createSubjectCommand } from "../modules/commands/create-commands.ts";
import { commandDefinitions } from "../modules/instances/commands/command-definitions.ts";
import { syncSubject } from "../modules/instances/commands/sync-catalogue.ts";
import { crashEverywhere } from "./crash-stories.ts";
import { bareMetalRegion as region, type TestEnvironment } from "./test-environment.ts";

const tables = { virtual_machine: sql`image_region`, bare_metal: sql`bare_metal_image` };

/** Creates a command, and forgets the images that it has to find. */
export async function createSync(env: TestEnvironment, variant: Variant): Promise<string> {
  return env.db.withSystemRole("a command for a test", async (tx) => {
    await tx.execute(sql`DELETE FROM ${tables[variant]} WHERE region_handle = ${region}`);
    const id = await createSubjectCommand(tx, env.clock.now(), {
      kind: "sync",
      definition: commandDefinitions[variant === "bare_metal" ? "bare_metal.sync" : "sync"],
      subject: syncSubject(variant, region),
      variant,
      regionHandle: region,
      requester: { type: "system" },
      requestId: null,
    });
    if (id === null) throw new Error("The region has an open command");
    return id;
  });
}

export const readSync = (env: TestEnvironment, variant: Variant, id: string) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.one<{ status: string; images: number }>(sql`
      SELECT status, (SELECT count(*) FROM ${tables[variant]} WHERE region_handle = ${region}) AS images FROM command WHERE id = ${id}`),
  );

export const crashSync = (env: TestEnvironment, variant: Variant): Promise<number> =>
  crashEverywhere(
    env,
    async () => ({ commandId: await createSync(env, variant) }),
    async ({ commandId }) => {
      const { status, images } = await readSync(env, variant, commandId);
      expect(status).toBe("succeeded");
      expect(images).toBeGreaterThan(0);
    },
  );
