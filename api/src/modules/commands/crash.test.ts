/** Crash injection: every command with a process crash at each point ends like an uninterrupted one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { CommandKind } from "#contracts/commands.ts";
import type { ResetAction } from "#contracts/instance-states.ts";
import { sql } from "../../core/db/db.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import type { ComputeProvider } from "../../ports/compute.ts";
import { resumeCommand, crashAt } from "../../testing/crash-injection.ts";
import { crashEverywhere, isOpen, newestCommand } from "../../testing/crash-stories.ts";
import { crashSync, createSync, readSync } from "../../testing/sync-commands.ts";
import {
  createOrderContext,
  getInstance,
  orderInstance,
  restock,
} from "../../testing/order-instances.ts";
import type { TestUser, TestWorkspace } from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
});
afterAll(() => env.stop());

let instanceCount = 0;
const orderOne = async (name = "instance") => {
  instanceCount += 1;
  return orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: [`${name}-${instanceCount}`],
  });
};

interface Left {
  status: string;
  commands: string[];
  steps: string[];
  intervals: { start: number; end: number | null }[];
  events: number;
}

const readFinalState = (instanceId: string) =>
  env.db.withSystemRole("a test reads the final state", (tx) =>
    tx.one<Left>(sql`
      SELECT i.status,
        (SELECT array_agg(kind || ' ' || status ORDER BY created_at, id) FROM command WHERE instance_id = i.id) AS commands,
        (SELECT array_agg(DISTINCT status) FROM instance_log WHERE instance_id = i.id) AS steps,
        (SELECT coalesce(json_agg(json_build_object('start', start_second, 'end', end_second) ORDER BY interval_number), '[]') FROM usage_interval WHERE instance_id = i.id) AS intervals,
        (SELECT count(*) FROM meter_event WHERE instance_id = i.id) AS events
      FROM instance i WHERE i.id = ${instanceId}`),
  );

/** Resources of an instance in the cloud. */
const inCloud = (instanceId: string) => {
  const mark = `boreal-${instanceId}`;
  const { servers, ports, floatingIps } = env.emulator.world();
  return {
    servers: servers.filter(({ tags }) => tags.includes(mark)).length,
    ports: ports.filter(({ name }) => name === mark).length,
    floatingIps: floatingIps.filter(({ description }) => description === mark).length,
  };
};
const oneOfEach = { servers: 1, ports: 1, floatingIps: 1 };
const nothing = { servers: 0, ports: 0, floatingIps: 0 };

/** Of the instance that `prepare` returns. */
const dieEverywhere = (
  prepare: () => Promise<string>,
  check: (instanceId: string) => Promise<void>,
): Promise<number> =>
  crashEverywhere(
    env,
    async () => {
      const instanceId = await prepare();
      return { instanceId, commandId: await newestCommand(env, instanceId) };
    },
    ({ instanceId }) => check(instanceId),
  );

const terminateOne = (id: string, query: { now?: "true" } = {}) =>
  owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance: id },
    query,
  });

const serverStatus = (instanceId: string) =>
  env.emulator.world().servers.find(({ tags }) => tags.includes(`boreal-${instanceId}`))?.status;

const power =
  (action: ResetAction, before: "active" | "stopped", after: "active" | "stopped") => async () => {
    const { id } = await orderOne();
    await env.advanceTime(20);
    const path = { workspace: workspace.handle, instance: id };
    if (before === "stopped") {
      await owner.client.call(api.instances.reset, { path, body: { action: "power_off" } });
      await env.advanceTime(20);
    }
    return dieEverywhere(
      async () => {
        await env.db.withSystemRole("a test", (tx) =>
          tx.execute(sql`UPDATE instance SET status = ${before} WHERE id = ${id}`),
        );
        const row = [...env.emulator.state.servers.values()].find(({ tags }) =>
          tags.includes(`boreal-${id}`),
        );
        if (row !== undefined) env.emulator.state.force(row, { vmState: before, taskState: null });
        expect(
          (await owner.client.call(api.instances.reset, { path, body: { action } })).status,
        ).toBe(202);
        return id;
      },
      async () => {
        expect(await getInstance(owner.client, workspace, id)).toMatchObject({
          status: after,
          statusReason: null,
        });
        const finalState = await readFinalState(id);
        expect(finalState.commands.at(-1)).toBe(`${action} succeeded`);
        expect(finalState.intervals).toHaveLength(1);
        expect(inCloud(id)).toEqual(oneOfEach);
      },
    );
  };

/** Kinds without an instance are in bare-metal-crash.test.ts. */
const stories: Record<Exclude<CommandKind, "erase">, () => Promise<number>> = {
  create: () =>
    dieEverywhere(
      async () => (await orderOne()).id,
      async (id) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "active",
          commands: ["create succeeded"],
          steps: ["complete"],
          intervals: [{ end: null }],
          events: 1,
        });
        expect(inCloud(id)).toEqual(oneOfEach);
      },
    ),
  reboot: power("reboot", "active", "active"),
  hard_reboot: power("hard_reboot", "active", "active"),
  power_on: power("power_on", "stopped", "active"),
  power_off: power("power_off", "active", "stopped"),
  reinstall: async () => {
    const { id } = await orderOne();
    await env.advanceTime(20);
    const { publicIp } = await getInstance(owner.client, workspace, id);
    return dieEverywhere(
      async () => {
        env.clock.advance(1000);
        const path = { workspace: workspace.handle, instance: id };
        const response = await owner.client.call(api.instances.reinstall, { path, body: {} });
        expect(response.status).toBe(202);
        return id;
      },
      async () => {
        expect(await getInstance(owner.client, workspace, id)).toMatchObject({
          status: "active",
          statusReason: null,
          publicIp,
        });
        const finalState = await readFinalState(id);
        expect(finalState.commands.at(-1)).toBe("reinstall succeeded");
        expect(finalState.intervals).toHaveLength(1);
        expect(inCloud(id)).toEqual(oneOfEach);
      },
    );
  },
  terminate: () => {
    let acceptedAt = 0;
    return dieEverywhere(
      async () => {
        const { id } = await orderOne();
        await env.advanceTime(20);
        acceptedAt = env.clock.now().getTime() / 1000;
        await owner.client.call(api.instances.terminate, {
          path: { workspace: workspace.handle, instance: id },
          query: { now: "true" },
        });
        return id;
      },
      async (id) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "terminated",
          commands: ["create succeeded", "terminate succeeded"],
          intervals: [{ end: acceptedAt }],
          events: 2,
        });
        expect(inCloud(id)).toEqual(nothing);
      },
    );
  },
  keep: () => {
    let acceptedAt = 0;
    return dieEverywhere(
      async () => {
        const { id } = await orderOne();
        await env.advanceTime(20);
        acceptedAt = env.clock.now().getTime() / 1000;
        await terminateOne(id);
        return id;
      },
      async (id) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "terminated",
          commands: ["create succeeded", "keep succeeded"],
          intervals: [{ end: acceptedAt }],
          events: 2,
        });
        expect(inCloud(id)).toEqual(oneOfEach);
        expect(serverStatus(id)).toBe("SHUTOFF");
      },
    );
  },
  restore: () =>
    dieEverywhere(
      async () => {
        const { id } = await orderOne();
        await env.advanceTime(20);
        await terminateOne(id);
        await env.advanceTime(30);
        const path = { workspace: workspace.handle, instance: id };
        await owner.client.call(api.instanceLifecycle.restore, { path });
        return id;
      },
      async (id) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "active",
          commands: ["create succeeded", "keep succeeded", "restore succeeded"],
          intervals: [{ end: expect.any(Number) }, { end: null }],
          events: 3,
        });
        expect(inCloud(id)).toEqual(oneOfEach);
        expect(serverStatus(id)).toBe("ACTIVE");
      },
    ),
  sync: () => crashSync(env, "virtual_machine"),
  purge: () =>
    dieEverywhere(
      async () => {
        const { id } = await orderOne();
        await env.advanceTime(20);
        await terminateOne(id);
        await env.advanceTime(30);
        await terminateOne(id, { now: "true" });
        return id;
      },
      async (id) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "terminated",
          commands: ["create succeeded", "keep succeeded", "purge succeeded"],
          events: 2,
        });
        expect(inCloud(id)).toEqual(nothing);
      },
    ),
};

test("every registered kind on a virtual machine has a story", () => {
  const kinds = Object.keys(commandDefinitions).filter((key) => !key.startsWith("bare_metal."));
  expect(Object.keys(stories).toSorted()).toEqual(
    kinds.filter((kind) => kind !== "erase").toSorted(),
  );
});

test.each(Object.entries(stories))(
  "a crash at any point of %s does not change the result",
  { timeout: 120_000 },
  async (kind, story) => {
    const points = await story();
    // At least two commits and a request per step; fewer would mean that nothing was interrupted. A sync has one step.
    expect(points).toBeGreaterThan(kind === "sync" ? 2 : 5);
  },
);

test.each(["no-capacity", "quota", "build-error", "image-gone"])(
  "a crash at any point of a failing order (%s) leaves nothing in the cloud and bills nothing",
  { timeout: 120_000 },
  async (error) => {
    await dieEverywhere(
      async () => {
        await restock(env);
        return (await orderOne(error)).id;
      },
      async (id) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "error",
          commands: ["create failed"],
          intervals: [],
          events: 0,
        });
        expect(inCloud(id)).toEqual(nothing);
      },
    );
  },
);

test("an instance terminated at any point of its creation is removed completely", {
  timeout: 120_000,
}, async () => {
  for (let at = 0, isReached = true; isReached; at++) {
    const { id } = await orderOne();
    const commandId = await newestCommand(env, id);
    isReached = false;
    const engine = crashAt(env, async (point) => {
      if (point !== at) return;
      isReached = true;
      const response = await owner.client.call(api.instances.terminate, {
        path: { workspace: workspace.handle, instance: id },
        query: { now: "true" },
      });
      expect(response.data.status).toBe("terminating");
    });
    await resumeCommand(env, engine, commandId, isOpen(env, commandId));
    if (!isReached) return;
    await env.advanceTime(30);
    const finalState = await readFinalState(id);
    expect(finalState.status).toBe("terminated");
    expect(finalState.commands).toContain("terminate succeeded");
    expect(finalState.intervals.every(({ end }) => end !== null)).toBe(true);
    expect(inCloud(id)).toEqual(nothing);
  }
});

test("every step of every kind is idempotent", { timeout: 60_000 }, async () => {
  const twice = (compute: ComputeProvider): ComputeProvider =>
    new Proxy(compute, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        if (name === "checkedBy")
          return (check: () => Promise<void>) => twice(target.checkedBy(check));
        return async (...args: unknown[]) => {
          await Reflect.apply(method, target, args);
          const repeated: unknown = await Reflect.apply(method, target, args);
          return repeated;
        };
      },
    });
  const deps = {
    ...crashAt(env, () => undefined),
    regions: {
      ...env.regions,
      compute: (handle: string) => {
        const compute = env.regions.compute(handle);
        return compute === null ? null : twice(compute);
      },
    },
  };
  const { id } = await orderOne();
  const run = async () => {
    const commandId = await newestCommand(env, id);
    await resumeCommand(env, deps, commandId, isOpen(env, commandId));
    // The next command is newer.
    env.clock.advance(1000);
  };
  await run();
  expect(inCloud(id)).toEqual(oneOfEach);
  const path = { workspace: workspace.handle, instance: id };
  for (const action of ["reboot", "hard_reboot", "power_off", "power_on"] as const) {
    await owner.client.call(api.instances.reset, { path, body: { action } });
    await run();
    expect((await getInstance(owner.client, workspace, id)).status).toBe(
      action === "power_off" ? "stopped" : "active",
    );
  }
  await owner.client.call(api.instances.reinstall, { path, body: {} });
  await run();
  expect(inCloud(id)).toEqual(oneOfEach);
  await owner.client.call(api.instances.terminate, { path });
  await run();
  expect(inCloud(id)).toEqual(oneOfEach);
  await owner.client.call(api.instanceLifecycle.restore, { path });
  await run();
  expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
  await owner.client.call(api.instances.terminate, { path, query: { now: "true" } });
  await run();
  expect(inCloud(id)).toEqual(nothing);
  const finalState = await readFinalState(id);
  expect(finalState).toMatchObject({ status: "terminated", events: 4 });

  const kept = await orderOne();
  await env.advanceTime(20);
  await terminateOne(kept.id);
  await env.advanceTime(30);
  await terminateOne(kept.id, { now: "true" });
  const purge = await newestCommand(env, kept.id);
  await resumeCommand(env, deps, purge, isOpen(env, purge));
  expect(inCloud(kept.id)).toEqual(nothing);
  const purged = await readFinalState(kept.id);

  const sync = await createSync(env, "virtual_machine");
  await resumeCommand(env, deps, sync, isOpen(env, sync));
  expect(await readSync(env, "virtual_machine", sync)).toMatchObject({ status: "succeeded" });

  const repeated = [...finalState.commands, ...purged.commands.slice(-1), "sync succeeded"];
  const registered = Object.keys(commandDefinitions).filter((key) => key in stories);
  expect(repeated.toSorted()).toEqual(registered.map((kind) => `${kind} succeeded`).toSorted());
});
