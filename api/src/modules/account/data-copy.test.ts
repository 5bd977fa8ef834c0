/** Data copy: all data of the user, no secrets, no data of others, and only for that user. */
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import { DataCopy } from "#contracts/account.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { createLogger } from "../../core/lib/logger.ts";
import { checkLedgerAfterEach } from "../../testing/check-ledger.ts";
import { createCredential, createProject } from "../../testing/order-instances.ts";
import {
  addMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  reauthenticate,
} from "../../testing/users.ts";
import { issueTestInvoice } from "../../testing/issued-invoices.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { bindJobs } from "../../core/jobs/recurring-jobs.ts";
import { copyDataJob } from "./data-copy-jobs.ts";

let env: TestEnvironment;
let ada: TestUser;
beforeEach(async () => {
  env = await startTestEnvironment();
  ada = await createUser(env, "ada@northwind.test", { passwordHash: "canary-hash" });
});
// Hooks run in reverse order.
afterEach(() => env.stop());
checkLedgerAfterEach(() => env);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const requestCopy = (user = ada) => user.client.call(api.account.requestDataCopy, {});
const emailsTo = (user = ada) =>
  env.mail.messages().filter((email) => email.to.includes(user.email));
const tokenOf = (link: string | undefined) => new URL(link ?? "").searchParams.get("copy") ?? "";
const newestToken = () =>
  tokenOf(
    emailsTo()
      .flatMap((email) => email.links)
      .findLast((link) => link.includes("copy=")),
  );
const fetchCopy = (token: string, client = ada.client) =>
  client.send("GET", `/api/v1/settings/user-data-copy/${token}`);
const codeOf = async (response: Response) =>
  z.object({ code: z.string() }).parse(await response.json()).code;

const rowOf = (id: string) =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ status: string; attempts: number; has_file: boolean }>(
      sql`SELECT status, attempts, archive IS NOT NULL AS has_file FROM data_copy_request WHERE id = ${id}`,
    ),
  );

/** Files of the archive, by name. */
async function filesOf(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

async function prepareLife() {
  const ben = await createUser(env, "ben@southwind.test");
  const northwind = await createWorkspace(env, ada, "northwind");
  await addMember(env, northwind, ben, "administrator");
  const southwind = await createWorkspace(env, ben, "southwind");
  await createProject(env, northwind, ada, '=HYPERLINK("http://e")');
  await createProject(env, northwind, ben, "Bens project");
  await createProject(env, southwind, ada, "Left behind");
  await createCredential(env, northwind, ada, "laptop");
  const now = env.clock.now();
  await env.db.withSystemRole("activity for a test", async (tx) => {
    // Of the workspace that she owns, and of one in which she was never a member.
    for (const [place, workspace] of [northwind, southwind].entries())
      await issueTestInvoice(
        tx,
        { workspaceId: workspace.id, cents: 1_234 + place, dueAt: now },
        now,
      );
    await tx.execute(
      sql`UPDATE user_account SET totp_secret = 'canary-totp', dob = '1990-05-04' WHERE id = ${ada.id}`,
    );
    await tx.execute(
      sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (${uuidv7(now)}, ${ada.id}, 'canary-code')`,
    );
    await tx.execute(sql`INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, created_at)
      VALUES (${uuidv7(now)}, ${ada.id}, 'My phone', 'canary-credential', 'canary-key', 0, ${now})`);
    await tx.execute(sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at)
      VALUES (${uuidv7(now)}, ${ada.id}, 'google', 'canary-subject', 'ada@elsewhere.test', ${now})`);
    await tx.execute(sql`INSERT INTO audit_event (id, at, actor_type, actor_user_id, actor_name, action, target_type, target_id, target_name, request_id, ip, user_agent, changes)
      VALUES (${uuidv7(now)}, ${now}, 'user', ${ben.id}, 'Ben Brook', 'users.update', 'user', ${ada.id}, 'Ada', 'r', '10.7.7.7', 'Bens browser', '[{"field":"lastName","from":"Old","to":"New"}]'),
        (${uuidv7(now)}, ${now}, 'user', ${ada.id}, 'ada Test', 'invites.create', 'invite', ${uuidv7(now)}, 'carl@southwind.test', 'r', '10.8.8.8', 'My browser', '[{"field":"email","from":null,"to":"carl@southwind.test"}]')`);
  });
  return ben;
}

test("contains the user's data as JSON and as tables without formulas", async () => {
  const ben = await prepareLife();
  const requested = await requestCopy();
  expect([requested.status, requested.data.status]).toEqual([202, "queued"]);
  await env.runDueJobs();
  const response = await fetchCopy(newestToken());
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="boreal-data-copy-2026-05-15.zip"',
  );
  expect(response.headers.get("cache-control")).toBe("no-store");
  const files = await filesOf(response);
  const kinds =
    "account activity devices instances invoices orders passkeys projects sessions sign-in-accounts";
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
  expect(JSON.parse(files["invoices.json"] ?? "")).toMatchObject([
    { workspace: "northwind", number: "TST-2026-000001", totalCents: 1_234, status: "issued" },
  ]);
  expect(files["sign-in-accounts.csv"]).toContain("ada@elsewhere.test");
  const all = Object.values(files).join("\n");
  expect(all).not.toContain("canary");
  // Of other users: only their initials.
  for (const foreign of [ben.id, "Brook", ben.email, "10.7.7.7", "Bens", "carl@", "Left behind"])
    expect(all).not.toContain(foreign);
  expect(files["activity.csv"]).toContain('"B. B."');
  expect(files["activity.json"]).toContain("10.8.8.8");
});

test("the link in the email works for a week, any number of times, only for its user", async () => {
  await requestCopy();
  await env.runDueJobs();
  const token = newestToken();
  expect(
    emailsTo().filter((email) => email.links.some((link) => link.includes("copy="))),
  ).toHaveLength(1);
  expect((await fetchCopy(token)).status).toBe(200);
  expect((await fetchCopy(token)).status).toBe(200);
  const ben = await createUser(env, "ben@southwind.test");
  for (const [requested, client] of [
    [token, ben.client],
    ["x".repeat(43), ada.client],
  ] as const)
    expect(await codeOf(await fetchCopy(requested, client))).toBe("not_found");
  expect((await fetchCopy(token, env.createClient())).status).toBe(401);
  env.clock.advance(hourMs);
  expect(await codeOf(await fetchCopy(token))).toBe("confirmation_required");
  env.clock.advance(6 * dayMs + 22 * hourMs);
  expect((await fetchCopy(token, await signIn(env, ada.id))).status).toBe(200);
  env.clock.advance(hourMs);
  const client = await signIn(env, ada.id);
  expect(await codeOf(await fetchCopy(token, client))).toBe("token_action_expired");
});

test("after a week the file is deleted and the request is expired", async () => {
  const { id } = (await requestCopy()).data;
  await env.runDueJobs();
  expect(await rowOf(id)).toEqual({ status: "ready", attempts: 1, has_file: true });
  env.clock.advance(7 * dayMs);
  await env.db.withSystemRole("a test runs the cleanup", (tx) =>
    tx.execute(
      sql`SELECT enqueue_job('platform.sweep', '{}', NULL, NULL, NULL, ${env.clock.now()})`,
    ),
  );
  await env.runDueJobs();
  expect(await rowOf(id)).toEqual({ status: "expired", attempts: 1, has_file: false });
});

test("one copy per day: of many concurrent requests one is accepted, and the others get the time to wait", async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => requestCopy()));
  expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(429)]);
  env.clock.advance(hourMs);
  const repeated = await requestCopy(Object.assign({}, ada, { client: await signIn(env, ada.id) }));
  expect([repeated.code, repeated.headers.get("retry-after")]).toEqual([
    "too_many_requests",
    String(23 * 3600),
  ]);
  await env.runDueJobs();
  const first = newestToken();
  env.clock.advance(23 * hourMs);
  ada.client.cookies.clear();
  for (const [name, value] of (await signIn(env, ada.id)).cookies)
    ada.client.cookies.set(name, value);
  expect((await requestCopy()).status).toBe(202);
  await env.runDueJobs();
  // The newest replaces the previous one.
  expect((await fetchCopy(newestToken())).status).toBe(200);
  expect(await codeOf(await fetchCopy(first))).toBe("token_action_expired");
});

test("the stored file cannot be read or used as the file of another user", async () => {
  const { id } = (await requestCopy()).data;
  await env.runDueJobs();
  const { file } = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ file: Buffer }>(sql`SELECT archive AS file FROM data_copy_request WHERE id = ${id}`),
  );
  expect(file.subarray(0, 2).toString()).not.toBe("PK");
  expect(file.includes("account.json")).toBe(false);
  expect(env.keys.decrypt("data copy", file, uuidv7(env.clock.now()))).toBeNull();
});

/** The job with a failing dependency. */
const failing = (lines: string[] = []) =>
  bindJobs([copyDataJob], {
    ...env,
    keys: {
      ...env.keys,
      encrypt: () => {
        throw new Error("no entropy");
      },
    },
    logger: createLogger("info", { write: (line) => lines.push(line) }),
  })["account.copyData"];

test("after a worker crash the copy is created again and the email is sent once", async () => {
  const { id } = (await requestCopy()).data;
  await env.db.withSystemRole("a test simulates a worker crash", (tx) =>
    tx.execute(sql`UPDATE data_copy_request SET status = 'running', attempts = 1 WHERE id = ${id}`),
  );
  await env.runDueJobs();
  expect(await rowOf(id)).toEqual({ status: "ready", attempts: 2, has_file: true });
  await env.worker.tasks["account.copyData"]({ requestId: id });
  await env.runDueJobs();
  expect(emailsTo()).toHaveLength(1);
});

test("a failed copy is retried, then fails permanently, and is created again on request of staff", async () => {
  const admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  const { id } = (await requestCopy()).data;
  const lines: string[] = [];
  const retry = (user = ada.id, request = id) =>
    admin.client.call(api.users.retryDataCopy, { path: { user, request } });
  await failing(lines)({ requestId: id });
  expect(await rowOf(id)).toMatchObject({ status: "queued", attempts: 1 });
  expect((await retry()).code).toBe("action_not_possible");
  env.clock.advance(hourMs);
  await failing(lines)({ requestId: id });
  await failing(lines)({ requestId: id });
  expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 3 });
  expect(lines.join("")).toContain("no entropy");
  expect(lines.join("")).not.toContain(ada.email);
  expect(emailsTo()).toEqual([]);

  await reauthenticate(env, admin);
  const outsider = await createUser(env, "ben@southwind.test");
  expect((await retry(outsider.id)).code).toBe("not_found");
  expect((await retry(ada.id, uuidv7(env.clock.now()))).code).toBe("not_found");
  const repeated = await retry();
  expect([repeated.status, repeated.data]).toMatchObject([
    202,
    { id, status: "queued", user: { id: ada.id, email: ada.email, name: ada.name } },
  ]);
  await env.runDueJobs();
  expect(await rowOf(id)).toMatchObject({ status: "ready", has_file: true });
  expect((await retry()).code).toBe("action_not_possible");
});

test("creates no copy of an account that was locked in the meantime", async () => {
  const { id } = (await requestCopy()).data;
  await env.db.withSystemRole("a test locks the account", (tx) =>
    tx.execute(sql`UPDATE user_account SET status = 'frozen' WHERE id = ${ada.id}`),
  );
  for (let n = 0; n < 4; n += 1) {
    await env.runDueJobs();
    env.clock.advance(hourMs);
  }
  expect(await rowOf(id)).toEqual({ status: "failed", attempts: 3, has_file: false });
  expect(emailsTo()).toEqual([]);
});

test("staff see who requested copies, newest first and by status, but not their content", async () => {
  const admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  const ben = await createUser(env, "ben@southwind.test");
  await requestCopy();
  await env.runDueJobs();
  env.clock.advance(1000);
  await requestCopy(ben);
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
    [...Object.keys(DataCopy.shape), "attempts", "hasOpenRequest", "user"].sort(),
  );
});
