import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { signUp } from "../../testing/accounts.ts";
import {
  addMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { newPublicKey } from "../../testing/ssh-keys.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";

let env: TestEnvironment;
let admin: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
});
afterAll(() => env.stop());
beforeEach(async () => {
  env.clock.advance(3_600_000);
  admin = { ...admin, client: await signIn(env, admin.id) };
});

const change = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(query));
const deactivate = (id: string) =>
  admin.client.call(api.users.update, { path: { user: id }, body: { status: "deactivated" } });
const erase = (id: string) =>
  admin.client.call(api.users.deleteForever, {
    path: { user: id },
    body: { reason: "Requested by email" },
  });

/** Tables that contain a text in any column and letter case, including bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await env.db.owner.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'graphile_worker') ORDER BY 1`);
  const hex = Buffer.from(text).toString("hex");
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await env.db.owner.query(
      `SELECT FROM ${name} t WHERE t::text ILIKE $1 OR t::text LIKE $2 LIMIT 1`,
      [`%${text}%`, `%${hex}%`],
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}

/** A user with data in every table that can refer to users. */
async function someoneWithEverything() {
  const mark = `zq${uuidv7(env.clock.now()).slice(-12)}`;
  const email = `${mark}@example.org`;
  await signUp(env, email, { firstName: `First${mark}`, lastName: `Last${mark}` });
  const { id } = await env.db.withSystemRole("a test reads", (tx) =>
    tx.one<{ id: string }>(sql`SELECT id FROM user_account WHERE email = ${email}`),
  );
  const now = env.clock.now();
  const bytes = Buffer.from(mark);
  const rows = [
    sql`UPDATE user_account SET dob = '1990-01-01', previous_email = ${`old-${email}`}, deactivate_message = ${mark}, tos_ip = '203.0.113.77' WHERE id = ${id}`,
    sql`INSERT INTO user_identity (id, user_id, provider, subject, email_when_linked, linked_at) VALUES (${uuidv7(now)}, ${id}, 'google', ${mark}, ${email}, ${now})`,
    sql`INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, created_at) VALUES (${uuidv7(now)}, ${id}, ${mark}, ${mark}, ${bytes}, 0, ${now})`,
    sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (${uuidv7(now)}, ${id}, ${bytes})`,
    sql`INSERT INTO known_device (id, user_id, token_hash, name, created_at, last_seen_at, expires_at) VALUES (${uuidv7(now)}, ${id}, ${bytes}, ${mark}, ${now}, ${now}, ${now})`,
    sql`INSERT INTO avatar (id, user_id, image, created_at) VALUES (${uuidv7(now)}, ${id}, ${bytes}, ${now})`,
    sql`INSERT INTO action_token (id, purpose, token_hash, user_id, payload, created_at, expires_at)
        VALUES (${uuidv7(now)}, 'change_email', ${bytes}, ${id}, jsonb_build_object('email', ${`new-${email}`}::text), ${now}, ${now})`,
    sql`INSERT INTO data_copy_request (id, user_id, status, archive, created_at, updated_at) VALUES (${uuidv7(now)}, ${id}, 'ready', ${bytes}, ${now}, ${now})`,
  ];
  for (const row of rows) await change(row);
  const client = await signIn(env, id);
  await change(
    sql`UPDATE session SET ip = '203.0.113.78', user_agent = ${mark} WHERE user_id = ${id}`,
  );
  return { id, mark, email, name: `First${mark} Last${mark}`, client };
}

test("erases only deactivated users, and none who owns an active workspace", async () => {
  const user = await createUser(env, "kept@example.org");
  for (const status of ["active", "frozen", "unverified"]) {
    await change(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`);
    expect([status, (await erase(user.id)).code]).toEqual([
      status,
      "active_user_cannot_be_deleted_permanently",
    ]);
  }
  const place = await createWorkspace(env, user, "still-lives");
  await change(sql`UPDATE user_account SET status = 'deactivated' WHERE id = ${user.id}`);
  const rejected = await erase(user.id);
  expect([rejected.status, rejected.code]).toEqual([400, "cannot_expire_only_admin"]);
  await change(sql`UPDATE workspace SET status = 'deactivated' WHERE id = ${place.id}`);
  expect((await erase(user.id)).status).toBe(204);
  for (const id of [uuidv7(env.clock.now()), "no-id"])
    expect((await erase(id)).code).toBe("not_found");
});

test("afterwards the database contains nothing of the user except what is kept on purpose", async () => {
  const { id, mark, client } = await someoneWithEverything();
  const host = await createUser(env, "host@example.org");
  const place = await createWorkspace(env, host, "hosted");
  await addMember(env, place, { id }, "team_member");
  await client.call(api.credentials.create, {
    path: { workspace: place.handle },
    body: { name: "Laptop", publicKey: newPublicKey() },
  });
  await deactivate(id);
  await env.runDueJobs();
  expect((await tablesWith(mark)).length).toBeGreaterThan(8);
  expect((await erase(id)).status).toBe(204);

  // Past actions stay audited under the actor's id.
  expect(await tablesWith(mark)).toEqual(["public.audit_event"]);
  for (const ip of ["203.0.113.77", "203.0.113.78"])
    expect((await tablesWith(ip)).filter((name) => name !== "public.audit_event")).toEqual([]);
  const { rows } = await env.db.owner.query("SELECT * FROM user_account WHERE id = $1", [id]);
  expect(rows[0]).toMatchObject({
    status: "deleted",
    email: "",
    first_name: "Deleted",
    last_name: "user",
    password_hash: null,
    dob: null,
  });

  const path = { workspace: place.handle };
  const [key] = (await host.client.call(api.credentials.list, { path })).data.data;
  expect(key?.createdBy).toEqual({ id, name: "Deleted user" });
  const activities = await host.client.send(
    "GET",
    `/api/v1/workspaces/${place.handle}/activity-logs`,
  );
  const text = await activities.text();
  expect(text).toContain("Deleted user");
  expect(text).not.toContain(mark);
});

test("an erased user's cookie is invalid, and the email address can be used again", async () => {
  const user = await createUser(env, "again@example.org");
  await deactivate(user.id);
  expect((await user.client.call(api.auth.self, {})).code).toBe(dead);
  await erase(user.id);
  expect((await user.client.call(api.auth.self, {})).code).toBe(dead);
  expect((await user.client.call(api.auth.refresh, {})).code).toBe(dead);
  const left = await env.db.withSystemRole("a test counts", (tx) =>
    tx.many(sql`SELECT FROM session WHERE user_id = ${user.id}`),
  );
  expect(left).toEqual([]);
  await signUp(env, "again@example.org");
});

test("a repeated or concurrent request erases once, and each is audited without a name", async () => {
  const user = await createUser(env, "twice@example.org");
  await deactivate(user.id);
  const responses = await Promise.all([erase(user.id), erase(user.id), erase(user.id)]);
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204]);
  const entries = await env.db.withSystemRole("a test reads the audit", (tx) =>
    tx.many<{ target_name: string; n: number }>(
      sql`SELECT target_name, jsonb_array_length(changes) AS n FROM audit_event
           WHERE action = 'users.deleteForever' AND target_id = ${user.id} AND result = 'ok' ORDER BY n`,
    ),
  );
  expect(entries).toEqual([
    { target_name: "", n: 0 },
    { target_name: "", n: 0 },
    { target_name: "", n: 2 },
  ]);
});

test("erasing staff also removes what they did while impersonating, except from the audit log", async () => {
  const helper = await createUser(env, "helper@boreal.test", { staffRole: "Support" });
  const owner = await createUser(env, "helped@example.org");
  await helper.client.call(api.users.impersonate, { path: { user: owner.id } });
  await deactivate(helper.id);
  expect((await helper.client.call(api.auth.self, {})).code).toBe(dead);
  expect((await erase(helper.id)).status).toBe(204);
  const staff = await admin.client.call(api.staffRoles.list, {});
  expect(staff.data.data.map(({ id }) => id)).not.toContain(helper.id);
});
