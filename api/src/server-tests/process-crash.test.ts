/**
 * Server and worker are killed (SIGKILL) at every step of create and terminate, and in the middle of an order: the
 * next process continues and reaches the correct state. Uses real processes and the real clock.
 */
import { setTimeout as delay } from "node:timers/promises";
import { describe, type ExpectStatic, test } from "vitest";
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
  const statusOf = async () =>
    (
      await browser().call(api.instances.list, {
        path,
        query: { status: "pending,building,active,terminating,terminated,error" },
      })
    ).data.data[0]?.status;
  return {
    path,
    browser,
    order,
    becomes: (status: string) =>
      expect.poll(statusOf, { timeout: goesOnWithinMs, interval: 250 }).toBe(status),
    placed: async () => {
      const rows = await env.db.withSystemRole("a test reads the order", (tx) =>
        tx.many<{ hostname: string }>(sql`SELECT hostname FROM instance ORDER BY hostname`),
      );
      return rows.map((row) => row.hostname);
    },
    intervals: () =>
      env.db.withSystemRole("a test reads the billing", (tx) =>
        tx.many<{ end_second: number | null }>(sql`SELECT end_second FROM usage_interval`),
      ),
  };
}

describe.concurrent("killed while an instance is created", () => {
  test.for(creating)("%s", { timeout: timeoutMs }, async ([, moment], { expect }) => {
    const env = await startCrashableServer();
    try {
      const { order, becomes, intervals } = await furnish(env, expect);
      const died = env.killAt(moment);
      await order("one-order-0123456789");
      await died;
      await env.start();
      await becomes("active");
      const { servers, ports, floatingIps } = env.emulator.world();
      expect([servers.length, ports.length, floatingIps.length]).toEqual([1, 1, 1]);
      expect(await intervals()).toEqual([{ end_second: null }]);
    } finally {
      await env.stop();
    }
  });
});

describe.concurrent("killed while an instance is terminated", () => {
  test.for(terminating)("%s", { timeout: timeoutMs }, async ([, moment], { expect }) => {
    const env = await startCrashableServer();
    try {
      const { path, browser, order, becomes, intervals } = await furnish(env, expect);
      const ordered = await order("one-order-0123456789");
      await becomes("active");
      const instance = ordered.data.instances[0]?.id ?? "";
      const died = env.killAt(moment);
      const accepted = await browser().call(api.instances.terminate, {
        path: { ...path, instance },
        query: { now: "true" },
      });
      expect(accepted.status).toBe(202);
      const billed = await intervals();
      expect(billed).toEqual([{ end_second: expect.any(Number) }]);
      await died;
      await env.start();
      await becomes("terminated");
      const { servers, ports, floatingIps } = env.emulator.world();
      expect([servers.length, ports.length, floatingIps.length]).toEqual([0, 0, 0]);
      expect(await intervals()).toEqual(billed);
    } finally {
      await env.stop();
    }
  });
});

test("an order whose server is killed is placed once, however often it is repeated", {
  timeout: timeoutMs,
}, async ({ expect }) => {
  const env = await startCrashableServer();
  try {
    const { order, placed } = await furnish(env, expect);
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
    expect(await placed()).toEqual(dying.map((_, round) => `round-${round}`));
  } finally {
    await env.stop();
  }
});
