/** Rows that the actors of the authorization matrix act on, inserted directly. */
import { generateAccessToken } from "../core/http/access-token.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createWorkspace, type TestUser, type TestWorkspace } from "./users.ts";

export async function insertProject(
  world: TestEnvironment,
  place: TestWorkspace,
  creator: TestUser,
): Promise<string> {
  const now = world.clock.now();
  const id = uuidv7(now);
  await world.db.withSystemRole("a project for a test", (tx) =>
    tx.execute(sql`INSERT INTO project (id, workspace_id, name, colour, created_by, created_at, updated_at)
      VALUES (${id}, ${place.id}, ${`project ${id}`}, 'spruce', ${creator.id}, ${now}, ${now})`),
  );
  return id;
}

export async function insertToken(
  world: TestEnvironment,
  place: TestWorkspace,
  creator: TestUser,
): Promise<string> {
  const now = world.clock.now();
  const id = uuidv7(now);
  await world.db.withSystemRole("a token for a test", (tx) =>
    tx.execute(sql`INSERT INTO access_token (id, workspace_id, name, token_hash, last4, scopes, lifetime_days, created_by, created_at, updated_at, expires_at)
      VALUES (${id}, ${place.id}, ${`token ${id}`}, ${generateAccessToken().hash}, 'walk', '{project.view}', 90, ${creator.id}, ${now}, ${now}, ${new Date(now.getTime() + 90 * 86_400_000)})`),
  );
  return id;
}

/** One in which nothing runs; `deactivatedWorkspace` is one that staff can restore. */
export async function insertEmptyWorkspace(
  world: TestEnvironment,
  owner: TestUser,
  name: string,
): Promise<string> {
  const now = world.clock.now();
  const { id } = await createWorkspace(world, owner, `w${uuidv7(now).slice(-12)}`);
  if (name === "deactivatedWorkspace")
    await world.db.withSystemRole("a workspace is taken down for a test", (tx) =>
      tx.execute(
        sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${now} WHERE id = ${id}`,
      ),
    );
  return id;
}

/** Of something done in the workspace. */
export async function insertActivity(
  world: TestEnvironment,
  place: TestWorkspace,
  actorId: string,
): Promise<string> {
  const now = world.clock.now();
  const id = uuidv7(now);
  await world.db.withSystemRole("an entry for a test", (tx) =>
    tx.execute(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, action, request_id)
      VALUES (${id}, ${now}, ${place.id}, 'user', ${actorId}, 'Walker', 'walk.made', ${id})`),
  );
  return id;
}

export async function insertFailedCopy(world: TestEnvironment, userId: string): Promise<string> {
  const now = world.clock.now();
  const id = uuidv7(now);
  await world.db.withSystemRole("a copy for a test", (tx) =>
    tx.execute(sql`INSERT INTO data_copy_request (id, user_id, status, attempts, finished_at, created_at, updated_at)
      VALUES (${id}, ${userId}, 'failed', 1, ${now}, ${now}, ${now})`),
  );
  return id;
}
