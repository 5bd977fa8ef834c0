/** A server that is told to stop: what is under way ends well, and nothing keeps it. */
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

let world: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeEach(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
  workspace = await createWorkspace(world, owner, "northwind");
});
afterEach(() => world.stop());

test("a request under way gets its answer, and a new one finds nobody", async () => {
  const held = await world.db.owner.connect();
  await held.query("BEGIN");
  await held.query("LOCK TABLE project IN EXCLUSIVE MODE");
  const underWay = owner.client.call(api.projects.create, {
    path: { workspace: workspace.handle },
    body: { name: "Under way" },
  });
  await waitingForLock();
  const closing = world.app.close();
  await expect(
    world
      .createClient()
      .send("GET", "/health")
      .then((response) => response.status),
  ).rejects.toThrow("fetch failed");
  await held.query("COMMIT");
  held.release();
  expect((await underWay).status).toBe(201);
  await closing;
});

test("an open stream is ended, so that it does not keep the server", async () => {
  const response = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/live`,
    undefined,
    { headers: { accept: "text/event-stream" } },
  );
  const reading = response.text();
  await world.app.close();
  expect(await reading).toContain("event: open");
});

/** Returns once a statement of the server waits for the lock. */
async function waitingForLock(): Promise<void> {
  for (;;) {
    const found = await world.db.withSystemRole("a test waits", (tx) =>
      tx.maybeOne(sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'project'::regclass`),
    );
    if (found !== null) return;
  }
}
