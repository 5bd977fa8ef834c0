/** How the keys of an order reach its instances. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { placeOrder, orderInstance, getInstance } from "../../testing/order-instances.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { newPublicKey } from "../../testing/ssh-keys.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { firstBootLength } from "./first-boot.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
});
afterAll(() => env.stop());

const addKey = async (name: string, publicKey: string) =>
  (
    await owner.client.call(api.credentials.create, {
      path: { workspace: workspace.handle },
      body: { name, publicKey },
    })
  ).data;

/** User data as the cloud received it. */
const userDataOf = (hostname: string): string =>
  env.emulator.world().servers.find(({ name }) => name === hostname)?.userData ?? "";

test.each(["jörg@büro", "Anna’s MacBook", "山田のPC", "me\u00a0at\u00a0work"])(
  "N01: an instance starts with a key whose comment or name has non-ASCII letters: %s",
  async (comment) => {
    const line = newPublicKey(comment);
    const key = await addKey(comment, line);
    expect(key).toMatchObject({ name: comment, comment, publicKey: line });
    await owner.client.call(api.credentials.setDefault, {
      path: { workspace: workspace.handle, credential: key.id },
    });
    const hostname = `host-${key.id.slice(-12)}`;
    const placed = await orderInstance(owner.client, {
      workspace,
      credentialId: key.id,
      hostname: [hostname],
    });
    await env.advanceTime(90);
    expect((await getInstance(owner.client, workspace, placed.id)).status).toBe("active");
    const userData = Buffer.from(userDataOf(hostname), "base64").toString();
    expect(userData).toContain(line.split(" ").slice(0, 2).join(" "));
  },
);

test("the computed length of the user data is the one sent to the cloud", async () => {
  const lines = [newPublicKey("me@laptop"), newPublicKey('with "quotes" \\ and jörg@büro')];
  const keys = [await addKey("plain", lines[0] ?? ""), await addKey("quoted", lines[1] ?? "")];
  const [first] = keys;
  await placeOrder(owner.client, {
    workspace,
    credentialId: first?.id ?? "",
    hostname: ["measured"],
    body: { workspaceCredential: keys.map(({ id }) => id) },
  });
  await env.advanceTime(60);
  expect(userDataOf("measured").length).toBe(firstBootLength(lines));
});

test("N08: user data in UTF-8 reaches the instance unchanged, with its keys", async () => {
  const line = newPublicKey("me@laptop");
  const key = await addKey("with user data", line);
  const script = "#!/bin/sh\r\necho 'Grüße aus Luleå, 山田'\n";
  const placed = await placeOrder(owner.client, {
    workspace,
    credentialId: key.id,
    hostname: ["scripted"],
    body: { userData: script },
  });
  expect(placed.status).toBe(202);
  expect(JSON.stringify(placed.data)).not.toContain("echo");
  await env.advanceTime(60);
  const sent = userDataOf("scripted");
  expect(sent.length).toBe(firstBootLength([line], script.replace("\r", "")));
  const document = Buffer.from(sent, "base64").toString();
  expect(document).toContain(line.split(" ").slice(0, 2).join(" "));
  const [, encoded = ""] = /x-shellscript[^]*?base64\n\n([^-]+)/.exec(document) ?? [];
  expect(Buffer.from(encoded, "base64").toString()).toBe(script.replace("\r", ""));
});

test("N07: user data that doesn't fit with the keys is rejected with the sum, before anything is made", async () => {
  const key = await addKey("beside user data", newPublicKey());
  const order = { workspace, credentialId: key.id, hostname: ["too-much"] };
  const rejectedWith = async (userData: string) => {
    const { status, fields } = await placeOrder(owner.client, { ...order, body: { userData } });
    return [status, fields];
  };
  expect(await rejectedWith(`#!/bin/sh\n${"x".repeat(48_900)}`)).toEqual([
    422,
    { userData: "user_data_too_large" },
  ]);
  // Letters outside ASCII are encoded twice.
  expect(await rejectedWith(`#!/bin/sh\n${"ü".repeat(20_000)}`)).toEqual([
    422,
    { userData: "user_data_too_large" },
  ]);
  const encoded = Buffer.from("#cloud-config\npackage_update: true\n").toString("base64");
  expect(await rejectedWith(encoded)).toEqual([422, { userData: "format" }]);
  const left = await owner.client.call(api.instances.list, {
    path: { workspace: workspace.handle },
    query: { search: "too-much" },
  });
  expect(left.data.meta.total).toBe(0);
});

/** A key stored before comments had a limit. */
async function createLongKey(name: string): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  const line = `ssh-rsa ${"A".repeat(716)} ${"x".repeat(8_000)}`;
  await env.db.withSystemRole("a key for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO credential (id, workspace_id, name, type, bits, public_key, fingerprint_sha256, created_by, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${name}, 'ssh-rsa', 4096, ${line}, ${`SHA256:${name}`}, ${owner.id}, ${now}, ${now})`),
  );
  return id;
}

test("N07: rejects keys that are too long together with their sum and the limit, and creates nothing", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => createLongKey(`long ${n}`)));
  const order = { workspace, credentialId: ids[0] ?? "", hostname: ["too-long"] };
  const rejected = await placeOrder(owner.client, { ...order, body: { workspaceCredential: ids } });
  expect([rejected.status, rejected.fields]).toEqual([422, { workspaceCredential: "too_large" }]);
  expect(JSON.stringify(rejected.json)).toMatch(
    /These keys need 1\d{5} of at most 65535 characters\. Choose fewer, or keys with shorter comments/,
  );
  const left = await owner.client.call(api.instances.list, {
    path: { workspace: workspace.handle },
    query: { search: "too-long" },
  });
  expect(left.data.meta.total).toBe(0);
  const fewer = await placeOrder(owner.client, {
    ...order,
    body: { workspaceCredential: ids.slice(0, 5) },
  });
  expect(fewer.status).toBe(202);
  await env.advanceTime(60);
  const [instance] = fewer.data.instances;
  expect((await getInstance(owner.client, workspace, instance?.id ?? "")).status).toBe("active");
});

test("N28: rejects a taken hostname with the id of the instance that has it", async () => {
  const key = await addKey("again", newPublicKey());
  const order = { workspace, credentialId: key.id, hostname: ["web-1"] };
  const first = await orderInstance(owner.client, order);
  const repeated = await placeOrder(owner.client, order);
  expect([repeated.status, repeated.fields]).toEqual([422, { "hostname.0": "taken" }]);
  expect(repeated.json).toMatchObject({
    errors: { "hostname.0": [{ existing: { id: first.id, name: "web-1" } }] },
  });
});

test("N26: rejects a hostname shaped like an id", async () => {
  const key = await addKey("shape", newPublicKey());
  const hostname = ["0197c9a2-1111-7111-8111-aaaaaaaaaaaa"];
  const rejected = await placeOrder(owner.client, { workspace, credentialId: key.id, hostname });
  expect([rejected.status, rejected.fields]).toEqual([422, { "hostname.0": "id_shape" }]);
});
