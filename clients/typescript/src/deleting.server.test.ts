/** Reading a list to its end while its rows are deleted, with the client. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCredential } from "../../../api/src/testing/orders.ts";
import { makePerson, makeWorkspace } from "../../../api/src/testing/people.ts";
import { makeProgram } from "../../../api/src/testing/programs.ts";
import { startWorld, type World } from "../../../api/src/testing/world.ts";
import { Boreal } from "./boreal.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test("N20: each() comes to every row once, although each is deleted as it is read", async () => {
  const owner = await makePerson(world, "ann@acme.test");
  const workspace = await makeWorkspace(world, owner, "acme");
  const ids: string[] = [];
  for (let made = 0; made < 250; made += 1)
    ids.push(await makeCredential(world, workspace, owner, `key ${made}`));
  const { secret } = await makeProgram(world, owner, workspace, {
    scopes: ["credential.view", "credential.delete"],
  });
  const boreal = new Boreal({ url: world.url, token: secret });
  const path = { workspace: "acme" };
  const seen: string[] = [];
  for await (const { id } of boreal.each(boreal.credentials.list, {
    path,
    query: { perPage: 100 },
  })) {
    seen.push(id);
    await boreal.credentials.remove({ path: { ...path, credential: id } });
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect((await boreal.credentials.list({ path })).data).toEqual([]);
});
