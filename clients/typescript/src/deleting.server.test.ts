/** Reading a list to its end while its rows are deleted, with the client. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCredential } from "../../../api/src/testing/order-instances.ts";
import { createUser, createWorkspace } from "../../../api/src/testing/users.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { Boreal } from "./boreal.ts";

let world: TestEnvironment;
beforeAll(async () => {
  world = await startTestEnvironment();
});
afterAll(() => world.stop());

test("N20: each() comes to every row once, although each is deleted as it is read", async () => {
  const owner = await createUser(world, "ann@acme.test");
  const workspace = await createWorkspace(world, owner, "acme");
  const ids: string[] = [];
  for (let created = 0; created < 250; created += 1)
    ids.push(await createCredential(world, workspace, owner, `key ${created}`));
  const { secret } = await createTokenClient(world, owner, workspace, {
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
