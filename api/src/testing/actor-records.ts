/** Inserts rows that the actors of the authorization matrix act on directly into the database. */
import { generateAccessToken } from "../core/http/access-token.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createWorkspace, type TestUser, type TestWorkspace } from "./users.ts";

export async function insertProject(
  env: TestEnvironment,
  workspace: TestWorkspace,
  creator: Pick<TestUser, "id">,
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a project for a test", (tx) =>
    tx.execute(sql`INSERT INTO project (id, workspace_id, name, colour, created_by, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${`project ${id}`}, 'spruce', ${creator.id}, ${now}, ${now})`),
  );
  return id;
}

export async function insertToken(
  env: TestEnvironment,
  workspace: TestWorkspace,
  creator: Pick<TestUser, "id">,
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a token for a test", (tx) =>
    tx.execute(sql`INSERT INTO access_token (id, workspace_id, name, token_hash, last4, scopes, lifetime_days, created_by, created_at, updated_at, expires_at)
      VALUES (${id}, ${workspace.id}, ${`token ${id}`}, ${generateAccessToken().hash}, 'test', '{project.view}', 90, ${creator.id}, ${now}, ${now}, ${new Date(now.getTime() + 90 * 86_400_000)})`),
  );
  return id;
}

/** Inserts a workspace without instances; `deactivatedWorkspace` is one that staff can restore. */
export async function insertEmptyWorkspace(
  env: TestEnvironment,
  owner: Pick<TestUser, "id">,
  name: string,
): Promise<string> {
  const now = env.clock.now();
  const { id } = await createWorkspace(env, owner, `w${uuidv7(now).slice(-12)}`);
  if (name === "deactivatedWorkspace")
    await env.db.withSystemRole("a workspace is deactivated for a test", (tx) =>
      tx.execute(
        sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${now} WHERE id = ${id}`,
      ),
    );
  return id;
}

/** Inserts an activity of the workspace. */
export async function insertActivity(
  env: TestEnvironment,
  workspace: TestWorkspace,
  actorId: string,
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("an audit event for a test", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, action, request_id)
      VALUES (${id}, ${now}, ${workspace.id}, 'user', ${actorId}, 'Actor', 'test.created', ${id})`),
  );
  return id;
}

export async function insertFailedCopy(env: TestEnvironment, userId: string): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a data copy request for a test", (tx) =>
    tx.execute(sql`INSERT INTO data_copy_request (id, user_id, status, attempts, finished_at, created_at, updated_at)
      VALUES (${id}, ${userId}, 'failed', 1, ${now}, ${now}, ${now})`),
  );
  return id;
}
