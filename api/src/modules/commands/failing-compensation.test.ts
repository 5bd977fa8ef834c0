/** Every kind of the registry with a provider that rejects its compensation: the command ends where staff can resolve it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Variant } from "#contracts/catalogue.ts";
import { sql, type Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { insertInstance } from "../../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import type { BareMetalProvider } from "../../ports/bare-metal.ts";
import { ComputeError, type ComputeProvider } from "../../ports/compute.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import { syncSubject } from "../instances/commands/sync-catalogue.ts";
import { type CommandDefinition, done, failed } from "./command-definition.ts";
import { createCommands, createSubjectCommand } from "./create-commands.ts";
import { advanceCommand } from "./engine.ts";
import { resolveStep } from "./resolve-step.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@north.test");
  workspace = await createWorkspace(env, owner, "north");
});
afterAll(() => env.stop());

/** All steps are done, except the last one, which fails. */
const failingAtTheEnd = (definition: CommandDefinition): CommandDefinition => ({
  ...definition,
  steps: definition.steps.map((step, position) => ({
    ...step,
    run: async () =>
      position === definition.steps.length - 1
        ? failed("internal", "a failure of the test")
        : done(),
  })),
});

/** Rejects every operation, and counts them. */
function rejecting<Provider extends ComputeProvider | BareMetalProvider>(
  original: Provider,
  counter: { calls: number },
): Provider {
  const provider: Provider = new Proxy(original, {
    get: (_, name) => {
      if (name === "checkedBy") return () => provider;
      return () => {
        counter.calls += 1;
        return Promise.reject(ComputeError.rejected("forbidden", "not allowed"));
      };
    },
  });
  return provider;
}

/** The item of the instance, or of a command that has it as its subject. */
async function insertItem(tx: Tx, instance: string | null): Promise<string> {
  const id = uuidv7(env.clock.now());
  const state = instance === null ? "erasing" : "in_use";
  await tx.execute(sql`
    INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, state, instance_id, has_customer_data,
      created_at, updated_at)
    SELECT ${id}, id, 'lulea', ${id}, ${id}, '', ${state}, ${instance}, true, ${env.clock.now()}, ${env.clock.now()}
      FROM product WHERE variant = 'bare_metal' LIMIT 1`);
  return id;
}

const request = { requester: { type: "system" }, requestId: null } as const;

async function createEraseCommand(definition: CommandDefinition): Promise<string> {
  const id = await env.db.withSystemRole("a command for a test", async (tx) =>
    createSubjectCommand(tx, env.clock.now(), {
      kind: "erase",
      definition,
      subject: `bare_metal_item ${await insertItem(tx, null)}`,
      regionHandle: "testland",
      ...request,
    }),
  );
  return id ?? "";
}

async function createSyncCommand(definition: CommandDefinition, variant: Variant): Promise<string> {
  const id = await env.db.withSystemRole("a command for a test", (tx) =>
    createSubjectCommand(tx, env.clock.now(), {
      kind: "sync",
      definition,
      subject: syncSubject(variant, "testland"),
      variant,
      regionHandle: "testland",
      ...request,
    }),
  );
  return id ?? "";
}

async function createCommand(key: string, definition: CommandDefinition): Promise<string> {
  if (key === "erase") return createEraseCommand(definition);
  const [kind = key, isBareMetal] = key.split(".").toReversed();
  const variant = isBareMetal === undefined ? "virtual_machine" : "bare_metal";
  if (kind === "sync") return createSyncCommand(definition, variant);
  const instance = await insertInstance(env, workspace, owner, {
    hostname: `n-${key.replaceAll(/[_.]/g, "-")}`,
  });
  return env.db.withSystemRole("a command for a test", async (tx) => {
    await tx.execute(sql`UPDATE instance SET provider_server_id = 'server' WHERE id = ${instance}`);
    if (variant === "bare_metal") await insertItem(tx, instance);
    await createCommands(tx, env.clock.now(), {
      kind,
      definition,
      workspaceId: workspace.id,
      instanceIds: [instance],
      variant,
      regionHandle: "testland",
      ...request,
    });
    const { id } = await tx.one<{ id: string }>(
      sql`SELECT id FROM command WHERE instance_id = ${instance}`,
    );
    return id;
  });
}

const stateOf = (commandId: string) =>
  env.db.withSystemRole("a test", (tx) =>
    tx.one<{ status: string; waiting: { id: string; reason: string }[] }>(sql`
      SELECT status, (SELECT coalesce(json_agg(json_build_object('id', id, 'reason', waiting_reason)), '[]') FROM instance_log
        WHERE command_id = command.id AND waiting_reason IS NOT NULL) AS waiting
        FROM command WHERE id = ${commandId}`),
  );

/** Commands whose compensation calls no provider, so it cannot be rejected. */
const compensatedWithoutProvider = ["bare_metal.create"];

test.each(Object.entries(commandDefinitions))(
  "a compensation of %s that cannot finish ends in a state that staff can resolve",
  async (kind, registered) => {
    const definition = failingAtTheEnd(registered);
    const counter = { calls: 0 };
    const compute = env.regions.compute("lulea");
    const bareMetal = env.regions.bareMetal("lulea");
    if (compute === null || bareMetal === null) throw new Error("The region does not exist");
    const metal = { ...bareMetal, provider: rejecting(bareMetal.provider, counter) };
    const definitions = { [kind]: definition };
    const deps = {
      ...env.worker,
      definitions,
      regions: {
        ...env.regions,
        compute: () => rejecting(compute, counter),
        bareMetal: () => metal,
      },
    };
    const commandId = await createCommand(kind, definition);
    const advance = async () => {
      for (let turn = 0; turn < 30; turn++) {
        await advanceCommand(deps, commandId);
        env.clock.advance(900_000);
      }
    };
    const compensated = definition.steps.filter(
      ({ compensate }) => compensate !== undefined && !compensatedWithoutProvider.includes(kind),
    );
    for (const _step of compensated) {
      const before = counter.calls;
      await advance();
      const { status, waiting } = await stateOf(commandId);
      expect({ status, waiting }).toMatchObject({
        status: "waiting",
        waiting: [{ reason: "compensation_failed" }],
      });
      expect(counter.calls - before).toBeGreaterThan(0);
      expect(counter.calls - before).toBeLessThanOrEqual(8);
      await env.db.withSystemRole("staff resolve a step", (tx) =>
        resolveStep(
          definitions,
          tx,
          env.clock.now(),
          { commandId, logId: waiting[0]?.id ?? "" },
          { outcome: "complete", note: "By hand", staffId: owner.id, role: "Admin" },
        ),
      );
    }
    await advance();
    expect(await stateOf(commandId)).toEqual({ status: "failed", waiting: [] });
  },
);
