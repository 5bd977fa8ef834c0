/** Inserts users and workspaces for tests directly into the database; creating them has its own tests. */
import { randomBytes } from "node:crypto";
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import type { Clock } from "../core/lib/clock.ts";
import { type Database, sql } from "../core/db/db.ts";
import { type Keyring, uuidv7 } from "../core/lib/crypto.ts";
import { csrfToken, createSessionToken } from "../core/http/session-token.ts";
import type { TestClient } from "./client.ts";

/** What these functions need of a test environment. */
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
  /** A browser in which this user is signed in. */
  readonly client: TestClient;
}

export interface TestWorkspace {
  readonly id: string;
  readonly handle: string;
}

const hourMs = 3_600_000;

export async function createUser(
  env: TestContext,
  email: string,
  options: { staffRole?: StaffRoleId; passwordHash?: string } = {},
): Promise<TestUser> {
  const now = env.clock.now();
  const id = uuidv7(now);
  const firstName = email.split("@")[0] ?? email;
  await env.db.withSystemRole("a user for a test", async (tx) => {
    await tx.execute(sql`
      INSERT INTO user_account (id, email, email_normalized, email_verified_at, password_hash, status, first_name, last_name, locale, timezone,
        is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
      VALUES (${id}, ${email}, ${email.toLowerCase()}, ${now}, ${options.passwordHash ?? null}, 'active', ${firstName}, 'Test', 'en', 'Europe/Berlin',
        true, '1', ${now}, ${now}, ${now})`);
    if (options.staffRole !== undefined) {
      await tx.execute(
        sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${uuidv7(now)}, ${id}, ${options.staffRole}, ${now})`,
      );
    }
  });
  return { id, email, name: `${firstName} Test`, client: await signIn(env, id) };
}

/** Another browser of the same user. Its session outlives a test unless `lifeMs` is given. */
export async function signIn(
  env: TestContext,
  userId: string,
  options: { authType?: "password" | "login-attempt"; lifeMs?: number } = {},
): Promise<TestClient> {
  const now = env.clock.now();
  const sessionId = uuidv7(now);
  const authType = options.authType ?? "password";
  const salt = randomBytes(16);
  const token = createSessionToken(env.keys, sessionId, 1, salt);
  const end = new Date(now.getTime() + (options.lifeMs ?? 24 * 365 * hourMs));
  await env.db.withSystemRole("a session for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO session (id, user_id, auth_type, salt, token_hash, rotated_at, expires_at, absolute_expires_at, second_step, first_factor, reauthenticated_at, credential_version, created_at, updated_at)
      VALUES (${sessionId}, ${userId}, ${authType}, ${salt}, ${token.hash}, ${now}, ${end}, ${end}, ${authType === "login-attempt" ? "token" : null},
        'password', ${authType === "login-attempt" ? null : now}, (SELECT credential_version FROM user_account WHERE id = ${userId}), ${now}, ${now})`),
  );
  const client = env.createClient();
  client.cookies.set("sid", token.text);
  client.cookies.set("csrf", csrfToken(env.keys, sessionId));
  return client;
}

/** Marks every session of the user as recently reauthenticated, after a test has advanced time. */
export async function reauthenticate(env: TestContext, user: Pick<TestUser, "id">): Promise<void> {
  const now = env.clock.now();
  await env.db.withSystemRole("a reauthentication for a test", (tx) =>
    tx.execute(sql`UPDATE session SET reauthenticated_at = ${now} WHERE user_id = ${user.id}`),
  );
}

export async function createWorkspace(
  env: TestContext,
  owner: Pick<TestUser, "id">,
  handle: string,
): Promise<TestWorkspace> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a workspace for a test", async (tx) => {
    await tx.execute(
      sql`INSERT INTO workspace (id, handle, name, colour, created_at, updated_at) VALUES (${id}, ${handle}, ${handle}, '#274c77', ${now}, ${now})`,
    );
  });
  await addMember(env, { id, handle }, owner, "owner");
  return { id, handle };
}

let newWorkspaceCount = 0;

/** A new workspace of the owner for each test; its handle is the prefix and a number. `path` addresses it in calls. */
export async function createNewWorkspace(
  env: TestContext,
  owner: Pick<TestUser, "id">,
  prefix: string,
): Promise<{ workspace: TestWorkspace; path: { workspace: string } }> {
  newWorkspaceCount += 1;
  const workspace = await createWorkspace(env, owner, `${prefix}-${newWorkspaceCount}-ws`);
  return { workspace, path: { workspace: workspace.handle } };
}

export async function addMember(
  env: TestContext,
  workspace: TestWorkspace,
  user: Pick<TestUser, "id">,
  role: WorkspaceRoleId,
): Promise<void> {
  const now = env.clock.now();
  await env.db.withSystemRole("a member for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
      VALUES (${uuidv7(now)}, ${workspace.id}, ${user.id}, ${role},
        NOT EXISTS (SELECT FROM user_workspace_role WHERE user_id = ${user.id} AND is_default AND expired_at IS NULL), ${user.id}, ${now})`),
  );
}

/** Creates a user and adds it to the workspace with that role. */
export async function createMember(
  env: TestContext,
  workspace: TestWorkspace,
  role: WorkspaceRoleId,
  email = `${role.replaceAll("_", "-")}@${workspace.handle}.test`,
): Promise<TestUser> {
  const user = await createUser(env, email);
  await addMember(env, workspace, user, role);
  return user;
}
