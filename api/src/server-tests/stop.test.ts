/** Server shutdown: running requests finish, and nothing delays it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { sql } from "../core/db/db.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeEach(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterEach(() => env.stop());

test("a running request gets its response, and new connections are refused", async () => {
  const held = await env.db.owner.connect();
  await held.query("BEGIN");
  await held.query("LOCK TABLE project IN EXCLUSIVE MODE");
  const underWay = owner.client.call(api.projects.create, {
    path: { workspace: workspace.handle },
    body: { name: "Under way" },
  });
  await waitingForLock();
  const closing = env.app.close();
  await expect(
    env
      .createClient()
      .send("GET", "/health")
      .then((response) => response.status),
  ).rejects.toThrow("fetch failed");
  await held.query("COMMIT");
  held.release();
  expect((await underWay).status).toBe(201);
  await closing;
});

test("closes open streams, so that they do not delay the shutdown", async () => {
  const response = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/live`,
    undefined,
    { headers: { accept: "text/event-stream" } },
  );
  const reading = response.text();
  await env.app.close();
  expect(await reading).toContain("event: open");
});

/** Resolves when a statement of the server waits for the lock. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const found = await env.db.withSystemRole("a test waits", (tx) =>
      tx.maybeOne(sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'project'::regclass`),
    );
    if (found !== null) return;
  }
}
