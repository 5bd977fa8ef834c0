import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { acceptedKeys, rejectedKeys } from "#contracts/ssh-key-fixtures.ts";
import { insertInstance } from "../../testing/instances.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
} from "../../testing/users.ts";
import { newPublicKey as newKey } from "../../testing/ssh-keys.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

/** A new workspace for each test. */
async function fresh() {
  const { workspace, path } = await createNewWorkspace(env, owner, "keys");
  return {
    workspace,
    path,
    add: (name: string, publicKey = newKey(), user: TestUser = owner) =>
      user.client.call(api.credentials.create, { path, body: { name, publicKey } }),
    list: (query: object = {}) => owner.client.call(api.credentials.list, { path, query }),
    setDefault: (credential: string, user: TestUser = owner) =>
      user.client.call(api.credentials.setDefault, { path: { ...path, credential } }),
    remove: (credential: string, user: TestUser = owner) =>
      user.client.call(api.credentials.remove, { path: { ...path, credential } }),
  };
}
type Fresh = Awaited<ReturnType<typeof fresh>>;
const namesOf = async (keys: Fresh, query: object) =>
  (await keys.list(query)).data.data.map((key) => key.name);
const defaultOf = async (keys: Fresh) =>
  (await keys.list()).data.data.filter((key) => key.isDefault).map((key) => key.name);

test.each(Object.entries(acceptedKeys))(
  "stores a key of type %s with the fingerprint that ssh-keygen computes",
  async (_, sample) => {
    const keys = await fresh();
    const response = await keys.add("  my   key ", `\ufeff${sample.line}\r\n`);
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({
      name: "my key",
      type: sample.line.split(" ")[0],
      bits: sample.bits,
      publicKey: sample.line,
      fingerprintSha256: sample.fingerprint,
      isDefault: true,
      usedByCount: 0,
      createdBy: { id: owner.id, name: owner.name },
    });
    expect((await keys.list()).data.data).toEqual([response.data]);
  },
);

test.each([
  ["weak", rejectedKeys.rsa1024, "too_weak"],
  ["of a retired kind", rejectedKeys.dsa, "unsupported_type"],
  ["with options", `command="x" ${acceptedKeys.ed25519.line}`, "options"],
  ["a pair of keys", `${acceptedKeys.ed25519.line}\n${acceptedKeys.ecdsa256.line}`, "several_keys"],
  ["broken over lines", acceptedKeys.ed25519.line.replace("AAAAC3", "AAAAC3\r\n"), "line_breaks"],
  [
    "private",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0\n-----END OPENSSH PRIVATE KEY-----",
    "private_key",
  ],
  ["missing", "", "required"],
])("rejects a key that is %s on its field with the reason", async (_, text, code) => {
  const keys = await fresh();
  const response = await keys.add("rejected", text);
  expect(response.status).toBe(422);
  expect(response.fields).toEqual({ publicKey: code });
  expect(JSON.stringify(response.json)).not.toContain("c2VjcmV0");
  expect((await keys.list()).data.meta.total).toBe(0);
});

test("rejects the same key again, whatever its comment, but accepts it in another workspace", async () => {
  const keys = await fresh();
  const key = newKey("first");
  await keys.add("first", key);
  const repeated = await keys.add("second", key.replace(/first$/, "another comment"));
  expect([repeated.status, repeated.fields]).toEqual([422, { publicKey: "already_added" }]);
  expect((await (await fresh()).add("first", key)).status).toBe(201);
});

test("of many concurrent additions of the same key exactly one succeeds", async () => {
  const keys = await fresh();
  const key = newKey();
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, n) => keys.add(`key ${n}`, key)),
  );
  expect(responses.map((response) => response.status).sort()).toEqual([
    201, 422, 422, 422, 422, 422,
  ]);
});

test("the first key is the default and later ones are not, even if added concurrently", async () => {
  const keys = await fresh();
  await Promise.all(Array.from({ length: 5 }, (_, n) => keys.add(`key ${n}`)));
  expect((await keys.list()).data.meta.total).toBe(5);
  expect(await defaultOf(keys)).toHaveLength(1);
});

test("a name may contain comma and ampersand", async () => {
  const keys = await fresh();
  expect((await keys.add("a,b&c")).data.name).toBe("a,b&c");
  expect(await namesOf(keys, { search: "b&c" })).toEqual(["a,b&c"]);
});

test("the default moves to the named key only", async () => {
  const keys = await fresh();
  await keys.add("desktop");
  const laptop = (await keys.add("laptop")).data;
  await keys.add("lapis");
  expect((await keys.setDefault(laptop.id)).data).toMatchObject({ id: laptop.id, isDefault: true });
  expect(await defaultOf(keys)).toEqual(["laptop"]);
  expect((await keys.setDefault(laptop.id)).status).toBe(200);
  expect(await defaultOf(keys)).toEqual(["laptop"]);
});

test("concurrent changes of the default leave exactly one", async () => {
  const keys = await fresh();
  const ids = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => (await keys.add(`key ${n}`)).data.id),
  );
  const responses = await Promise.all(ids.map((id) => keys.setDefault(id)));
  expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
  expect(await defaultOf(keys)).toHaveLength(1);
});

test("the default cannot be deleted while others exist; the last key can", async () => {
  const keys = await fresh();
  const first = (await keys.add("first")).data;
  const second = (await keys.add("second")).data;
  const rejected = await keys.remove(first.id);
  expect([rejected.status, rejected.code]).toEqual([400, "cannot_delete_default"]);
  expect((await keys.remove(second.id)).status).toBe(204);
  expect((await keys.remove(first.id)).status).toBe(204);
  expect((await keys.remove(first.id)).status).toBe(404);
  expect((await keys.add("after the last")).data.isDefault).toBe(true);
});

test("T20: a key made default and deleted concurrently is either deleted or the default, and one default remains", async () => {
  for (let round = 0; round < 20; round += 1) {
    const keys = await fresh();
    await keys.add("first");
    const second = (await keys.add("second")).data;
    const [set, removed] = await Promise.all([keys.setDefault(second.id), keys.remove(second.id)]);
    expect([
      [200, 400, "second"],
      [404, 204, "first"],
    ]).toContainEqual([set.status, removed.status, (await defaultOf(keys)).join()]);
  }
});

test("T03, T04: a key of another workspace is a 404, and a workspace of other users is as if it did not exist", async () => {
  const [here, there] = [await fresh(), await fresh()];
  await here.add("mine");
  const theirs = (await there.add("theirs")).data;
  for (const response of [await here.setDefault(theirs.id), await here.remove(theirs.id)])
    expect([response.status, response.code]).toEqual([404, "not_found"]);
  expect(await defaultOf(there)).toEqual(["theirs"]);
  const outsider = await createUser(env, "outsider@elsewhere.test");
  const listStatus = async (workspace: string) => {
    const path = { workspace, credential: theirs.id };
    const responses = [
      await outsider.client.call(api.credentials.list, { path }),
      await outsider.client.call(api.credentials.setDefault, { path }),
      await outsider.client.call(api.credentials.remove, { path }),
    ];
    return responses.map(({ status, code }) => [status, code]);
  };
  expect(await listStatus(there.workspace.handle)).toEqual(await listStatus("never-existed"));
});

test("a key counts its running instances; deleting it does not affect them", async () => {
  const keys = await fresh();
  await keys.add("default");
  const key = (await keys.add("used")).data;
  await insertInstance(env, keys.workspace, owner, { hostname: "one", credentialId: key.id });
  await insertInstance(env, keys.workspace, owner, {
    hostname: "gone",
    credentialId: key.id,
    status: "terminated",
  });
  expect((await keys.list({ search: "used" })).data.data[0]?.usedByCount).toBe(1);
  expect((await keys.remove(key.id)).status).toBe(204);
  expect(await namesOf(keys, {})).toEqual(["default"]);
});

test("search finds keys by name, comment and fingerprint, with or without its prefix", async () => {
  const keys = await fresh();
  const desk = (await keys.add("desktop", newKey("anna@office"))).data;
  await keys.add("laptop", newKey("ben@home"));
  expect(await namesOf(keys, { search: "DESK", searchBy: "name" })).toEqual(["desktop"]);
  expect(await namesOf(keys, { search: "anna", searchBy: "name" })).toEqual([]);
  expect(await namesOf(keys, { search: "Anna@", searchBy: "comment" })).toEqual(["desktop"]);
  const { fingerprintSha256 } = desk;
  const terms = [
    fingerprintSha256,
    fingerprintSha256.slice(7),
    fingerprintSha256.slice(12, 30),
    fingerprintSha256.replace("SHA256:", "sha256:"),
  ];
  for (const search of terms) {
    expect(await namesOf(keys, { search, searchBy: "fingerprint" })).toEqual(["desktop"]);
    expect(await namesOf(keys, { search })).toEqual(["desktop"]);
  }
  expect(await namesOf(keys, { search: "sha" })).toEqual([]);
});

test("search treats wildcards literally and only searches listed fields", async () => {
  const keys = await fresh();
  await keys.add("50%");
  await keys.add("a_b");
  await keys.add("plain");
  expect(await namesOf(keys, { search: "%", searchBy: "name" })).toEqual(["50%"]);
  expect(await namesOf(keys, { search: "_", searchBy: "name" })).toEqual(["a_b"]);
  expect(await namesOf(keys, { search: "\\", searchBy: "name" })).toEqual([]);
  const rejected = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${keys.workspace.handle}/credentials?search=x&searchBy=public_key`,
  );
  expect(rejected.status).toBe(422);
});

test("a team member adds keys and deletes their own, but not those of others", async () => {
  const keys = await fresh();
  const member = await createMember(env, keys.workspace, "team_member");
  const theirs = (await keys.add("owner's")).data;
  const own = (await keys.add("member's", newKey(), member)).data;
  const rejected = await keys.remove(theirs.id, member);
  expect([rejected.status, rejected.code]).toEqual([403, "permission_denied_missing_permission"]);
  expect((await keys.setDefault(own.id, member)).status).toBe(403);
  expect((await keys.remove(own.id, member)).status).toBe(204);
});

test("every change of a key leaves one audit event with its name and without the key", async () => {
  const keys = await fresh();
  const first = (await keys.add("first")).data;
  const second = (await keys.add("second")).data;
  env.clock.advance(1000);
  await keys.setDefault(second.id);
  env.clock.advance(1000);
  await keys.remove(first.id);
  const entries = (await owner.client.call(api.activity.ofWorkspace, { path: keys.path })).data
    .data;
  expect(entries.map((entry) => entry.action)).toEqual([
    "credentials.remove",
    "credentials.setDefault",
    "credentials.create",
    "credentials.create",
  ]);
  expect(entries[1]).toMatchObject({
    target: { type: "credential", id: second.id, name: "second" },
    changes: [{ field: "default", from: "first", to: "second" }],
  });
  expect(JSON.stringify(entries)).not.toContain(first.publicKey.split(" ")[1]);
});
