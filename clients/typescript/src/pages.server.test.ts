/** Lists that change during pagination, and lists with few rows visible to the token. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../../api/src/core/db/db.ts";
import { uuidv7 } from "../../../api/src/core/lib/crypto.ts";
import { grantProject, insertInstance } from "../../../api/src/testing/instances.ts";
import { createProject } from "../../../api/src/testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../../api/src/testing/users.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { z } from "zod";
import { api } from "../../../contracts/src/api.ts";
import { tokenScopes } from "../../../contracts/src/tokens.ts";
import { relayTo } from "../testing/relay.ts";
import { Shell } from "../testing/shell.ts";
import { Boreal } from "./boreal.ts";

let testEnv: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  testEnv = await startTestEnvironment();
  owner = await createUser(testEnv, "ann@acme.test");
});
afterAll(() => testEnv.stop());

const Ids = z.object({
  data: z.array(z.object({ id: z.string() })),
  meta: z.object({ next: z.string().nullable() }),
});

async function createClient(workspace: TestWorkspace, projectIds: string[] | null = null) {
  const scopes =
    projectIds === null ? [...tokenScopes] : (["instance.view", "project.view"] as const);
  const { secret } = await createTokenClient(testEnv, owner, workspace, {
    scopes: [...scopes],
    projectIds,
  });
  return {
    boreal: new Boreal({ url: testEnv.url, token: secret }),
    path: { workspace: workspace.handle },
    env: { BOREAL_URL: testEnv.url, BOREAL_TOKEN: secret },
  };
}

/** Adds keys to a workspace; the first one is the default. */
async function addKeys(workspace: TestWorkspace, count: number): Promise<Set<string>> {
  const now = testEnv.clock.now();
  const ids = Array.from({ length: count }, () => uuidv7(now));
  await testEnv.db.withSystemRole("create test keys", (tx) =>
    tx.execute(sql`
      INSERT INTO credential (id, workspace_id, name, type, public_key, fingerprint_sha256, is_default, created_by, created_at, updated_at)
      SELECT id, ${workspace.id}, 'key ' || number, 'ssh-ed25519', 'ssh-ed25519 AAAA', 'SHA256:' || id, number = 1, ${owner.id}, ${now}, ${now}
        FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS new_row (id, number)`),
  );
  return new Set(ids);
}

test("N20: `each` returns every key once while keys are deleted", async () => {
  const workspace = await createWorkspace(testEnv, owner, "each-ws");
  const ids = await addKeys(workspace, 250);
  const { boreal, path } = await createClient(workspace);
  const read: string[] = [];
  const rest: { id: string }[] = [];
  for await (const key of boreal.each(boreal.credentials.list, { path, query: { perPage: 100 } })) {
    read.push(key.id);
    // The default key can only be deleted last.
    if (key.isDefault) rest.push(key);
    else await boreal.credentials.remove({ path: { ...path, credential: key.id } });
  }
  expect(read).toHaveLength(250);
  expect(new Set(read)).toEqual(ids);
  for (const { id } of rest) await boreal.credentials.remove({ path: { ...path, credential: id } });
  expect((await boreal.credentials.list({ path })).meta).toMatchObject({ total: 0, next: null });
});

test("N20: `--all` prints every row once while rows are deleted between pages", async () => {
  const workspace = await createWorkspace(testEnv, owner, "all-ws");
  const ids = await addKeys(workspace, 250);
  const { env } = await createClient(workspace);
  using shell = new Shell();
  // Deletes the rows of each page before the next page is requested.
  await using relay = await relayTo(testEnv.url, (text) => {
    const pageIds = Ids.parse(JSON.parse(text)).data.map(({ id }) => id);
    return testEnv.db.withSystemRole("delete the keys of a page", (tx) =>
      tx.execute(sql`DELETE FROM credential WHERE id = ANY(${pageIds})`),
    );
  });
  const { out } = await shell.run(["keys", "list", "--all", "--json"], {
    env: { ...env, BOREAL_URL: relay.url, BOREAL_WORKSPACE: workspace.handle },
  });
  const { data, meta } = Ids.parse(JSON.parse(out));
  expect(new Set(data.map(({ id }) => id))).toEqual(ids);
  expect([data.length, meta.next]).toEqual([250, null]);
});

test("N22: three visible instances of a thousand fit one page, for a project token and a limited member", async () => {
  const workspace = await createWorkspace(testEnv, owner, "few-ws");
  const ours = await createProject(testEnv, workspace, owner, "Ours");
  const others = await createProject(testEnv, workspace, owner, "Others");
  const few: string[] = [];
  for (const hostname of ["few-1", "few-2", "few-3"])
    few.push(await insertInstance(testEnv, workspace, owner, { hostname, projectId: ours }));
  testEnv.clock.advance(1_000);
  const now = testEnv.clock.now();
  await testEnv.db.withSystemRole("insert many newer instances", (tx) =>
    tx.execute(sql`
      INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, created_by, created_at, updated_at)
      SELECT new_row.id, i.workspace_id, ${others}, i.order_id, 'many-' || number, i.variant, i.status, i.region_handle, i.product_id, i.image_id,
             i.price_snapshot_id, i.rate_micros_per_hour, '{}', i.created_by, ${now}, ${now}
        FROM instance i, unnest(${Array.from({ length: 997 }, () => uuidv7(now))}::uuid[]) WITH ORDINALITY AS new_row (id, number)
       WHERE i.id = ${few[0] ?? null}`),
  );
  const { boreal, path, env } = await createClient(workspace, [ours]);
  for (const query of [{}, { perPage: 3 }, { search: "few" }, { orderBy: "hostname" }]) {
    const { data, meta } = await boreal.instances.list({ path, query });
    expect([data.map(({ id }) => id).sort(), meta.total, meta.next]).toEqual([few.sort(), 3, null]);
  }
  using shell = new Shell();
  const ran = await shell.run(["instances", "list", "--all", "--json"], { env });
  expect(JSON.parse(ran.out)).toMatchObject({ meta: { total: 3, next: null } });
  const limited = await createMember(testEnv, workspace, "limited_team_member");
  await grantProject(testEnv, workspace, ours, limited);
  const { data } = (await limited.client.call(api.instances.list, { path })).data;
  expect(data.map(({ id }) => id).sort()).toEqual(few.sort());
});
