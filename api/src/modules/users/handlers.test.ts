import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { EndpointOutput } from "#contracts/endpoint.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  addMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dead = "authentication_failed_no_session_found_ch";
const onSelf = "permission_denied_cannot_do_on_self";
const hourMs = 3_600_000;

let env: TestEnvironment;
let admin: TestUser;
let support: TestUser;
let userCount = 0;
beforeAll(async () => {
  env = await startTestEnvironment();
  admin = await createUser(env, "admin@boreal.test", { staffRole: "Admin" });
  support = await createUser(env, "support@boreal.test", { staffRole: "Support" });
});
afterAll(() => env.stop());
/** Staff sessions with recent reauthentication. */
beforeEach(async () => {
  env.clock.advance(hourMs);
  admin = { ...admin, client: await signIn(env, admin.id) };
  support = { ...support, client: await signIn(env, support.id) };
});

const customer = (name = "customer") => createUser(env, `${name}-${(userCount += 1)}@example.org`);
const change = (query: ReturnType<typeof sql>) =>
  env.db.withSystemRole("a test changes data directly", (tx) => tx.execute(query));
const setStatus = (user: TestUser, status: string) =>
  change(sql`UPDATE user_account SET status = ${status} WHERE id = ${user.id}`);
const rename = (user: TestUser, first: string, last: string) =>
  change(
    sql`UPDATE user_account SET first_name = ${first}, last_name = ${last} WHERE id = ${user.id}`,
  );
const list = (query: object) => admin.client.call(api.users.list, { query });
type Page = EndpointOutput<typeof api.users.list>;
const pageOf = async (query: object): Promise<Page> => (await list(query)).data;
const idsOf = async (query: object) => (await list(query)).data.data.map(({ id }) => id);
const update = (by: TestUser, user: TestUser, body: object) =>
  by.client.call(api.users.update, { path: { user: user.id }, body });
const view = async (user: TestUser) =>
  (await admin.client.call(api.users.view, { path: { user: user.id } })).data;
const mailsTo = async (address: string) => {
  await env.runDueJobs();
  return env.mail
    .messages()
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject);
};

describe("searching users", () => {
  test("by a part of the email or the name, in any letter case, or by the start of the id", async () => {
    const user = await customer("findable");
    await rename(user, "Ingeborg", "Åkesson");
    for (const query of [
      { search: "FINDABLE-" },
      { search: "findable", searchBy: "email" },
      { search: "eborg åk", searchBy: "name" },
      { search: user.id, searchBy: "id" },
      { search: user.id.slice(0, -2) },
      { search: "%ingeborg%" },
    ])
      expect([query, await idsOf(query)]).toEqual([query, [user.id]]);
    expect(await idsOf({ search: "findable", searchBy: "name" })).toEqual([]);
    expect(await idsOf({ search: "ingeborg", searchBy: "id" })).toEqual([]);
  });

  test("treats wildcards literally, except the pair the console puts around its term", async () => {
    const [plain, percent, underscore, slash] = [
      await customer("wild"),
      await customer("wild"),
      await customer("wild"),
      await customer("wild"),
    ];
    await rename(plain, "aXb", "Plain");
    await rename(percent, "50%", "Off");
    await rename(underscore, "a_b", "Low");
    await rename(slash, "a\\b", "Back");
    const byName = (search: string) => idsOf({ search, searchBy: "name" });
    expect(await byName("50%")).toEqual([percent.id]);
    expect(await byName("%50%%")).toEqual([percent.id]);
    expect(await byName("%")).toEqual([percent.id]);
    expect(await byName("%\\%")).toEqual([slash.id]);
    expect(await byName("%_b%")).toEqual([underscore.id]);
    expect(await byName("a_b")).toEqual([underscore.id]);
    expect(await byName("%a_b%")).toEqual([underscore.id]);
    expect(await byName("a\\")).toEqual([slash.id]);
    expect(await byName("%off")).toEqual([]);
    expect(await byName("0% off")).toEqual([percent.id]);
    // Removing the pair would leave nothing, so these are two literal percent signs, which no name contains.
    for (const search of ["%%", "% %", "%%%%"]) expect(await byName(search)).toEqual([]);
  });

  test("one or two letters match the start of email, first name or last name", async () => {
    const user = await customer("qz-begins");
    await rename(user, "Xylo", "Öqvist");
    for (const query of [
      { search: "qz" },
      { search: "XY" },
      { search: "öq" },
      { search: "%öq%", searchBy: "name" },
      { search: "q", searchBy: "email" },
    ])
      expect([query, await idsOf(query)]).toEqual([query, [user.id]]);
    for (const search of ["yl", "z-", "qv"])
      expect([search, await idsOf({ search })]).toEqual([search, []]);
  });

  test("only in listed fields: secrets cannot be searched, and only known sort orders are allowed", async () => {
    for (const query of [
      { searchBy: "passwordHash", search: "%argon" },
      { orderBy: "passwordHash" },
      { orderBy: 'createdAt" desc;select pg_sleep(5)--' },
      { orderBy: "(select 1)" },
      { status: "active,everyone" },
    ]) {
      const response = await admin.client.send(
        "GET",
        `/admin/users?${new URLSearchParams(Object.entries(query))}`,
      );
      expect([query, response.status]).toEqual([query, 422]);
    }
  });

  test("pages through each sort order without duplicates or gaps", async () => {
    for (const orderBy of ["email", "-email", "lastName", "-lastName", "createdAt", "-createdAt"]) {
      const all = (await list({ orderBy, perPage: "100" })).data;
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const { data, meta } = await pageOf({ orderBy, perPage: "3", after });
        seen.push(...data.map(({ id }) => id));
        after = meta.next ?? undefined;
      } while (after !== undefined);
      expect(seen).toEqual(all.data.map(({ id }) => id));
      expect(new Set(seen).size).toBe(all.meta.total);
    }
  });

  test("a row has the role, the number of workspaces and the last activity; erased users are listed on request", async () => {
    const user = await customer("rowed");
    await createWorkspace(env, user, "rowed-one");
    const [row] = (await list({ search: user.email })).data.data;
    expect(row).toMatchObject({
      status: "active",
      staffRole: null,
      workspaceCount: 1,
      lastActiveAt: env.clock.now().toISOString(),
    });
    await setStatus(user, "deleted");
    expect(await idsOf({ search: user.email })).toEqual([]);
    expect(await idsOf({ search: user.email, status: "deleted" })).toEqual([user.id]);
  });

  test("users without a workspace are a list of their own", async () => {
    const homeless = await customer("homeless");
    const owner = await customer("homeowner");
    const place = await createWorkspace(env, owner, "a-home");
    const query = { search: "home" };
    const found = await admin.client.call(api.users.noRole, { query });
    expect(found.data.data.map(({ id }) => id)).toEqual([homeless.id]);
    await addMember(env, place, homeless, "team_member");
    expect((await admin.client.call(api.users.noRole, { query })).data.data).toEqual([]);
  });

  test("the totals add up", async () => {
    const before = (await admin.client.call(api.users.count, {})).data;
    await setStatus(await customer(), "frozen");
    await setStatus(await customer(), "deleted");
    const { total, byStatus } = (await admin.client.call(api.users.count, {})).data;
    expect(total).toBe(before.total + 1);
    expect(byStatus).toEqual({
      ...before.byStatus,
      frozen: before.byStatus.frozen + 1,
      deleted: before.byStatus.deleted + 1,
    });
  });

  test("a user's page has everything except credentials", async () => {
    const user = await customer("viewed");
    const place = await createWorkspace(env, user, "viewed-place");
    const shown = await view(user);
    expect(shown).toMatchObject({
      email: user.email,
      liveSessions: 1,
      lastSignedInWith: { firstFactor: "password", secondFactor: null },
      passkeyCount: 0,
      pendingEmail: null,
      identities: [],
      dataCopies: [],
      workspaces: [{ id: place.id, handle: "viewed-place", role: "owner", isDefault: true }],
    });
    expect(Object.keys(shown).join()).not.toMatch(/hash|secret|password/i);
    for (const id of [uuidv7(env.clock.now()), "no-id"])
      expect((await admin.client.call(api.users.view, { path: { user: id } })).code).toBe(
        "not_found",
      );
  });
});

describe("changing users", () => {
  test("Support changes only names, language and time zone", async () => {
    const user = await customer();
    const body = { firstName: "Ada", lastName: "Field", locale: "de", timezone: "Europe/Oslo" };
    expect((await update(support, user, body)).data).toMatchObject(body);
    for (const more of [
      { email: "other@example.org" },
      { status: "frozen" },
      { twoFactor: "off" },
      { firstName: "Eve", status: "deactivated" },
    ])
      expect((await update(support, user, more)).code).toBe("permission_denied_missing_permission");
    expect(await view(user)).toMatchObject({ ...body, status: "active", email: user.email });
    expect((await user.client.call(api.auth.self, {})).status).toBe(200);
  });

  test("no field lets staff set a password, and unknown fields are rejected", async () => {
    const user = await customer();
    for (const body of [{ password: "seven quiet herons at dusk" }, { staffRole: "Admin" }])
      expect((await update(admin, user, body)).status).toBe(422);
  });

  test("a new email counts as verified, ends the sessions, and is announced to both addresses", async () => {
    const user = await customer();
    const fresh = `fresh-${(userCount += 1)}@example.org`;
    await setStatus(user, "unverified");
    expect((await update(admin, user, { email: fresh })).data).toMatchObject({
      email: fresh,
      status: "active",
      emailVerifiedAt: env.clock.now().toISOString(),
      liveSessions: 0,
    });
    expect((await user.client.call(api.auth.self, {})).code).toBe(dead);
    expect(await mailsTo(user.email)).toEqual(await mailsTo(fresh));
    expect((await mailsTo(fresh)).length).toBe(1);
    const other = await customer();
    const taken = await update(admin, other, { email: fresh.toUpperCase() });
    expect([taken.status, taken.code]).toEqual([400, "email_already_in_use"]);
  });

  test("a user who never verified their email is not activated by it", async () => {
    const user = await customer("unproven");
    await change(
      sql`UPDATE user_account SET status = 'unverified', email_verified_at = NULL WHERE id = ${user.id}`,
    );
    expect((await update(admin, user, { status: "frozen" })).data.status).toBe("frozen");
    const active = await update(admin, user, { status: "active" });
    expect(active.data).toMatchObject({ status: "unverified", emailVerifiedAt: null });
  });

  test("freezing or deactivating ends all sessions and notifies the user", async () => {
    for (const status of ["frozen", "deactivated"]) {
      const user = await customer();
      expect((await update(admin, user, { status })).data).toMatchObject({
        status,
        liveSessions: 0,
      });
      expect((await user.client.call(api.auth.self, {})).code).toBe(dead);
      const { subject, links } = await lastEmail(user.email);
      expect(subject).toMatch(/locked|deactivated/);
      expect(links.some((link) => link.includes("/auth/reset/"))).toBe(status === "frozen");
    }
  });

  test("rejects a status that is not allowed after the current one at its field", async () => {
    const user = await customer();
    await setStatus(user, "deactivated");
    for (const status of ["active", "frozen"])
      expect((await update(admin, user, { status })).fields).toEqual({ status: "not_possible" });
    await setStatus(user, "unverified");
    expect((await update(admin, user, { status: "active" })).fields).toEqual({
      status: "not_possible",
    });
  });

  test("two-factor is removed with its recovery codes and known devices", async () => {
    const user = await customer();
    const now = env.clock.now();
    await change(
      sql`UPDATE user_account SET two_factor_enabled_at = ${now}, totp_secret = '\\x01' WHERE id = ${user.id}`,
    );
    await change(
      sql`INSERT INTO recovery_code (id, user_id, code_hash) VALUES (${uuidv7(now)}, ${user.id}, '\\x02')`,
    );
    await change(sql`INSERT INTO known_device (id, user_id, token_hash, name, created_at, last_seen_at, expires_at)
      VALUES (${uuidv7(now)}, ${user.id}, '\\x03', 'Firefox', ${now}, ${now}, ${now})`);
    expect((await update(admin, user, { twoFactor: "off" })).data.twoFactorEnabled).toBe(false);
    expect((await user.client.call(api.auth.self, {})).code).toBe(dead);
    const left = await env.db.withSystemRole("a test reads", (tx) =>
      tx.one(sql`SELECT u.totp_secret IS NULL AS bare, (SELECT count(*) FROM recovery_code WHERE user_id = u.id)
        + (SELECT count(*) FROM known_device WHERE user_id = u.id) AS n FROM user_account u WHERE id = ${user.id}`),
    );
    expect(left).toEqual({ bare: true, n: 0 });
    expect(await mailsTo(user.email)).toEqual([expect.stringMatching(/second factor|two-factor/i)]);
  });

  test("staff cannot change their own status, email or two-factor as staff", async () => {
    for (const body of [
      { status: "deactivated" },
      { email: "mine@example.org" },
      { twoFactor: "off" },
    ])
      expect((await update(admin, admin, body)).code).toBe(onSelf);
    expect((await update(admin, admin, { firstName: "Still" })).status).toBe(200);
    const path = { user: admin.id };
    expect((await admin.client.call(api.users.restore, { path })).code).toBe(onSelf);
    const gone = await admin.client.call(api.users.deleteForever, { path, body: { reason: "x" } });
    expect(gone.code).toBe(onSelf);
  });

  test("a change is audited once, with its old values", async () => {
    const user = await customer();
    await update(admin, user, { firstName: "Grace", status: "frozen" });
    const entries = await env.db.withSystemRole("a test reads the audit", (tx) =>
      tx.many<{ changes: unknown }>(
        sql`SELECT changes FROM audit_event WHERE action = 'users.update' AND target_id = ${user.id}`,
      ),
    );
    expect(entries).toEqual([
      {
        changes: [
          { field: "firstName", from: user.name.split(" ")[0], to: "Grace" },
          { field: "status", from: "active", to: "frozen" },
        ],
      },
    ]);
  });

  test("a change requires recent reauthentication", async () => {
    const user = await customer();
    env.clock.advance(15 * 60_000 + 1000);
    expect((await update(admin, user, { status: "frozen" })).code).toBe("confirmation_required");
  });
});

describe("restoring users", () => {
  const restore = (user: TestUser) =>
    admin.client.call(api.users.restore, { path: { user: user.id } });

  test("works for deactivated and frozen ones; a repetition changes nothing, and they are notified once", async () => {
    for (const status of ["deactivated", "frozen"]) {
      const user = await customer();
      await setStatus(user, status);
      expect((await restore(user)).data.status).toBe("active");
      expect((await restore(user)).data.status).toBe("active");
      expect((await mailsTo(user.email)).length).toBe(1);
    }
  });

  test("an unverified email still has to be verified; an erased user cannot be restored", async () => {
    const user = await customer();
    await change(
      sql`UPDATE user_account SET status = 'deactivated', email_verified_at = NULL WHERE id = ${user.id}`,
    );
    expect((await restore(user)).data.status).toBe("unverified");
    expect((await restore(user)).code).toBe("action_not_possible");
    await setStatus(user, "deleted");
    expect((await restore(user)).code).toBe("not_found");
  });
});

async function lastEmail(address: string) {
  await env.runDueJobs();
  const mail = env.mail.messages().findLast(({ to }) => to.includes(address));
  if (mail === undefined) throw new Error(`No email to ${address}`);
  return mail;
}
