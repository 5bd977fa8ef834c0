/** PostgreSQL stopped, shut down and unreachable: every request gets a response. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { startMailReceiver } from "#emulators/mail/server.ts";
import { freePort } from "../../../tools/lib/free-port.ts";
import { readConfig } from "../config.ts";
import { systemClock } from "../core/lib/clock.ts";
import { openDatabase } from "../core/db/db.ts";
import { deriveKeyring } from "../core/lib/crypto.ts";
import { publishLiveEvent } from "../core/live/live-events.ts";
import { createLogger } from "../core/lib/logger.ts";
import { enqueue } from "../core/jobs/jobs.ts";
import { startProcess, type RunningProcess } from "../bootstrap.ts";
import { mailDelivery } from "../modules/mail/send-mail.ts";
import { TestClient } from "../testing/client.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../testing/users.ts";
import {
  startStoppablePostgres,
  startTcpProxy,
  type StoppablePostgres,
} from "../testing/stoppable-postgres.ts";

const secret = Buffer.alloc(32, 7);
const quick = { everyMs: 50, responseMs: 500 };

let postgres: StoppablePostgres;
let wire: Awaited<ReturnType<typeof startTcpProxy>>;
let mail: Awaited<ReturnType<typeof startMailReceiver>>;
let running: RunningProcess;
let url: string;
let owner: TestUser;
let workspace: TestWorkspace;
/** Bypasses the proxy: for the test's own queries. */
let db: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  postgres = await startStoppablePostgres();
  wire = await startTcpProxy(postgres.port);
  mail = await startMailReceiver({
    smtpPort: 0,
    httpPort: 0,
    host: "127.0.0.1",
    clock: systemClock,
  });
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: postgres.url().replace(`:${postgres.port}/`, `:${wire.port}/`),
    DATABASE_POOL_SIZE: "4",
    SMTP_URL: mail.smtpUrl,
    BOREAL_SECRET: secret.toString("base64"),
    BOREAL_EMAIL_STEP: "never",
    REQUESTS_PER_NETWORK: "100000",
  });
  running = await startProcess(config, createLogger("silent"), { api: true, worker: true }, quick);
  url = `http://127.0.0.1:${port}`;
  db = openDatabase({ url: postgres.url(), poolSize: 2, onError: () => undefined });
  const env = {
    db,
    clock: systemClock,
    keys: deriveKeyring(secret),
    createClient: () => new TestClient(url),
  };
  owner = await createUser(env, "owner@outage.test");
  workspace = await createWorkspace(env, owner, "outage");
});
afterEach(async () => {
  postgres.thaw();
  wire.resumeTraffic();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
});
afterAll(async () => {
  await running.stop();
  await db.close();
  await mail.stop();
  await wire.stop();
  await postgres.end();
});

const health = async () => (await fetch(`${url}/health`)).status;

/** A page, a list, a mutation without a session and a probe, all concurrently. */
async function requestEverything() {
  const responses = await Promise.all([
    fetch(`${url}/health`),
    fetch(`${url}/metrics`),
    owner.client.send("GET", "/api/v1/workspaces/outage/projects"),
    new TestClient(url).send("POST", "/auth/login", {
      email: "owner@outage.test",
      password: "northern-lights-2026",
    }),
    // More than the pool has connections, so that some wait.
    ...Array.from({ length: 12 }, () => owner.client.send("GET", "/api/v1/settings/account")),
  ]);
  return responses.map((response) => [response.status, response.headers.get("retry-after")]);
}
const unavailable = Array.from({ length: 16 }, () => [503, "5"]);

test("every request gets 503 while PostgreSQL is stopped, and works again afterwards", async () => {
  postgres.freeze();
  expect(await requestEverything()).toEqual(unavailable);
  // The outage is detected by now: no request waits for a connection.
  expect(await requestEverything()).toEqual(unavailable);
  expect(postgres.isFrozen()).toBe(true);
  postgres.thaw();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  expect(
    (await owner.client.call(api.projects.list, { path: { workspace: "outage" } })).status,
  ).toBe(200);
});

test("every request gets 503 while the network drops traffic to PostgreSQL", async () => {
  wire.dropTraffic();
  expect(await requestEverything()).toEqual(unavailable);
  wire.resumeTraffic();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  expect(
    (await owner.client.call(api.projects.list, { path: { workspace: "outage" } })).status,
  ).toBe(200);
});

test("a PostgreSQL that is shut down causes 503 with the outage message; after its restart the server works again", async () => {
  await postgres.shutDown();
  expect(await requestEverything()).toEqual(unavailable);
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("not available right now"),
    seconds: 5,
  });
  await postgres.startAgain();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  expect(
    (await owner.client.call(api.projects.list, { path: { workspace: "outage" } })).status,
  ).toBe(200);
});

test("the worker continues its jobs after an outage", async () => {
  postgres.freeze();
  await expect.poll(health, { timeout: 20_000 }).toBe(503);
  postgres.thaw();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  await db.withSystemRole("a test enqueues an email", (tx) =>
    enqueue(tx, systemClock.now(), mailDelivery, {
      to: "after@outage.test",
      template: "password_changed",
      locale: "en",
      values: {
        firstName: "Ada",
        freezeLink: "https://console.test/freeze/x",
        at: "2026-11-28T01:40:00.000Z",
        device: "Firefox",
      },
    }),
  );
  await expect
    .poll(() => mail.messages().some(({ to }) => to.includes("after@outage.test")), {
      timeout: 20_000,
    })
    .toBe(true);
});

test("an open stream receives events after an outage", async () => {
  const stream = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/live`,
    undefined,
    { headers: { accept: "text/event-stream" } },
  );
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  const read = async () => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      received += part.value;
    }
  };
  const reading = read().catch(() => undefined);
  wire.dropTraffic();
  await expect.poll(health, { timeout: 20_000 }).toBe(503);
  wire.resumeTraffic();
  // First the event for possibly missed changes, then the new one.
  await expect.poll(() => received, { timeout: 20_000 }).toContain('"topic":"workspace"');
  await db.withSystemRole("a test changes a project", (tx) =>
    publishLiveEvent(tx, workspace.id, { topic: "projects", id: null }),
  );
  await expect.poll(() => received, { timeout: 20_000 }).toContain('"topic":"projects"');
  await reader?.cancel();
  await reading;
});
