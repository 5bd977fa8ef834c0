/** SSH keys by the command, against the running server: odd files, keys that are there already, keys that open nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../../api/src/core/db/db.ts";
import { createDefaultProject } from "../../../api/src/testing/instances.ts";
import { createUser, createWorkspace } from "../../../api/src/testing/users.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import { newPublicKey } from "../../../api/src/testing/ssh-keys.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { acceptedKeys } from "../../../contracts/src/ssh-key-fixtures.ts";
import { tokenScopes } from "../../../contracts/src/tokens.ts";
import { Shell } from "../testing/shell.ts";

let world: TestEnvironment;
let shell: Shell;
let other: Record<string, string>;
beforeAll(async () => {
  world = await startTestEnvironment();
  const owner = await createUser(world, "ann@acme.test");
  const workspace = await createWorkspace(world, owner, "acme");
  await createDefaultProject(world, workspace, owner);
  const second = await createWorkspace(world, owner, "second");
  const scopes = [...tokenScopes];
  const { secret } = await createTokenClient(world, owner, workspace, { scopes });
  const elsewhere = await createTokenClient(world, owner, second, { scopes });
  other = { BOREAL_URL: world.url, BOREAL_TOKEN: elsewhere.secret };
  shell = new Shell((ms) => world.advanceTime(ms / 1_000));
  await shell.run(["login", "--url", world.url], { stdin: secret });
});
afterAll(async () => {
  shell[Symbol.dispose]();
  await world.stop();
});

function keyFile(name: string, content: string | Uint8Array): string {
  const file = join(shell.folder, name);
  writeFileSync(file, content);
  return file;
}

test("N03: a key file in UTF-16, as Windows PowerShell redirects it, is added", async () => {
  const line = newPublicKey("büro");
  const bytes = Buffer.from(`\ufeff${line}\r\n`, "utf16le");
  expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xfe, 0x73, 0x00]);
  const added = await shell.run(["keys", "add", "windows", keyFile("utf16.pub", bytes), "--json"]);
  expect([added.code, added.err]).toEqual([0, ""]);
  expect(added.json).toMatchObject({ name: "windows", publicKey: line, comment: "büro" });
  const bigEndian = Buffer.from(`\ufeff${newPublicKey("be")}\n`, "utf16le").swap16();
  expect((await shell.run(["keys", "add", "be", keyFile("be.pub", bigEndian)])).code).toBe(0);
});

test("N03: UTF-16 without its mark is named, and a private key in UTF-16 stays on this machine", async () => {
  const unmarked = Buffer.from(newPublicKey(), "utf16le");
  const rejected = await shell.run(["keys", "add", "unmarked", keyFile("no-mark.pub", unmarked)]);
  expect(rejected.code).toBe(1);
  expect(rejected.err).toContain("publicKey: This file is UTF-16. Save it as UTF-8 (utf16)");
  for (const content of [
    Buffer.from("\ufeff-----BEGIN OPENSSH PRIVATE KEY-----", "utf16le"),
    Buffer.from("-----BEGIN RSA PRIVATE KEY-----", "utf16le"),
    "PuTTY-User-Key-File-3: ssh-ed25519",
    "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ",
  ]) {
    const ran = await shell.run(["keys", "add", "private", keyFile("private", content)]);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain("This is a private key. Nothing was sent.");
  }
});

test("N05: a key that is there under another name is told with it; --or-existing goes on with that one", async () => {
  const file = keyFile("again.pub", newPublicKey("first"));
  const first = await shell.run(["keys", "add", "laptop", file, "--json"]);
  const { id } = JSON.parse(first.out);
  const again = await shell.run(["keys", "add", "ci", file]);
  expect(again).toMatchObject({ code: 1, out: "" });
  expect(again.err).toContain(
    `publicKey: This key has already been added (already_added): laptop, ${id}`,
  );
  const existing = await shell.run(["keys", "add", "ci", file, "--or-existing", "--json"]);
  expect(existing).toMatchObject({
    code: 0,
    err: "This key is in the workspace already, as laptop\n",
  });
  expect(existing.json).toMatchObject({ id, name: "laptop" });
  const table = await shell.run(["keys", "add", "ci", file, "--or-existing"]);
  expect(table.out).toMatch(new RegExp(`Name +laptop\nId +${id}\n`));
  expect((await shell.run(["keys", "add", "ci", file], { env: other })).code).toBe(0);
});

test("N05: --or-existing adds a key that is not there, and refuses a name another key has", async () => {
  const file = keyFile("new.pub", newPublicKey());
  const added = await shell.run(["keys", "add", "new", file, "--or-existing"]);
  expect([added.code, added.err]).toEqual([0, ""]);
  const another = keyFile("another.pub", newPublicKey());
  const taken = await shell.run(["keys", "add", "NEW", another, "--or-existing"]);
  expect(taken.code).toBe(1);
  expect(taken.err).toMatch(
    /name: A key of this name exists already \(taken\): new, [0-9a-f-]{36}/,
  );
});

test("N06: before an order whose only keys a system cannot use, a note says so", async () => {
  const old = "Debian 12";
  await world.db.withSystemRole("an image with an older OpenSSH", (tx) =>
    tx.execute(sql`UPDATE image SET supports_security_keys = false WHERE name = ${old}`),
  );
  const security = keyFile("sk.pub", acceptedKeys.skEd25519.line);
  await shell.run(["keys", "add", "yubikey", security]);
  await shell.run(["keys", "add", "usual", keyFile("usual.pub", newPublicKey())]);
  const order = (hostname: string, image: string, keys: string[]) =>
    shell.run([
      ...["instances", "create", hostname, "--region", "lulea", "--product", "4 vCPU"],
      ...["--image", image, ...keys.flatMap((key) => ["--key", key])],
    ]);
  const told = "note: Debian 12 can't use security keys, so nobody can sign in; add one more --key";
  const locked = await order("sk-old", old, ["yubikey"]);
  expect(locked.code).toBe(0);
  expect(locked.err).toContain(told);
  expect(locked.err.indexOf(told)).toBeLessThan(locked.err.indexOf("1 × 4 vCPU"));
  expect((await order("sk-new", "Debian 13", ["yubikey"])).err).not.toContain("note:");
  expect((await order("sk-both", old, ["yubikey", "usual"])).err).not.toContain("note:");
});
