/** Lists read to the end: while rows are deleted, and where most rows are not visible to the reader. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { grantProject, insertInstance } from "../../testing/instances.ts";
import { createCredential, createProject } from "../../testing/order-instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

describe("N20: deleting while paging", () => {
  /** Creates credentials in a new workspace; returns their ids. */
  async function createKeys(handle: string, count: number) {
    const testWorkspace = await createWorkspace(env, owner, handle);
    const ids: string[] = [];
    for (let created = 0; created < count; created += 1) {
      ids.push(await createCredential(env, testWorkspace, owner, `key ${created}`));
      env.clock.advance(1);
    }
    return { path: { workspace: handle }, ids };
  }
  const remove = async (path: { workspace: string }, credential: string) => {
    const { status } = await owner.client.call(api.credentials.remove, {
      path: { ...path, credential },
    });
    expect(status).toBe(204);
  };

  test("by `after` every row is returned once, although the cursor's own row is deleted", async () => {
    const { path, ids } = await createKeys("by-cursor", 250);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query: object = { perPage: "100", ...(after === null ? {} : { after }) };
      const { data, meta } = (await owner.client.call(api.credentials.list, { path, query })).data;
      for (const { id } of data) {
        seen.push(id);
        await remove(path, id);
      }
      after = meta.next;
    } while (after !== null);
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  test("by `page` rows move up meanwhile, as the API document says", async () => {
    const { path, ids } = await createKeys("by-number", 250);
    const seen: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const query = { perPage: "100", page: String(page) };
      const { data } = (await owner.client.call(api.credentials.list, { path, query })).data;
      for (const { id } of data) {
        seen.push(id);
        await remove(path, id);
      }
    }
    // A hundred, then those after the next hundred, then none: no error and no row twice.
    expect([seen.length, new Set(seen).size, ids.length]).toEqual([150, 150, 250]);
  });

  test("by `before` as well, starting at a deleted row", async () => {
    const { path } = await createKeys("backwards", 5);
    const list = async (query: object) =>
      (await owner.client.call(api.credentials.list, { path, query })).data;
    const first = await list({ perPage: "2" });
    const second = await list({ perPage: "2", page: "2", after: first.meta.next ?? "" });
    await remove(path, second.data[0]?.id ?? "");
    const previousPage = await list({ perPage: "2", before: second.meta.previous ?? "" });
    expect(previousPage.data).toEqual(first.data);
  });
});

test("N22: the oldest three of a thousand rows are on page one for a reader who sees only those", async () => {
  const projectId = await createProject(env, workspace, owner, "Small");
  const mine: string[] = [];
  for (const hostname of ["mine-1", "mine-2", "mine-3"]) {
    mine.push(await insertInstance(env, workspace, owner, { hostname, projectId }));
    env.clock.advance(1000);
  }
  const other = await insertInstance(env, workspace, owner, { hostname: "other" });
  await env.db.owner.query(
    `INSERT INTO instance SELECT (jsonb_populate_record(i, jsonb_build_object(
         'id', gen_random_uuid(), 'hostname', 'other-' || n, 'created_at', i.created_at + make_interval(secs => n)))).*
       FROM instance i, generate_series(1, 996) n WHERE i.id = $1`,
    [other],
  );
  const path = { workspace: workspace.handle };
  const limited = await createMember(env, workspace, "limited_team_member");
  await grantProject(env, workspace, projectId, limited);
  const tokenClient = await createTokenClient(env, owner, workspace, {
    scopes: ["instance.view"],
    projectIds: [projectId],
  });
  const responses = [
    (await limited.client.call(api.instances.list, { path })).data,
    (await tokenClient.call(api.instances.list, { path })).data,
    (await owner.client.call(api.instances.list, { path, query: { search: "mine" } })).data,
  ];
  for (const { data, meta } of responses) {
    expect(data.map(({ id }) => id)).toEqual(mine.toReversed());
    expect(meta).toMatchObject({ total: 3, lastPage: 1, next: null });
  }
  const pastTheEnd = { path, query: { page: "80" } };
  const { data, meta } = (await owner.client.call(api.instances.list, pastTheEnd)).data;
  expect([data, meta.total, meta.next]).toEqual([[], 1_000, null]);
  const all = (await owner.client.call(api.instances.list, { path })).data;
  expect([all.meta.total, all.meta.next === null]).toEqual([1_000, false]);
});
