/** Crash injection on bare metal: every command with a process crash at each point ends like an uninterrupted one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { InstanceCommandKind } from "#contracts/commands.ts";
import type { ResetAction } from "#contracts/instance-states.ts";
import { sql } from "../../core/db/db.ts";
import { addItems, findHost, orderMetal, readItem } from "../../testing/bare-metal.ts";
import { crashAt, resumeCommand } from "../../testing/crash-injection.ts";
import { crashEverywhere, isOpen, newestCommand } from "../../testing/crash-stories.ts";
import { crashSync, createSync, readSync } from "../../testing/sync-commands.ts";
import { createOrderContext, getInstance } from "../../testing/order-instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { commandDefinitions } from "../instances/commands/command-definitions.ts";
import type { BareMetalProvider } from "../../ports/bare-metal.ts";

let env: TestEnvironment;
let context: Awaited<ReturnType<typeof createOrderContext>>;
beforeAll(async () => {
  env = await startTestEnvironment();
  // A poll is a point, so a long installation would only add crashes at the same place.
  Object.assign(env.foreman.state.timings, {
    shutdownMs: 10_000,
    installMs: 20_000,
    eraseMs: 20_000,
  });
  context = await createOrderContext(env);
});
afterAll(() => env.stop());

let count = 0;
const orderOne = async (word = "host") => {
  count += 1;
  await addItems(env, `${word}-${count}.test`);
  return orderMetal(context.owner.client, { ...context, hostname: [`metal-${count}`] });
};
const path = (instance: string) => ({ workspace: context.workspace.handle, instance });
const hostOf = async (id: string) => (await findHost(env, id)) ?? "";
const runUntilReady = () => env.advanceTime(120, 10);

interface FinalState {
  status: string;
  commands: string[];
  intervals: { start: number; end: number | null }[];
}
const readFinalState = (instanceId: string) =>
  env.db.withSystemRole("a test reads the final state", (tx) =>
    tx.one<FinalState>(sql`
      SELECT i.status, (SELECT array_agg(kind || ' ' || status ORDER BY created_at, id) FROM command WHERE instance_id = i.id) AS commands,
        (SELECT coalesce(json_agg(json_build_object('start', start_second, 'end', end_second)), '[]') FROM usage_interval WHERE instance_id = i.id) AS intervals
      FROM instance i WHERE i.id = ${instanceId}`),
  );

const power =
  (action: ResetAction, before: "active" | "stopped", after: "active" | "stopped") => async () => {
    const { id } = await orderOne();
    await runUntilReady();
    const host = env.foreman.state.find(await hostOf(id));
    return crashEverywhere(
      env,
      async () => {
        if (host !== undefined) Object.assign(host, { isOn: before === "active", plan: [] });
        await env.db.withSystemRole("a test", (tx) =>
          tx.execute(sql`UPDATE instance SET status = ${before} WHERE id = ${id}`),
        );
        const response = await context.owner.client.call(api.instances.reset, {
          path: path(id),
          body: { action },
        });
        expect(response.status).toBe(202);
        return { commandId: await newestCommand(env, id) };
      },
      async () => {
        expect(await getInstance(context.owner.client, context.workspace, id)).toMatchObject({
          status: after,
          statusReason: null,
        });
        expect(env.foreman.state.find(await hostOf(id))?.isOn).toBe(after === "active");
        const finalState = await readFinalState(id);
        expect(finalState.commands.at(-1)).toBe(`${action} succeeded`);
        expect(finalState.intervals).toHaveLength(1);
      },
      120,
      10,
    );
  };

const stories: Record<InstanceCommandKind | "erase" | "sync", () => Promise<number>> = {
  sync: () => crashSync(env, "bare_metal"),
  create: () =>
    crashEverywhere(
      env,
      async () => {
        const { id } = await orderOne();
        return { id, commandId: await newestCommand(env, id) };
      },
      async ({ id }) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "active",
          commands: ["create succeeded"],
          intervals: [{ end: null }],
        });
        const host = await hostOf(id);
        expect(await readItem(env, host)).toMatchObject({ state: "in_use", hasCustomerData: true });
        expect(env.foreman.state.find(host)).toMatchObject({ isOn: true, build: false });
      },
      120,
      10,
    ),
  reboot: power("reboot", "active", "active"),
  hard_reboot: power("hard_reboot", "active", "active"),
  power_on: power("power_on", "stopped", "active"),
  power_off: power("power_off", "active", "stopped"),
  reinstall: async () => {
    const { id } = await orderOne();
    await runUntilReady();
    const host = await hostOf(id);
    const { publicIp } = await getInstance(context.owner.client, context.workspace, id);
    return crashEverywhere(
      env,
      async () => {
        env.clock.advance(1000);
        const response = await context.owner.client.call(api.instances.reinstall, {
          path: path(id),
          body: {},
        });
        expect(response.status).toBe(202);
        return { commandId: await newestCommand(env, id) };
      },
      async () => {
        expect(await getInstance(context.owner.client, context.workspace, id)).toMatchObject({
          status: "active",
          statusReason: null,
          publicIp,
        });
        expect(await hostOf(id)).toBe(host);
        const finalState = await readFinalState(id);
        expect(finalState.commands.at(-1)).toBe("reinstall succeeded");
        expect(finalState.intervals).toHaveLength(1);
      },
      150,
      10,
    );
  },
  terminate: () =>
    crashEverywhere(
      env,
      async () => {
        const { id } = await orderOne();
        await runUntilReady();
        const host = await hostOf(id);
        await context.owner.client.call(api.instances.terminate, { path: path(id) });
        const acceptedAt = env.clock.now().getTime() / 1000;
        return { id, host, acceptedAt, commandId: await newestCommand(env, id) };
      },
      async ({ id, host, acceptedAt }) => {
        expect(await readFinalState(id)).toMatchObject({
          status: "terminated",
          commands: ["create succeeded", "terminate succeeded"],
          intervals: [{ end: acceptedAt }],
        });
        expect(await readItem(env, host)).toMatchObject({ state: "erasing", instanceId: null });
      },
    ),
  erase: () =>
    crashEverywhere(
      env,
      async () => {
        const { id } = await orderOne();
        await runUntilReady();
        const host = await hostOf(id);
        await context.owner.client.call(api.instances.terminate, { path: path(id) });
        const terminate = await newestCommand(env, id);
        await resumeCommand(
          env,
          crashAt(env, () => undefined),
          terminate,
          isOpen(env, terminate),
        );
        return { host, commandId: await eraseCommand(host) };
      },
      async ({ host }) => {
        expect(await readItem(env, host)).toEqual({
          state: "available",
          reason: null,
          instanceId: null,
          hasCustomerData: false,
        });
        expect(env.foreman.state.find(host)).toMatchObject({ isOn: false, parameters: [] });
        expect(new Set(await erasures(host))).toEqual(new Set(["complete"]));
      },
      120,
      10,
    ),
};

const eraseCommand = async (host: string) =>
  (
    await env.db.withSystemRole("a test", (tx) =>
      tx.one<{
        id: string;
      }>(sql`SELECT c.id FROM command c JOIN bare_metal_item b ON c.subject = 'bare_metal_item ' || b.id
        WHERE b.foreman_host = ${host} ORDER BY c.created_at DESC LIMIT 1`),
    )
  ).id;
const erasures = async (host: string) =>
  (
    await env.db.withSystemRole("a test", (tx) =>
      tx.many<{
        status: string;
      }>(sql`SELECT e.status FROM disk_erasure e JOIN bare_metal_item b ON b.id = e.item_id
        WHERE b.foreman_host = ${host} ORDER BY e.requested_at`),
    )
  ).map(({ status }) => status);

/** Of the registry, sorted. `erase` has an item, which only bare metal has. */
const bareMetalKinds = (): string[] =>
  Object.keys(commandDefinitions)
    .filter((key) => key.startsWith("bare_metal.") || key === "erase")
    .map((key) => key.replace("bare_metal.", ""))
    .toSorted();

test("every registered kind on bare metal has a story", () => {
  expect(Object.keys(stories).toSorted()).toEqual(bareMetalKinds());
});

test.each(Object.entries(stories))(
  "a crash at any point of %s on bare metal does not change the result",
  { timeout: 180_000 },
  async (kind, story) => {
    const points = await story();
    // At least two commits and a request per step; a termination calls no provider.
    const shortest: Record<string, number> = { terminate: 3, sync: 2 };
    expect(points).toBeGreaterThan(shortest[kind] ?? 5);
  },
);

test("every step of every kind on bare metal is idempotent", { timeout: 60_000 }, async () => {
  const twice = (provider: BareMetalProvider): BareMetalProvider =>
    new Proxy(provider, {
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
      bareMetal: (handle: string) => {
        const connection = env.regions.bareMetal(handle);
        return connection === null ? null : { ...connection, provider: twice(connection.provider) };
      },
    },
  };
  const { id } = await orderOne();
  const host = await hostOf(id);
  const run = async (commandId: string) => {
    await resumeCommand(env, deps, commandId, isOpen(env, commandId));
    // The next command is newer.
    env.clock.advance(1000);
  };
  await run(await newestCommand(env, id));
  expect((await getInstance(context.owner.client, context.workspace, id)).status).toBe("active");
  for (const action of ["reboot", "hard_reboot", "power_off", "power_on"] as const) {
    await context.owner.client.call(api.instances.reset, { path: path(id), body: { action } });
    await run(await newestCommand(env, id));
    expect((await getInstance(context.owner.client, context.workspace, id)).status).toBe(
      action === "power_off" ? "stopped" : "active",
    );
  }
  await context.owner.client.call(api.instances.reinstall, { path: path(id), body: {} });
  await run(await newestCommand(env, id));
  expect((await getInstance(context.owner.client, context.workspace, id)).status).toBe("active");
  await context.owner.client.call(api.instances.terminate, { path: path(id) });
  await run(await newestCommand(env, id));
  const { status, commands } = await readFinalState(id);
  expect(status).toBe("terminated");
  await run(await eraseCommand(host));
  expect(await readItem(env, host)).toMatchObject({ state: "available", hasCustomerData: false });
  const sync = await createSync(env, "bare_metal");
  await run(sync);
  expect(await readSync(env, "bare_metal", sync)).toMatchObject({ status: "succeeded" });
  expect([...commands, "erase succeeded", "sync succeeded"].toSorted()).toEqual(
    bareMetalKinds().map((kind) => `${kind} succeeded`),
  );
});
