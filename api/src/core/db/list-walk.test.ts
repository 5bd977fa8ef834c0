/** Lists read to their end: while rows go away, and where most rows are not the reader's. */
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

let world: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
  workspace = await createWorkspace(world, owner, "northwind");
});
afterAll(() => world.stop());

describe("N20: deleting while reading page after page", () => {
  /** Keys in a workspace of their own; returns their ids. */
  async function makeKeys(handle: string, count: number) {
    const place = await createWorkspace(world, owner, handle);
    const ids: string[] = [];
    for (let created = 0; created < count; created += 1) {
      ids.push(await createCredential(world, place, owner, `key ${created}`));
      world.clock.advance(1);
    }
    return { path: { workspace: handle }, ids };
  }
  const remove = async (path: { workspace: string }, credential: string) => {
    const { status } = await owner.client.call(api.credentials.remove, {
      path: { ...path, credential },
    });
    expect(status).toBe(204);
  };

  test("by `after` every row is seen once, although the cursor's own row is gone", async () => {
    const { path, ids } = await makeKeys("by-cursor", 250);
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
    const { path, ids } = await makeKeys("by-number", 250);
    const seen: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const query = { perPage: "100", page: String(page) };
      const { data } = (await owner.client.call(api.credentials.list, { path, query })).data;
      for (const { id } of data) {
        seen.push(id);
        await remove(path, id);
      }
    }
    // A hundred, then those behind the next hundred, then nothing: no error, and no row twice.
    expect([seen.length, new Set(seen).size, ids.length]).toEqual([150, 150, 250]);
  });

  test("back by `before` too, from a row that is gone", async () => {
    const { path } = await makeKeys("backwards", 5);
    const list = async (query: object) =>
      (await owner.client.call(api.credentials.list, { path, query })).data;
    const first = await list({ perPage: "2" });
    const second = await list({ perPage: "2", page: "2", after: first.meta.next ?? "" });
    await remove(path, second.data[0]?.id ?? "");
    const back = await list({ perPage: "2", before: second.meta.previous ?? "" });
    expect(back.data).toEqual(first.data);
  });
});

test("N22: the oldest three of a thousand are on page one for who may see no others", async () => {
  const projectId = await createProject(world, workspace, owner, "Small");
  const mine: string[] = [];
  for (const hostname of ["mine-1", "mine-2", "mine-3"]) {
    mine.push(await insertInstance(world, workspace, owner, { hostname, projectId }));
    world.clock.advance(1000);
  }
  const other = await insertInstance(world, workspace, owner, { hostname: "other" });
  await world.db.owner.query(
    `INSERT INTO instance SELECT (jsonb_populate_record(i, jsonb_build_object(
         'id', gen_random_uuid(), 'hostname', 'other-' || n, 'created_at', i.created_at + make_interval(secs => n)))).*
       FROM instance i, generate_series(1, 996) n WHERE i.id = $1`,
    [other],
  );
  const path = { workspace: workspace.handle };
  const limited = await createMember(world, workspace, "limited_team_member");
  await grantProject(world, workspace, projectId, limited);
  const program = await createTokenClient(world, owner, workspace, {
    scopes: ["instance.view"],
    projectIds: [projectId],
  });
  const responses = [
    (await limited.client.call(api.instances.list, { path })).data,
    (await program.call(api.instances.list, { path })).data,
    (await owner.client.call(api.instances.list, { path, query: { search: "mine" } })).data,
  ];
  for (const { data, meta } of responses) {
    expect(data.map(({ id }) => id)).toEqual(mine.toReversed());
    expect(meta).toMatchObject({ total: 3, lastPage: 1, next: null });
  }
  const all = (await owner.client.call(api.instances.list, { path })).data;
  expect([all.meta.total, all.meta.next === null]).toEqual([1_000, false]);
});
