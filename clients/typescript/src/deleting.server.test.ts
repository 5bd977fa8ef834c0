/** Iterating over a list while its rows are deleted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCredential } from "../../../api/src/testing/order-instances.ts";
import { createUser, createWorkspace } from "../../../api/src/testing/users.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { Boreal } from "./boreal.ts";

let testEnv: TestEnvironment;
beforeAll(async () => {
  testEnv = await startTestEnvironment();
});
afterAll(() => testEnv.stop());

test("N20: each() returns every row once while rows are deleted", async () => {
  const owner = await createUser(testEnv, "ann@acme.test");
  const workspace = await createWorkspace(testEnv, owner, "acme");
  const ids: string[] = [];
  for (let created = 0; created < 250; created += 1)
    ids.push(await createCredential(testEnv, workspace, owner, `key ${created}`));
  const { secret } = await createTokenClient(testEnv, owner, workspace, {
    scopes: ["credential.view", "credential.delete"],
  });
  const boreal = new Boreal({ url: testEnv.url, token: secret });
  const path = { workspace: "acme" };
  const visited: string[] = [];
  for await (const { id } of boreal.each(boreal.credentials.list, {
    path,
    query: { perPage: 100 },
  })) {
    visited.push(id);
    await boreal.credentials.remove({ path: { ...path, credential: id } });
  }
  expect(visited.toSorted()).toEqual(ids.toSorted());
  expect((await boreal.credentials.list({ path })).data).toEqual([]);
});
