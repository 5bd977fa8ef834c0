/** Deletions by a token: limited to its scopes and its creator's role (docs/decisions/0010). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { createCredential, createProject } from "../../testing/order-instances.ts";
import { createMember, createUser, createWorkspace } from "../../testing/users.ts";
import { createTokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

const outcomeOf = ({ status, code }: { status: number; code: string | null }) => [status, code];
const missingPermission = [403, "permission_denied_missing_permission"];

test("deletes what its scopes and its creator's role allow, and sets the default key", async () => {
  const owner = await createUser(env, "owner@northwind.test");
  const workspace = await createWorkspace(env, owner, "northwind");
  const path = { workspace: workspace.handle };
  const creator = await createMember(env, workspace, "administrator");
  const scopes = ["project.delete", "credential.delete", "credential.set_default"] as const;
  const tokenClient = await createTokenClient(env, creator, workspace, { scopes: [...scopes] });
  const first = await createCredential(env, workspace, owner, "first");
  const own = await createCredential(env, workspace, creator, "own");
  const project = await createProject(env, workspace, creator, "Mine");
  const others = await createProject(env, workspace, owner, "Others");
  const remove = (id: string) =>
    tokenClient.call(api.projects.remove, { path: { ...path, project: id } });
  const selected = await tokenClient.call(api.credentials.setDefault, {
    path: { ...path, credential: own },
  });
  expect(selected.data).toMatchObject({ id: own, isDefault: true });
  const removeKey = (credential: string) =>
    tokenClient.call(api.credentials.remove, { path: { ...path, credential } });
  expect((await removeKey(own)).code).toBe("cannot_delete_default");
  expect(outcomeOf(await remove(project))).toEqual(missingPermission);
  expect((await removeKey(first)).status).toBe(204);
  await owner.client.call(api.members.setRole, {
    path: { ...path, member: creator.id },
    body: { roleId: "team_member" },
  });
  expect([(await remove(project)).status, outcomeOf(await remove(others))]).toEqual([
    204,
    missingPermission,
  ]);
  expect(outcomeOf(await removeKey(await createCredential(env, workspace, owner, "last")))).toEqual(
    missingPermission,
  );
  const entries = await owner.client.call(api.activity.ofWorkspace, {
    path,
    query: { result: "ok" },
  });
  expect(entries.data.data.map(({ action, actor }) => [action, actor.type])).toEqual(
    expect.arrayContaining([
      ["projects.remove", "token"],
      ["credentials.remove", "token"],
      ["credentials.setDefault", "token"],
    ]),
  );
});
