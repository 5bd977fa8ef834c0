/**
 * Server and worker are killed (SIGKILL) at every step of create and terminate, and in the middle of an order: the
 * next process continues and reaches the correct state. Uses real processes and the real clock.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, type ExpectStatic, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { createCredential, orderBody } from "../testing/order-instances.ts";
import { createUser, createWorkspace } from "../testing/users.ts";
import {
  type CrashPoint,
  type CrashableServer,
  startCrashableServer,
} from "../testing/crashable-server.ts";

/** The processes of this test release the jobs of a dead worker after 3 s instead of 14. */
const timeoutMs = 150_000;
const goesOnWithinMs = 60_000;

const server = /\/compute\/v2\.1\/servers$/;
const oneServer = /\/compute\/v2\.1\/servers\/[0-9a-f-]+$/;
const creating: [string, CrashPoint][] = [
  [
    "while it looks whether the region has everything",
    { method: "GET", path: /\/compute\/v2\.1\/flavors/, when: "before" },
  ],
  ["before the port is made", { method: "POST", path: /\/ports$/, when: "before" }],
  [
    "when the port is made but not written down",
    { method: "POST", path: /\/ports$/, when: "after" },
  ],
  [
    "when the address is taken but not written down",
    { method: "POST", path: /\/floatingips$/, when: "after" },
  ],
  ["before the server is ordered", { method: "POST", path: server, when: "before" }],
  [
    "when the server is ordered but not written down",
    { method: "POST", path: server, when: "after" },
  ],
  ["while it waits for the server", { method: "GET", path: oneServer, when: "after" }],
];
const terminating: [string, CrashPoint][] = [
  ["before the server is given back", { method: "DELETE", path: oneServer, when: "before" }],
  [
    "when the server is given back but not written down",
    { method: "DELETE", path: oneServer, when: "after" },
  ],
  [
    "when the address is given back but not written down",
    { method: "DELETE", path: /\/floatingips\//, when: "after" },
  ],
  [
    "when the port is given back but not written down",
    { method: "DELETE", path: /\/ports\//, when: "after" },
  ],
];

/** `expect` of the test context, because concurrent tests do not share one. */
async function furnish(env: CrashableServer, expect: ExpectStatic) {
  const owner = await createUser(env, "owner@kill.test");
  const workspace = await createWorkspace(env, owner, "kill-test");
  const credentialId = await createCredential(env, workspace, owner);
  const path = { workspace: workspace.handle };
  /** The owner's browser, connected to the current process. */
  const browser = () => {
    const client = env.createClient();
    for (const [name, value] of owner.client.cookies) client.cookies.set(name, value);
    return client;
  };
  const offered = async () => {
    const { data } = await browser().call(api.catalogue.offer, {});
    return data.images.some((image) => image.regionHandles.includes("lulea"));
  };
  await expect.poll(offered, { timeout: goesOnWithinMs, interval: 100 }).toBe(true);
  // Built once, because the repeated order must have an identical body.
  const template = await orderBody(browser(), { workspace, credentialId });
  const order = (key: string, hostname = "gpu-1") =>
    browser().call(
      api.instances.order,
      { path, body: { ...template, hostname: [hostname] } },
      { headers: { "idempotency-key": key } },
    );
  const statusOf = async (hostname: string) => {
    const status = "pending,building,active,terminating,terminated,error";
    const { data } = await browser().call(api.instances.list, {
      path,
      query: { status, search: hostname },
    });
    return data.data[0]?.status;
  };
  return {
    order,
    becomes: (hostname: string, status: string, { expect: own }: { expect: ExpectStatic }) =>
      own.poll(() => statusOf(hostname), { timeout: goesOnWithinMs, interval: 250 }).toBe(status),
    terminate: (instance: string) =>
      browser().call(api.instances.terminate, {
        path: { ...path, instance },
        query: { now: "true" },
      }),
    placed: async (prefix: string) => {
      const rows = await env.db.withSystemRole("a test reads the order", (tx) =>
        tx.many<{ hostname: string }>(
          sql`SELECT hostname FROM instance WHERE starts_with(hostname, ${prefix}) ORDER BY hostname`,
        ),
      );
      return rows.map((row) => row.hostname);
    },
    intervals: (hostname: string) =>
      env.db.withSystemRole("a test reads the billing", (tx) =>
        tx.many<{ end_second: number | null }>(
          sql`SELECT u.end_second FROM instance i JOIN usage_interval u ON u.instance_id = i.id WHERE i.hostname = ${hostname}`,
        ),
      ),
  };
}

type Furnished = Awaited<ReturnType<typeof furnish>> & { readonly env: CrashableServer };

/**
 * Systems that the tests share, one test at a time: starting one costs more than a test. A test leaves nothing behind at
 * the cloud; after one that fails its system is not used again.
 */
const idle: Furnished[] = [];
let started = 0;
const systems = 3;
const waiting: (() => void)[] = [];
const all = new Set<CrashableServer>();
afterAll(async () => {
  for (const env of all) await env.stop();
});

async function acquire(expect: ExpectStatic): Promise<Furnished> {
  for (;;) {
    const system = idle.pop();
    if (system !== undefined) return system;
    if (started < systems) break;
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  started += 1;
  try {
    const env = await startCrashableServer();
    all.add(env);
    return { env, ...(await furnish(env, expect)) };
  } catch (error) {
    started -= 1;
    throw error;
  }
}

async function useSystem(
  expect: ExpectStatic,
  work: (system: Furnished) => Promise<void>,
): Promise<void> {
  const system = await acquire(expect);
  try {
    await work(system);
    idle.push(system);
  } catch (error) {
    started -= 1;
    throw error;
  } finally {
    waiting.shift()?.();
  }
}

const countResources = ({ emulator }: CrashableServer) => {
  const { servers, ports, floatingIps } = emulator.world();
  return [servers.length, ports.length, floatingIps.length];
};

describe.concurrent("killed while an instance is created", () => {
  test.for(creating.map((one, at) => [...one, `create-${at}`] as const))(
    "%s",
    { timeout: timeoutMs },
    async ([, moment, hostname], { expect }) =>
      useSystem(expect, async ({ env, order, becomes, intervals, terminate }) => {
        expect(countResources(env)).toEqual([0, 0, 0]);
        const died = env.killAt(moment);
        const ordered = await order(`order-of-${hostname}`, hostname);
        await died;
        await env.start();
        await becomes(hostname, "active", { expect });
        expect(countResources(env)).toEqual([1, 1, 1]);
        expect(await intervals(hostname)).toEqual([{ end_second: null }]);
        await terminate(ordered.data.instances[0]?.id ?? "");
        await becomes(hostname, "terminated", { expect });
      }),
  );
});

describe.concurrent("killed while an instance is terminated", () => {
  test.for(terminating.map((one, at) => [...one, `terminate-${at}`] as const))(
    "%s",
    { timeout: timeoutMs },
    async ([, moment, hostname], { expect }) =>
      useSystem(expect, async ({ env, order, becomes, intervals, terminate }) => {
        expect(countResources(env)).toEqual([0, 0, 0]);
        const ordered = await order(`order-of-${hostname}`, hostname);
        await becomes(hostname, "active", { expect });
        const died = env.killAt(moment);
        const accepted = await terminate(ordered.data.instances[0]?.id ?? "");
        expect(accepted.status).toBe(202);
        const billed = await intervals(hostname);
        expect(billed).toEqual([{ end_second: expect.any(Number) }]);
        await died;
        await env.start();
        await becomes(hostname, "terminated", { expect });
        expect(countResources(env)).toEqual([0, 0, 0]);
        expect(await intervals(hostname)).toEqual(billed);
      }),
  );
});

test(
  "an order whose server is killed is placed once, however often it is repeated",
  {
    timeout: timeoutMs,
  },
  async ({ expect }) =>
    useSystem(expect, async ({ env, order, placed }) => {
      const dying = [0, 4, 12, 25, 60];
      for (const [round, killAfterMs] of dying.entries()) {
        const repeatedOrder = { key: `the-order-of-round-${round}`, hostname: `round-${round}` };
        const sent = order(repeatedOrder.key, repeatedOrder.hostname).catch(() => null);
        await delay(killAfterMs);
        await env.kill();
        await sent;
        await env.start();
        expect((await order(repeatedOrder.key, repeatedOrder.hostname)).status).toBe(202);
        expect((await order(repeatedOrder.key, repeatedOrder.hostname)).status).toBe(202);
      }
      expect(await placed("round-")).toEqual(dying.map((_, round) => `round-${round}`));
    }),
);
