/** All commands against a running server, with real access tokens. */
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { tokenScopes } from "../../../contracts/src/tokens.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../../api/src/testing/users.ts";
import { sql } from "../../../api/src/core/db/db.ts";
import {
  createCredential,
  createProject,
  orderInstance,
} from "../../../api/src/testing/order-instances.ts";
import { newPublicKey } from "../../../api/src/testing/ssh-keys.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { Shell } from "../testing/shell.ts";
import { controlCharacters } from "../testing/control-characters.ts";
import { configFile } from "./config-file.ts";

let testEnv: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let secret: string;
let shell: Shell;
beforeAll(async () => {
  testEnv = await startTestEnvironment();
  owner = await createUser(testEnv, "ann@acme.test");
  workspace = await createWorkspace(testEnv, owner, "acme");
  const first = await createProject(testEnv, workspace, owner, "First");
  await testEnv.db.withSystemRole("each workspace has a default project", (tx) =>
    tx.execute(sql`UPDATE project SET is_default = true WHERE id = ${first}`),
  );
  secret = await tokenWith([...tokenScopes]);
  shell = new Shell((ms) => testEnv.advanceTime(ms / 1_000));
  const signedIn = await shell.run(["login", "--url", testEnv.url], { stdin: `${secret}\n` });
  expect(signedIn).toMatchObject({ code: 0, out: `Signed in to ${testEnv.url}, workspace acme\n` });
});
afterAll(async () => {
  shell[Symbol.dispose]();
  await testEnv.stop();
});

async function tokenWith(scopes: (typeof tokenScopes)[number][]): Promise<string> {
  return (await createTokenClient(testEnv, owner, workspace, { name: "nightly", scopes })).secret;
}
const as = (token: string) => ({ env: { BOREAL_URL: testEnv.url, BOREAL_TOKEN: token } });

test("stores a sign-in readable by its owner only, until logout, and never prints the secret", async () => {
  using other = new Shell();
  const signedIn = await other.run(["login", "--url", `${testEnv.url}/`], { answers: [secret] });
  const file = configFile({ env: { XDG_CONFIG_HOME: other.folder } });
  expect(signedIn.code).toBe(0);
  expect(signedIn.err).toContain(`Access token: Saved to ${file}`);
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  const who = await other.run(["whoami"]);
  expect(who.out).toMatch(
    /Workspace {2}acme \(acme\)\nToken +nightly \(gcw_….{4}\)\nActs as +ann Test/,
  );
  const json = await other.run(["whoami", "--json"]);
  expect(json.json).toMatchObject({ workspace: { handle: "acme" }, token: { name: "nightly" } });
  for (const { out, err } of [signedIn, who, json]) expect(out + err).not.toContain(secret);
  expect((await other.run(["logout"])).err).toBe("Signed out\n");
  expect((await other.run(["logout"])).err).toBe("You weren't signed in\n");
  expect((await other.run(["whoami"])).code).toBe(3);
});

test("rejects a wrong token and keeps the stored sign-in", async () => {
  const wrong = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`;
  const rejected = await shell.run(["login"], { stdin: wrong });
  expect(rejected).toMatchObject({ code: 3, out: "" });
  expect(rejected.err).toMatch(
    /error: Not logged in\n {2}The token is invalid, .*\n {2}Error code: authentication_failed_no_session_found_ch, request ID: /,
  );
  expect((await shell.run(["whoami"])).code).toBe(0);
  expect((await shell.run(["login", "--workspace", "other"], { stdin: secret })).code).toBe(4);
  expect((await shell.run(["login"], { stdin: " \n" })).code).toBe(2);
  expect((await shell.run(["login"], { stdin: "two words" })).code).toBe(2);
});

test("environment variables replace the sign-in and the workspace", async () => {
  using other = new Shell();
  const list = await other.run(["projects", "list", "--json"], as(secret));
  expect(list).toMatchObject({ code: 0, json: { meta: { page: 1 } } });
  const otherWorkspace = await other.run(
    ["projects", "list", "--workspace", "nobodys"],
    as(secret),
  );
  expect(otherWorkspace).toMatchObject({ code: 4 });
  expect(otherWorkspace.err).toContain("permission_denied_missing_role");
});

test("sends a stored token only to the URL it was stored for", async () => {
  const rejected = await shell.run(["whoami"], { env: { BOREAL_URL: "http://127.0.0.1:1" } });
  expect(rejected).toMatchObject({ code: 3 });
  expect(rejected.err).toContain(`You're signed in to ${testEnv.url}, not http://127.0.0.1:1`);
});

test("names the permission that the token lacks", async () => {
  const reader = await tokenWith(["project.view"]);
  const rejected = await shell.run(["projects", "create", "No"], as(reader));
  expect(rejected).toMatchObject({ code: 4, out: "" });
  expect(rejected.err).toContain(
    "  Missing permission: project.create (not in the token's scopes or its creator's role)\n  Error code: permission_denied_missing_permission, request ID: ",
  );
});

test("creates, finds, updates and lists projects, and prints problems by field", async () => {
  const added = await shell.run([
    "projects",
    "create",
    "Rendering",
    "--description",
    "Frames",
    "--colour",
    "sky",
  ]);
  expect(added.out).toMatch(
    /^Name +Rendering\nID +[0-9a-f-]{36}\nDescription {2}Frames\nColour +sky\n/,
  );
  const changed = await shell.run(["projects", "update", "Rendering", "--name", "Films", "--json"]);
  expect(changed.json).toMatchObject({ name: "Films", description: "Frames", colour: "sky" });
  expect((await shell.run(["projects", "view", "Rendering"])).err).toContain(
    'No project named "Rendering" found',
  );
  expect((await shell.run(["projects", "view", "Films"])).code).toBe(0);
  const list = await shell.run(["projects", "list", "--search", "film"]);
  expect(list.out).toMatch(
    /^NAME +INSTANCES {2}COLOUR {2}CREATED BY +DESCRIPTION\nFilms +0 {2}sky +ann Test +Frames\n$/,
  );
  const wrong = await shell.run([
    "projects",
    "create",
    "a\u0007b",
    "--description",
    "x".repeat(501),
  ]);
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.err).toContain(
    "  name: Contains invisible or control characters (hidden_characters)\n",
  );
  expect(wrong.err).toContain("  description: At most 500 characters (");
  expect((await shell.run(["projects", "create", "X", "--colour", "pink"])).code).toBe(2);
  expect((await shell.run(["projects", "update", "Films"])).code).toBe(2);
});

test("deletes a project after confirmation or with --yes, and moves its instances", async () => {
  await createProject(testEnv, workspace, owner, "Gone");
  const unconfirmed = await shell.run(["projects", "delete", "Gone"]);
  expect(unconfirmed).toMatchObject({ code: 2, out: "" });
  expect(unconfirmed.err).toContain("Deleting Gone requires --yes when no terminal is attached");
  const mistyped = await shell.run(["projects", "delete", "Gone"], { answers: ["gone"] });
  expect(mistyped).toMatchObject({ code: 1, out: "" });
  expect(mistyped.err).toContain("Gone can only be deleted if it's empty. This can't be undone.");
  const typed = await shell.run(["projects", "delete", "Gone"], { answers: ["Gone"] });
  expect(typed).toMatchObject({ code: 0, out: "Gone deleted\n" });
  expect((await shell.run(["projects", "view", "Gone"])).code).toBe(5);

  const full = await createProject(testEnv, workspace, owner, "Full");
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId: await createCredential(testEnv, workspace, owner, "for an instance"),
    hostname: ["kept-1"],
    body: { projectId: full },
  });
  const stored = await shell.run(["projects", "delete", "Full", "--yes"]);
  expect(stored).toMatchObject({ code: 1 });
  expect(stored.err).toContain("error: The project contains 1 instance. Move it first");
  expect(stored.err).toContain("Error code: action_not_possible (project_not_empty), request ID: ");
  const moved = await shell.run([
    "projects",
    "delete",
    "Full",
    "--move-to",
    "First",
    "--yes",
    "--json",
  ]);
  expect(moved).toMatchObject({ code: 0, json: null });
  expect((await shell.run(["instances", "view", id, "--json"])).json).toMatchObject({
    project: { name: "First" },
  });
  expect((await shell.run(["projects", "delete", "First", "--yes"])).err).toContain(
    "Error code: cannot_delete_default",
  );
});

test("lists name the next page, open a page, and load all pages with --all", async () => {
  for (const name of ["Page one", "Page two", "Page three"])
    await createProject(testEnv, workspace, owner, name);
  const args = ["projects", "list", "--search", "page", "--order", "name", "--per-page", "2"];
  const first = await shell.run(args);
  expect(
    first.out
      .split("\n")
      .slice(1, -1)
      .map((line) => line.slice(0, 9)),
  ).toEqual(["Page one ", "Page thre"]);
  expect(first.err).toBe("Page 1 of 2: use --page 2 or --all to see more\n");
  expect((await shell.run([...args, "--page", "2"])).out).toContain("Page two");
  const all = await shell.run([...args, "--all", "--json"]);
  expect(all.json).toMatchObject({ data: [{}, {}, {}], meta: { page: 2, total: 3 } });
  expect((await shell.run([...args, "--page", "9"])).err).toBe("This page doesn't exist\n");
  const none = await shell.run(["projects", "list", "--search", "zzz"]);
  expect(none).toMatchObject({ code: 0, out: "", err: "No projects\n" });
  expect((await shell.run([...args.slice(0, 2), "--order", "id"])).err).toContain("orderBy: ");
  expect((await shell.run([...args.slice(0, 2), "--page", "x"])).code).toBe(2);
});

test("adds keys from a file or standard input and never sends a private key", async () => {
  const file = join(shell.folder, "id.pub");
  await writeFile(file, newPublicKey());
  const added = await shell.run(["keys", "add", "laptop", file]);
  expect(added.out).toMatch(/Name +laptop\n[^]*Fingerprint {2}SHA256:[^]*Default +yes/);
  const second = await shell.run(["keys", "add", "desktop", "--json"], { stdin: newPublicKey() });
  expect(second.json).toMatchObject({ name: "desktop", isDefault: false });
  expect((await shell.run(["keys", "list", "--order", "name"])).out).toMatch(
    /desktop +ssh-ed25519[^]*laptop \(default\)/,
  );
  const private_ = "-----BEGIN OPENSSH PRIVATE KEY-----\nx";
  const stored = await shell.run(["keys", "add", "x"], { stdin: private_ });
  expect(stored).toMatchObject({ code: 2 });
  expect(stored.err).toContain("Nothing was sent");
  expect((await shell.run(["keys", "add", "x"], { stdin: "nonsense" })).err).toContain(
    "publicKey: ",
  );
  expect((await shell.run(["keys", "add", "x", join(shell.folder, "none")])).code).toBe(2);
});

test("deletes the default key only after another key has become the default", async () => {
  for (const name of ["one", "two"])
    await shell.run(["keys", "add", name], { stdin: newPublicKey() });
  expect((await shell.run(["keys", "default", "one"])).out).toBe("one is now the default key\n");
  expect((await shell.run(["keys", "delete", "one", "--yes"])).err).toContain(
    "Error code: cannot_delete_default",
  );
  expect((await shell.run(["keys", "default", "two", "--json"])).json).toMatchObject({
    name: "two",
    isDefault: true,
  });
  const confirmed = await shell.run(["keys", "delete", "one"], { answers: ["one"] });
  expect(confirmed).toMatchObject({ code: 0, out: "one deleted\n" });
  expect(confirmed.err).toContain(
    "Instances that already have one keep it. New ones can't use it anymore.",
  );
  expect((await shell.run(["keys", "default", "one"])).err).toContain('No key named "one" found');
  const reader = as(await tokenWith(["credential.view"]));
  expect((await shell.run(["keys", "delete", "two", "--yes"], reader)).err).toContain(
    "Missing permission: credential.delete",
  );
});

test("orders, follows, stops, starts, reboots and terminates an instance", async () => {
  await createCredential(testEnv, workspace, owner, "instances-key");
  const order = [
    "instances",
    "create",
    "web-1",
    "web-2",
    "--region",
    "lulea",
    "--product",
    "4 vcpu",
    "--image",
    "Ubuntu 24.04 LTS",
    "--key",
    "instances-key",
  ];
  const created = await shell.run([...order, "--wait"]);
  expect(created.err).toContain("2 × 4 vCPU in lulea, US$");
  expect(created.err).toContain("web-1 is building\n");
  expect(created.code).toBe(0);
  expect(created.out).toMatch(
    /HOSTNAME {2}STATUS[^]*web-1 +active +4 vCPU +lulea +\d+\.[^]*web-2 +active/,
  );
  const again = await shell.run(order);
  expect(again).toMatchObject({ code: 1 });
  expect(again.err).toContain("  hostname.0: ");

  const stopped = await shell.run(["instances", "stop", "web-1", "--wait"]);
  expect(stopped).toMatchObject({ code: 0, out: "web-1 is stopped\n" });
  const reboot = await shell.run(["instances", "reboot", "web-1"]);
  expect(reboot).toMatchObject({ code: 1 });
  expect(reboot.err).toMatch(
    /error: Not available while the instance is stopped\n {2}Error code: action_not_possible/,
  );
  expect((await shell.run(["instances", "start", "web-1"])).out).toBe(
    "web-1 is stopped (starting)\n",
  );
  await testEnv.advanceTime(60);
  expect(
    (await shell.run(["instances", "reboot", "web-1", "--hard", "--wait", "--json"])).json,
  ).toMatchObject({ hostname: "web-1", status: "active" });

  const view = await shell.run(["instances", "view", "web-1"]);
  expect(view.out).toMatch(/Hostname +web-1\n[^]*Status +active\n[^]*Cost so far +US\$0\.\d\d\n/);
  const logs = await shell.run(["instances", "logs", "web-1"]);
  expect(logs.out).toMatch(
    /^STARTED +ACTION +STEP +STATUS +DURATION +DETAIL +NOTE\n2026-05-15 09:00 UTC +create /,
  );
  const failed = await shell.run(["instances", "logs", "web-1", "--status", "failed,pending"]);
  expect(failed.err).toContain("No events yet");
  const inProject = await shell.run(["projects", "create", "Web"]);
  expect(inProject.code).toBe(0);
  expect((await shell.run(["projects", "assign", "Web", "web-1", "web-2"])).out).toBe(
    "2 instances moved\n",
  );
  const listed = await shell.run([
    "instances",
    "list",
    "--project",
    "Web",
    "--status",
    "active",
    "--ids",
  ]);
  expect(listed.out.match(/^[0-9a-f]{8}-/gm)).toHaveLength(2);
  expect((await shell.run(["projects", "unassign", "web-2"])).out).toBe("1 instance moved\n");
  const usage = await shell.run(["usage"]);
  expect(usage.out).toMatch(/PROJECT +PRODUCT[^]*Web +4 vCPU[^]*Since +2026-05-01 00:00 UTC\n/);
  expect((await shell.run(["usage", "--instances"])).out).toContain("web-2");
  expect((await shell.run(["usage", "--json"])).json).toMatchObject({ total: { currency: "USD" } });

  const log = await shell.run(["instances", "console-log", "web-1", "--lines", "2"]);
  expect(log).toMatchObject({ code: 0, err: "" });
  expect(log.out).toMatch(/^\[ .*finished, datasource OpenStack\nweb-1 login: \n$/);
  for (const lines of ["0", "1001", "many"])
    expect((await shell.run(["instances", "console-log", "web-1", "--lines", lines])).code).toBe(2);
  const protectedInstance = await shell.run([
    "instances",
    "update",
    "web-1",
    "--name",
    "Web shop",
    "--protect",
  ]);
  expect(protectedInstance.out).toMatch(/^Hostname +web-1\nDisplay name +Web shop\n/);
  expect(protectedInstance.out).toMatch(/\nDelete protection +on\n$/);
  const refused = await shell.run(["instances", "terminate", "web-1", "--yes"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("Delete protection is on");
  const both = ["instances", "update", "web-1", "--protect", "--no-protect"];
  expect((await shell.run(both)).code).toBe(2);
  expect((await shell.run(["instances", "update", "web-1"])).code).toBe(2);
  const open = ["instances", "update", "web-1", "--name", "", "--no-protect", "--json"];
  expect((await shell.run(open)).json).toMatchObject({
    displayName: null,
    deleteProtection: false,
  });
  expect((await shell.run(["instances", "reboot", "web-2"])).out).toBe("web-2 is rebooting\n");
  expect(await shell.run(["instances", "cancel", "web-2"])).toMatchObject({
    code: 0,
    out: "Canceled reboot: web-2 is active\n",
  });
  const nothing = await shell.run(["instances", "cancel", "web-2"]);
  expect(nothing).toMatchObject({ code: 1 });
  expect(nothing.err).toContain("No operation of web-2 is queued or in progress");

  const end = ["instances", "terminate", "web-1"];
  const unconfirmed = await shell.run(end);
  expect(unconfirmed).toMatchObject({ code: 2 });
  expect(unconfirmed.err).toContain("requires --yes");
  expect(await shell.run(end, { answers: ["web-2"] })).toMatchObject({ code: 1, out: "" });
  expect((await shell.run(["instances", "view", "web-1"])).code).toBe(0);
  const terminated = await shell.run([...end, "--wait"], { answers: ["web-1"] });
  expect(terminated).toMatchObject({ code: 0, out: "web-1 is terminated\n" });
  expect(terminated.err).toContain("A virtual machine is kept unbilled for 24 hours");
  const { data: ended } = await shell
    .run(["instances", "list", "--status", "terminated", "--json"])
    .then(({ json }) => z.object({ data: z.array(z.object({ id: z.string() })) }).parse(json));
  expect(await shell.run(["instances", "restore", ended[0]?.id ?? "", "--wait"])).toMatchObject({
    code: 0,
    out: "web-1 is active\n",
  });
  expect(
    await shell.run(["instances", "terminate", "web-1", "--yes", "--now", "--wait"]),
  ).toMatchObject({ code: 0, out: "web-1 is terminated\n" });
  const unattended = await shell.run(["instances", "terminate", "web-2", "--yes", "--json"]);
  expect(unattended.json).toMatchObject({ hostname: "web-2", status: "terminating" });
  expect(await shell.run(["instances", "view", "web-1"])).toMatchObject({ code: 5 });
});

test("exits with an error if an order fails or exceeds the timeout", async () => {
  const credentialId = await createCredential(testEnv, workspace, owner, "failing");
  const order = [
    "instances",
    "create",
    "--region",
    "lulea",
    "--product",
    "4 vCPU",
    "--image",
    "Ubuntu 24.04 LTS",
    "--key",
    "failing",
    "--wait",
  ];
  const failed = await shell.run([...order, "fine-1", "gone-build-error"]);
  expect(failed.code).toBe(1);
  expect(failed.out).toMatch(/\nfine-1 +active [^]*\ngone-build-error +error /);
  expect(failed.err).toMatch(
    /error: gone-build-error is error.*, not active\n {2}`boreal instances logs /,
  );
  const late = await shell.run([...order, "late-slow-build", "--timeout", "6"]);
  expect(late.code).toBe(1);
  expect(late.out).toMatch(/\nlate-slow-build +building /);
  expect(late.err).toContain(
    "late-slow-build is still building\n  Check its progress with `boreal instances view ",
  );
  const unknown = await shell.run([...order, "x1", "--product", "Nothing"]);
  expect(unknown).toMatchObject({ code: 5 });
  expect(unknown.err).toContain('No product named "Nothing" found\n  Run `boreal products list`');
  const { id } = await orderInstance(owner.client, {
    workspace,
    credentialId,
    hostname: ["by-hand"],
  });
  expect((await shell.run(["instances", "view", id, "--json"])).json).toMatchObject({
    id,
    status: "pending",
  });
});

test("lists products, images and regions, and estimates a price", async () => {
  expect((await shell.run(["products", "list"])).out).toMatch(
    /NAME +SIZE +PER HOUR +AVAILABLE[^]*4 vCPU +4 vCPU, \d+ GB/,
  );
  expect((await shell.run(["images", "list"])).out).toContain("Ubuntu 24.04 LTS  ubuntu");
  expect((await shell.run(["regions", "list"])).out).toContain("Luleå, Sweden");
  const json = await shell.run(["regions", "list", "--json"]);
  expect(json.json).toMatchObject({ data: [{ handle: "lulea" }, {}, {}] });
  expect((await shell.run(["estimate", "4 vCPU", "2"])).out).toMatch(
    /Product {4}2 × 4 vCPU\nPer hour {3}US\$0\.\d+\nPer month {2}US\$[\d,.]+ \(730 hours\)\n/,
  );
});

test("reports unknown ids and names as not found", async () => {
  const id = "0190a000-0000-7000-8000-00000000dead";
  const missing = await shell.run(["instances", "view", id]);
  expect(missing).toMatchObject({ code: 5, out: "" });
  expect(missing.err).toMatch(
    /^error: We can't find that\n {2}Error code: not_found, request ID: .+\n$/,
  );
  expect((await shell.run(["instances", "view", "nobody-1"])).code).toBe(5);
});

test("escapes control characters in tables and keeps the values in JSON", async () => {
  const hostile = "\u001b[2J\u001b]0;x\u0007\u202eevil\u009b31m";
  await createProject(testEnv, workspace, owner, hostile);
  const options = { columns: 80, env: { NO_COLOR: "1" } };
  const list = await shell.run(["projects", "list", "--search", "evil"], options);
  expect(list.out).toContain("evil");
  expect(list.out).not.toMatch(controlCharacters);
  const json = await shell.run(["projects", "list", "--search", "evil", "--json"]);
  expect(json.out).not.toMatch(controlCharacters);
  expect(json.json).toMatchObject({ data: [{ name: hostile }] });
});
