/** People and workspaces for tests, made straight in the database: how they come about has its own tests. */
import { randomBytes } from "node:crypto";
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import type { Clock } from "../core/lib/clock.ts";
import { type Database, sql } from "../core/db/db.ts";
import { type Keyring, uuidv7 } from "../core/lib/crypto.ts";
import { csrfToken, createSessionToken } from "../core/http/session-token.ts";
import type { TestClient } from "./client.ts";

/** What is needed of a world to put people into it. */
export interface TestContext {
  readonly clock: Clock;
  readonly db: Database;
  readonly keys: Keyring;
  createClient(): TestClient;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** A browser in which this person is signed in. */
  readonly client: TestClient;
}

export interface TestWorkspace {
  readonly id: string;
  readonly handle: string;
}

const hourMs = 3_600_000;

export async function createUser(
  world: TestContext,
  email: string,
  options: { staffRole?: StaffRoleId; passwordHash?: string } = {},
): Promise<TestUser> {
  const now = world.clock.now();
  const id = uuidv7(now);
  const firstName = email.split("@")[0] ?? email;
  await world.db.withSystemRole("a person for a test", async (tx) => {
    await tx.execute(sql`
      INSERT INTO user_account (id, email, email_key, email_verified_at, password_hash, status, first_name, last_name, locale, timezone,
        is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
      VALUES (${id}, ${email}, ${email.toLowerCase()}, ${now}, ${options.passwordHash ?? null}, 'active', ${firstName}, 'Test', 'en', 'Europe/Berlin',
        true, '1', ${now}, ${now}, ${now})`);
    if (options.staffRole !== undefined) {
      await tx.execute(
        sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${uuidv7(now)}, ${id}, ${options.staffRole}, ${now})`,
      );
    }
  });
  return { id, email, name: `${firstName} Test`, client: await signIn(world, id) };
}

/** A further browser of the same person. It does not expire while a test moves time by less than its life. */
export async function signIn(
  world: TestContext,
  userId: string,
  options: { authType?: "password" | "login-attempt"; lifeMs?: number } = {},
): Promise<TestClient> {
  const now = world.clock.now();
  const sessionId = uuidv7(now);
  const authType = options.authType ?? "password";
  const salt = randomBytes(16);
  const token = createSessionToken(world.keys, sessionId, 1, salt);
  const end = new Date(now.getTime() + (options.lifeMs ?? 24 * 365 * hourMs));
  await world.db.withSystemRole("a session for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, second_step, first_factor, reauth_at, auth_epoch, created_at, updated_at)
      VALUES (${sessionId}, ${userId}, ${authType}, ${salt}, ${token.hash}, ${now}, ${end}, ${end}, ${authType === "login-attempt" ? "token" : null},
        'password', ${authType === "login-attempt" ? null : now}, (SELECT auth_epoch FROM user_account WHERE id = ${userId}), ${now}, ${now})`),
  );
  const client = world.createClient();
  client.cookies.set("sid", token.text);
  client.cookies.set("csrf", csrfToken(world.keys, sessionId));
  return client;
}

/** The person proves who they are again, in every session, after a test has moved time. */
export async function reauthenticate(
  world: TestContext,
  user: Pick<TestUser, "id">,
): Promise<void> {
  const now = world.clock.now();
  await world.db.withSystemRole("a proof for a test", (tx) =>
    tx.execute(sql`UPDATE session SET reauth_at = ${now} WHERE user_id = ${user.id}`),
  );
}

export async function createWorkspace(
  world: TestContext,
  owner: TestUser,
  handle: string,
): Promise<TestWorkspace> {
  const now = world.clock.now();
  const id = uuidv7(now);
  await world.db.withSystemRole("a workspace for a test", async (tx) => {
    await tx.execute(
      sql`INSERT INTO workspace (id, handle, name, colour, created_at, updated_at) VALUES (${id}, ${handle}, ${handle}, '#274c77', ${now}, ${now})`,
    );
  });
  await addMember(world, { id, handle }, owner, "owner");
  return { id, handle };
}

export async function addMember(
  world: TestContext,
  workspace: TestWorkspace,
  user: TestUser,
  role: WorkspaceRoleId,
): Promise<void> {
  const now = world.clock.now();
  await world.db.withSystemRole("a member for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
      VALUES (${uuidv7(now)}, ${workspace.id}, ${user.id}, ${role},
        NOT EXISTS (SELECT FROM user_workspace_role WHERE user_id = ${user.id} AND is_default AND expired_at IS NULL), ${user.id}, ${now})`),
  );
}

/** A person with that role, made and added in one go. */
export async function createMember(
  world: TestContext,
  workspace: TestWorkspace,
  role: WorkspaceRoleId,
  email = `${role.replaceAll("_", "-")}@${workspace.handle}.test`,
): Promise<TestUser> {
  const user = await createUser(world, email);
  await addMember(world, workspace, user, role);
  return user;
}
