/** A copy of one's own data: all of it, nothing secret, nothing of others, and for its person alone. */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { DataCopy } from "#contracts/account.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { createLogger } from "../../core/lib/logger.ts";
import { createCredential, createProject } from "../../testing/order-instances.ts";
import {
  addMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  reauthenticate,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { bindJobs } from "../../core/jobs/recurring-jobs.ts";
import { copyDataJob } from "./data-copy-jobs.ts";

let world: TestEnvironment;
let ada: TestUser;
beforeEach(async () => {
  world = await startTestEnvironment();
  ada = await createUser(world, "ada@northwind.test", { passwordHash: "canary-hash" });
});
afterEach(() => world.stop());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const ask = (user = ada) => user.client.call(api.account.requestDataCopy, {});
const letters = (user = ada) =>
  world.mail.messages().filter((mail) => mail.to.includes(user.email));
const tokenOf = (link: string | undefined) => new URL(link ?? "").searchParams.get("copy") ?? "";
const newestToken = () =>
  tokenOf(
    letters()
      .flatMap((mail) => mail.links)
      .findLast((link) => link.includes("copy=")),
  );
const fetchCopy = (token: string, client = ada.client) =>
  client.send("GET", `/api/v1/settings/user-data-copy/${token}`);
const codeOf = async (response: Response) =>
  z.object({ code: z.string() }).parse(await response.json()).code;

const rowOf = (id: string) =>
  world.db.withSystemRole("a test looks", (tx) =>
    tx.one<{ status: string; attempts: number; has_file: boolean }>(
      sql`SELECT status, attempts, file IS NOT NULL AS has_file FROM data_copy_request WHERE id = ${id}`,
    ),
  );

/** The files of the copy, by name. */
async function filesOf(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

async function prepareLife() {
  const ben = await createUser(world, "ben@southwind.test");
  const place = await createWorkspace(world, ada, "northwind");
  await addMember(world, place, ben, "administrator");
  const theirs = await createWorkspace(world, ben, "southwind");
  await createProject(world, place, ada, '=HYPERLINK("http://e")');
  await createProject(world, place, ben, "Bens project");
  await createProject(world, theirs, ada, "Left behind");
  await createCredential(world, place, ada, "laptop");
  const now = world.clock.now();
  await world.db.withSystemRole("a life for a test", async (tx) => {
    await tx.execute(
      sql`UPDATE user_account SET totp_secret = 'canary-totp', dob = '1990-05-04' WHERE id = ${ada.id}`,
    );
    await tx.execute(
      sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (${uuidv7(now)}, ${ada.id}, 'canary-code')`,
    );
    await tx.execute(sql`INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, created_at)
      VALUES (${uuidv7(now)}, ${ada.id}, 'My phone', 'canary-credential', 'canary-key', 0, ${now})`);
    await tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_at_link, linked_at)
      VALUES (${uuidv7(now)}, ${ada.id}, 'google', 'canary-subject', 'ada@elsewhere.test', ${now})`);
    await tx.execute(sql`INSERT INTO audit_event (id, at, actor_type, actor_user_id, actor_name, action, target_type, target_id, target_name, request_id, ip, user_agent, changes)
      VALUES (${uuidv7(now)}, ${now}, 'user', ${ben.id}, 'Ben Brook', 'users.update', 'user', ${ada.id}, 'Ada', 'r', '10.7.7.7', 'Bens browser', '[{"field":"lastName","from":"Old","to":"New"}]'),
        (${uuidv7(now)}, ${now}, 'user', ${ada.id}, 'ada Test', 'invites.create', 'invite', ${uuidv7(now)}, 'carl@southwind.test', 'r', '10.8.8.8', 'My browser', '[{"field":"email","from":null,"to":"carl@southwind.test"}]')`);
  });
  return ben;
}

test("the copy holds what is one's own, as JSON and as tables without a formula", async () => {
  const ben = await prepareLife();
  const asked = await ask();
  expect([asked.status, asked.data.status]).toEqual([202, "queued"]);
  await world.runDueJobs();
  const response = await fetchCopy(newestToken());
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="boreal-data-copy-2026-05-15.zip"',
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  const files = await filesOf(response);
  const kinds = "account activity devices instances passkeys projects sessions sign-in-accounts";
  expect(Object.keys(files).sort()).toEqual(
    [...kinds.split(" "), "ssh-keys", "workspaces"]
      .flatMap((kind) => [`${kind}.csv`, `${kind}.json`])
      .sort(),
  );
  expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({
    email: ada.email,
    dateOfBirth: "1990-05-04",
  });
  expect(files["projects.csv"]).toContain(`"'=HYPERLINK(""http://e"")"`);
  expect(files["workspaces.csv"]).toContain('"northwind","northwind","owner"');
  expect(files["passkeys.json"]).toContain("My phone");
  expect(files["sign-in-accounts.csv"]).toContain("ada@elsewhere.test");
  const all = Object.values(files).join("\n");
  expect(all).not.toContain("canary");
  // Of others: their initials, and nothing more.
  for (const foreign of [ben.id, "Brook", ben.email, "10.7.7.7", "Bens", "carl@", "Left behind"])
    expect(all).not.toContain(foreign);
  expect(files["activity.csv"]).toContain('"B. B."');
  expect(files["activity.json"]).toContain("10.8.8.8");
});

test("the letter's link works for a week, as often as one likes, for its person alone", async () => {
  await ask();
  await world.runDueJobs();
  const token = newestToken();
  expect(
    letters().filter((mail) => mail.links.some((link) => link.includes("copy="))),
  ).toHaveLength(1);
  expect((await fetchCopy(token)).status).toBe(200);
  expect((await fetchCopy(token)).status).toBe(200);
  const ben = await createUser(world, "ben@southwind.test");
  for (const [asked, client] of [
    [token, ben.client],
    ["x".repeat(43), ada.client],
  ] as const)
    expect(await codeOf(await fetchCopy(asked, client))).toBe("not_found");
  expect((await fetchCopy(token, world.createClient())).status).toBe(401);
  world.clock.advance(hourMs);
  expect(await codeOf(await fetchCopy(token))).toBe("confirmation_required");
  world.clock.advance(6 * dayMs + 22 * hourMs);
  expect((await fetchCopy(token, await signIn(world, ada.id))).status).toBe(200);
  world.clock.advance(hourMs);
  const client = await signIn(world, ada.id);
  expect(await codeOf(await fetchCopy(token, client))).toBe("token_action_expired");
});

test("past its week the file is gone, and the request says so", async () => {
  const { id } = (await ask()).data;
  await world.runDueJobs();
  expect(await rowOf(id)).toEqual({ status: "ready", attempts: 1, has_file: true });
  world.clock.advance(7 * dayMs);
  await world.db.withSystemRole("a test wants it swept", (tx) =>
    tx.execute(
      sql`SELECT enqueue_job('platform.sweep', '{}', NULL, NULL, NULL, ${world.clock.now()})`,
    ),
  );
  await world.runDueJobs();
  expect(await rowOf(id)).toEqual({ status: "expired", attempts: 1, has_file: false });
});

test("one copy a day: of many requests at once one is taken, and the others hear when to come again", async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(429)]);
  world.clock.advance(hourMs);
  const again = await ask(Object.assign({}, ada, { client: await signIn(world, ada.id) }));
  expect([again.code, again.headers.get("retry-after")]).toEqual([
    "too_many_requests",
    String(23 * 3600),
  ]);
  await world.runDueJobs();
  const first = newestToken();
  world.clock.advance(23 * hourMs);
  ada.client.cookies.clear();
  for (const [name, value] of (await signIn(world, ada.id)).cookies)
    ada.client.cookies.set(name, value);
  expect((await ask()).status).toBe(202);
  await world.runDueJobs();
  // The newest takes the place of the one before it.
  expect((await fetchCopy(newestToken())).status).toBe(200);
  expect(await codeOf(await fetchCopy(first))).toBe("token_action_expired");
});

test("at rest the file cannot be read, nor be passed off as somebody else's", async () => {
  const { id } = (await ask()).data;
  await world.runDueJobs();
  const { file } = await world.db.withSystemRole("a test looks", (tx) =>
    tx.one<{ file: Buffer }>(sql`SELECT file FROM data_copy_request WHERE id = ${id}`),
  );
  expect(file.subarray(0, 2).toString()).not.toBe("PK");
  expect(file.includes("account.json")).toBe(false);
  expect(world.keys.decrypt("data copy", file, uuidv7(world.clock.now()))).toBeNull();
});

/** The job with something broken in it. */
const failing = (lines: string[] = []) =>
  bindJobs([copyDataJob], {
    ...world,
    keys: {
      ...world.keys,
      encrypt: () => {
        throw new Error("no entropy");
      },
    },
    logger: createLogger("info", { write: (line) => lines.push(line) }),
  })["account.copyData"];

test("a worker that dies leaves nothing half done: the copy is made once more, and the letter sent once", async () => {
  const { id } = (await ask()).data;
  await world.db.withSystemRole("a worker dies at its work", (tx) =>
    tx.execute(sql`UPDATE data_copy_request SET status = 'running', attempts = 1 WHERE id = ${id}`),
  );
  await world.runDueJobs();
  expect(await rowOf(id)).toEqual({ status: "ready", attempts: 2, has_file: true });
  await world.worker.tasks["account.copyData"]({ requestId: id });
  await world.runDueJobs();
  expect(letters()).toHaveLength(1);
});

test("what fails is tried again later, then given up, and made again when staff say so", async () => {
  const admin = await createUser(world, "admin@boreal.test", { staffRole: "Admin" });
  const { id } = (await ask()).data;
  const lines: string[] = [];
  const retry = (user = ada.id, request = id) =>
    admin.client.call(api.users.retryDataCopy, { path: { user, request } });
  await failing(lines)({ requestId: id });
  expect(await rowOf(id)).toMatchObject({ status: "queued", attempts: 1 });
  expect((await retry()).code).toBe("action_not_possible");
  world.clock.advance(hourMs);
  await failing(lines)({ requestId: id });
  await failing(lines)({ requestId: id });
  expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 3 });
  expect(lines.join("")).toContain("no entropy");
  expect(lines.join("")).not.toContain(ada.email);
  expect(letters()).toEqual([]);

  await reauthenticate(world, admin);
  const outsider = await createUser(world, "ben@southwind.test");
  expect((await retry(outsider.id)).code).toBe("not_found");
  expect((await retry(ada.id, uuidv7(world.clock.now()))).code).toBe("not_found");
  const again = await retry();
  expect([again.status, again.data]).toMatchObject([
    202,
    { id, status: "queued", user: { id: ada.id, email: ada.email, name: ada.name } },
  ]);
  await world.runDueJobs();
  expect(await rowOf(id)).toMatchObject({ status: "ready", has_file: true });
  expect((await retry()).code).toBe("action_not_possible");
});

test("no copy is made of an account that was locked meanwhile", async () => {
  const { id } = (await ask()).data;
  await world.db.withSystemRole("a test locks", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${ada.id}`),
  );
  for (let n = 0; n < 4; n += 1) {
    await world.runDueJobs();
    world.clock.advance(hourMs);
  }
  expect(await rowOf(id)).toEqual({ status: "failed", attempts: 3, has_file: false });
  expect(letters()).toEqual([]);
});

test("staff see who asked, newest first and by status, and nothing of what is in it", async () => {
  const admin = await createUser(world, "admin@boreal.test", { staffRole: "Admin" });
  const ben = await createUser(world, "ben@southwind.test");
  await ask();
  await world.runDueJobs();
  world.clock.advance(1000);
  await ask(ben);
  const list = async (query: object = {}) =>
    (await admin.client.call(api.users.dataCopyRequests, { query })).data;
  const { data, meta } = await list();
  expect(data.map(({ user, status }) => [user.email, status])).toEqual([
    [ben.email, "queued"],
    [ada.email, "ready"],
  ]);
  expect(meta.total).toBe(2);
  expect((await list({ status: "queued,running" })).data.map(({ user }) => user.id)).toEqual([
    ben.id,
  ]);
  expect(Object.keys(data[1] ?? {}).sort()).toEqual(
    [...Object.keys(DataCopy.shape), "attempts", "user"].sort(),
  );
});
