/** Inserts invites for tests directly into the database; creating them has its own tests. */
import { normalizeEmail } from "#contracts/text.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7, generateLinkToken } from "../core/lib/crypto.ts";
import { createWorkspace, type TestUser, type TestContext, type TestWorkspace } from "./users.ts";

const hourMs = 3_600_000;

/** Inserts a pending invite that was emailed an hour ago. */
export async function createInvite(
  env: TestContext,
  workspace: Pick<TestWorkspace, "id">,
  invited: { by: string; email: string; role?: string; projectId?: string },
): Promise<{ id: string; token: string }> {
  const now = env.clock.now();
  const id = uuidv7(now);
  const { token, hash } = generateLinkToken();
  const { by, email, role = "team_member", projectId } = invited;
  const mailedAt = new Date(now.getTime() - hourMs);
  await env.db.withSystemRole("an invite for a test", async (tx) => {
    await tx.execute(sql`INSERT INTO invite (id, workspace_id, email, email_normalized, workspace_role_id, token_hash, invited_by, mailed_at, expires_at, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${email}, ${normalizeEmail(email)}, ${role}, ${hash}, ${by}, ${mailedAt},
        ${new Date(now.getTime() + 167 * hourMs)}, ${mailedAt}, ${mailedAt})`);
    if (projectId !== undefined)
      await tx.execute(
        sql`INSERT INTO invite_project (workspace_id, invite_id, project_id) VALUES (${workspace.id}, ${id}, ${projectId})`,
      );
  });
  return { id, token };
}

/** Returns the token of an invite link for that user, to a new workspace. */
export async function createInviteFor(
  env: TestContext,
  host: TestUser,
  userId: string,
): Promise<string> {
  const workspace = await createWorkspace(env, host, `w${uuidv7(env.clock.now()).slice(-12)}`);
  const { email } = await env.db.withSystemRole("the email address of a user for a test", (tx) =>
    tx.one<{ email: string }>(sql`SELECT email FROM user_account WHERE id = ${userId}`),
  );
  return (await createInvite(env, workspace, { by: host.id, email })).token;
}
