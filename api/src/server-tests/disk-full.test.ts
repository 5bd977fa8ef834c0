/**
 * PostgreSQL's file system runs full while users work and is freed again: nothing is lost and nothing happens twice.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { createLogger } from "../core/lib/logger.ts";
import { migrate } from "../core/migrations/migrate.ts";
import { createOrderContext, orderBody } from "../testing/order-instances.ts";
import { type CrashableServer, startCrashableServer } from "../testing/crashable-server.ts";
import {
  startStoppablePostgres,
  type StoppablePostgres,
  diskUnavailableReason,
} from "../testing/stoppable-postgres.ts";

const orders = 20;
const goesOnWithinMs = 60_000;
const timeout = 240_000;
const why = diskUnavailableReason();
if (why !== null) createLogger("warn").warn(`The test of a full disk is left out: ${why}`);

describe.skipIf(why !== null)("N62: a full disk", () => {
  let postgres: StoppablePostgres;
  let env: CrashableServer;
  beforeAll(async () => {
    postgres = await startStoppablePostgres({ diskMb: 200 });
    await migrate(postgres.url());
    env = await startCrashableServer({
      database: { url: postgres.url(), drop: async () => undefined },
    });
  }, timeout);
  afterAll(async () => {
    postgres.freeDisk();
    await env.stop();
    await postgres.end();
  });

  test("orders and sign-ins return 503, and all continue once within a minute after space is freed", {
    timeout,
  }, async () => {
    const { owner, workspace, credentialId } = await createOrderContext(env, "full");
    const path = { workspace: workspace.handle };
    const browser = env.createClient();
    for (const [name, value] of owner.client.cookies) browser.cookies.set(name, value);
    const offered = async () => {
      const { data } = await browser.call(api.catalogue.offer, {});
      return data.images.some((image) => image.regionHandles.includes("lulea"));
    };
    await expect.poll(offered, { timeout: goesOnWithinMs, interval: 100 }).toBe(true);
    const template = await orderBody(browser, { workspace, credentialId });
    const names = Array.from({ length: orders }, (_, n) => `full-${n + 1}`);
    const order = (name: string) =>
      browser.send(
        "POST",
        `/api/v1/workspaces/${workspace.handle}/purchase/carts`,
        { ...template, hostname: [name] },
        { headers: { "idempotency-key": `key-of-the-order-${name}` } },
      );

    // Some instances are being built when it happens.
    for (const { status } of await Promise.all(names.slice(0, 5).map(order)))
      expect(status).toBe(202);
    postgres.fillDisk();
    const responses = await Promise.all(names.map(order));
    const rejected = responses.filter(({ status }) => status !== 202);
    expect(rejected.length).toBeGreaterThan(0);
    for (const response of rejected) {
      expect(response.status).toBe(503);
      // PostgreSQL may restart when its WAL has no space; its connections are then lost for a moment.
      expect(["5", "30"]).toContain(response.headers.get("retry-after"));
      expect(await response.json()).toMatchObject({
        code: "unavailable",
        message: expect.stringMatching(/run out of disk space|not available right now/),
      });
    }
    const signIn = await env.createClient().send("POST", "/auth/login", {
      email: "owner@full.test",
      password: "northern-lights-2026",
    });
    expect([401, 503]).toContain(signIn.status);
    postgres.freeDisk();
    await postgres.startIfEnded();

    const allTaken = async () =>
      (await Promise.all(names.map(order))).every(({ status }) => status === 202);
    await expect.poll(allTaken, { timeout: goesOnWithinMs, interval: 1_000 }).toBe(true);
    const instances = async () => {
      const { data } = await browser.call(api.instances.list, { path, query: { perPage: "100" } });
      return data.data.map(({ hostname, status }) => `${hostname} ${status}`).sort();
    };
    await expect
      .poll(instances, { timeout: goesOnWithinMs, interval: 500 })
      .toEqual(names.map((name) => `${name} active`).sort());
    const cloud = await fetch(`${env.emulator.url}/_control/world`);
    const { servers } = z.object({ servers: z.array(z.unknown()) }).parse(await cloud.json());
    expect(servers).toHaveLength(orders);
  });
});
