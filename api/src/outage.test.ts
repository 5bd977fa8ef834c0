/** PostgreSQL that is stopped, that is shut down, and that a network has lost: every request is answered meanwhile. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { startMailReceiver } from "#emulators/mail/server.ts";
import { freePort } from "../../tools/lib/free-port.ts";
import { readConfig } from "./config.ts";
import { systemClock } from "./core/lib/clock.ts";
import { openDatabase } from "./core/db/db.ts";
import { deriveKeyring } from "./core/lib/crypto.ts";
import { publishLiveEvent } from "./core/live/live-events.ts";
import { createLogger } from "./core/lib/logger.ts";
import { enqueue } from "./core/jobs/jobs.ts";
import { startProcess, type RunningProcess } from "./bootstrap.ts";
import { TestClient } from "./testing/client.ts";
import { createUser, createWorkspace, type TestUser, type TestWorkspace } from "./testing/users.ts";
import {
  startStoppablePostgres,
  startWireTo,
  type StoppablePostgres,
} from "./testing/stoppable-postgres.ts";
import { sendEmail } from "./modules/mail/send-email.ts";

const secret = Buffer.alloc(32, 7);
const quick = { everyMs: 50, answerMs: 500 };

let postgres: StoppablePostgres;
let wire: Awaited<ReturnType<typeof startWireTo>>;
let mail: Awaited<ReturnType<typeof startMailReceiver>>;
let running: RunningProcess;
let url: string;
let owner: TestUser;
let workspace: TestWorkspace;
/** Past the wire: what the test itself asks of the database. */
let db: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  postgres = await startStoppablePostgres();
  wire = await startWireTo(postgres.port);
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
  const world = {
    db,
    clock: systemClock,
    keys: deriveKeyring(secret),
    createClient: () => new TestClient(url),
  };
  owner = await createUser(world, "owner@outage.test");
  workspace = await createWorkspace(world, owner, "outage");
});
afterEach(async () => {
  postgres.thaw();
  wire.speakAgain();
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

/** A page, a list, a change without a session, and a probe, all at once. */
async function askEverything() {
  const responses = await Promise.all([
    fetch(`${url}/health`),
    fetch(`${url}/metrics`),
    owner.client.send("GET", "/api/v1/workspaces/outage/projects"),
    new TestClient(url).send("POST", "/auth/login", {
      email: "owner@outage.test",
      password: "northern-lights-2026",
    }),
    // More than there are connections: the rest waits for one that comes back.
    ...Array.from({ length: 12 }, () => owner.client.send("GET", "/api/v1/settings/account")),
  ]);
  return responses.map((response) => [response.status, response.headers.get("retry-after")]);
}
const unavailable = Array.from({ length: 16 }, () => [503, "5"]);

test("every request is answered with 503 while PostgreSQL is stopped, and works again after it", async () => {
  postgres.freeze();
  expect(await askEverything()).toEqual(unavailable);
  // The outage is known by now: nobody waits for its connection any more.
  expect(await askEverything()).toEqual(unavailable);
  expect(postgres.isFrozen()).toBe(true);
  postgres.thaw();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  expect(
    (await owner.client.call(api.projects.list, { path: { workspace: "outage" } })).status,
  ).toBe(200);
});

test("every request is answered with 503 while the network swallows what is sent to PostgreSQL", async () => {
  wire.fallSilent();
  expect(await askEverything()).toEqual(unavailable);
  wire.speakAgain();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  expect(
    (await owner.client.call(api.projects.list, { path: { workspace: "outage" } })).status,
  ).toBe(200);
});

test("a PostgreSQL that is shut down is 503 with the sentence of an outage; the next start serves and works again", async () => {
  await postgres.shutDown();
  expect(await askEverything()).toEqual(unavailable);
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

test("the worker goes on with its jobs after an outage", async () => {
  postgres.freeze();
  await expect.poll(health, { timeout: 20_000 }).toBe(503);
  postgres.thaw();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  await db.withSystemRole("a test asks for a mail", (tx) =>
    enqueue(tx, systemClock.now(), sendEmail, {
      to: "after@outage.test",
      template: "password_changed",
      locale: "en",
      values: {
        name: "Ada",
        link: "https://console.test/freeze/x",
        when: "now",
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

test("an open stream hears of changes after an outage", async () => {
  const stream = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/live`,
    undefined,
    { headers: { accept: "text/event-stream" } },
  );
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const read = async () => {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      heard += part.value;
    }
  };
  const reading = read().catch(() => undefined);
  wire.fallSilent();
  await expect.poll(health, { timeout: 20_000 }).toBe(503);
  wire.speakAgain();
  // What may have been missed meanwhile, and then what is new.
  await expect.poll(() => heard, { timeout: 20_000 }).toContain('"topic":"workspace"');
  await db.withSystemRole("a test changes a project", (tx) =>
    publishLiveEvent(tx, workspace.id, { topic: "projects", id: null }),
  );
  await expect.poll(() => heard, { timeout: 20_000 }).toContain('"topic":"projects"');
  await reader?.cancel();
  await reading;
});
