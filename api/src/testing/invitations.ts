/** Invitations for tests, made straight in the database: how they come about has its own tests. */
import { emailKey } from "#contracts/text.ts";
import { sql } from "../core/db.ts";
import { newId, newLinkToken } from "../core/keys.ts";
import { makeWorkspace, type Person, type Stage, type TestWorkspace } from "./people.ts";

const hourMs = 3_600_000;

/** A pending one, mailed an hour ago. */
export async function makeInvite(
  world: Stage,
  workspace: Pick<TestWorkspace, "id">,
  invited: { by: string; email: string; role?: string; projectId?: string },
): Promise<{ id: string; token: string }> {
  const now = world.clock.now();
  const id = newId(now);
  const { token, hash } = newLinkToken();
  const { by, email, role = "team_member", projectId } = invited;
  const mailedAt = new Date(now.getTime() - hourMs);
  await world.db.asSystem("an invitation for a test", async (tx) => {
    await tx.run(sql`INSERT INTO invite (id, workspace_id, email, email_key, workspace_role_id, token_hash, invited_by, mailed_at, expires_at, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${email}, ${emailKey(email)}, ${role}, ${hash}, ${by}, ${mailedAt},
        ${new Date(now.getTime() + 167 * hourMs)}, ${mailedAt}, ${mailedAt})`);
    if (projectId !== undefined)
      await tx.run(
        sql`INSERT INTO invite_project (workspace_id, invite_id, project_id) VALUES (${workspace.id}, ${id}, ${projectId})`,
      );
  });
  return { id, token };
}

/** The token of a link by which that person may join a workspace of its own. */
export async function invitationOf(world: Stage, host: Person, userId: string): Promise<string> {
  const workspace = await makeWorkspace(world, host, `w${newId(world.clock.now()).slice(-12)}`);
  const { email } = await world.db.asSystem("an address for a test", (tx) =>
    tx.one<{ email: string }>(sql`SELECT email FROM user_account WHERE id = ${userId}`),
  );
  return (await makeInvite(world, workspace, { by: host.id, email })).token;
}
