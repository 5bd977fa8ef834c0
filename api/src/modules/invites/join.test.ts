import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { issueActionToken } from "../accounts/action-tokens.ts";
import { runBlockedOnRow } from "../../testing/race.ts";
import { createInvite } from "../../testing/invites.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => env.stop());

let testCount = 0;
async function invited() {
  testCount += 1;
  const owner = await createUser(env, `owner-${testCount}@joined.test`);
  const workspace = await createWorkspace(env, owner, `joined-${testCount}`);
  const guest = await createUser(env, `guest-${testCount}@joined.test`);
  const { id, token } = await createInvite(env, workspace, { by: owner.id, email: guest.email });
  return { owner, workspace, guest, id, token, path: { workspace: workspace.handle } };
}
const join = (user: TestUser, token: string) =>
  user.client.call(api.invites.join, { path: { token } });
const preview = (user: TestUser, token: string) =>
  user.client.call(api.invites.preview, { path: { token } });
/** A guest has no session. The link counts for the network of the IP address. */
const guestPreview = (token: string, ip = "203.0.113.50") =>
  env
    .createClient()
    .call(api.invites.guestPreview, { path: { token } }, { headers: { "x-forwarded-for": ip } });
const revoke = (user: TestUser, workspace: string, invite: string) =>
  user.client.call(api.invites.revoke, { path: { workspace, invite } });
const statusOf = async (id: string) =>
  (
    await env.db.withSystemRole("a test reads", (tx) =>
      tx.one<{ status: string }>(sql`SELECT status FROM invite WHERE id = ${id}`),
    )
  ).status;
const rolesIn = (workspace: TestWorkspace, user: TestUser) =>
  env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ role: string; expired: boolean }>(sql`
      SELECT workspace_role_id AS role, expired_at IS NOT NULL AS expired FROM user_workspace_role
       WHERE workspace_id = ${workspace.id} AND user_id = ${user.id}`),
  );
const setStatus = (table: "user_account" | "workspace", id: string, status: string) =>
  env.db.withSystemRole("a status for a test", (tx) =>
    tx.execute(
      table === "workspace"
        ? sql`UPDATE workspace SET status = ${status} WHERE id = ${id}`
        : sql`UPDATE user_account SET status = ${status} WHERE id = ${id}`,
    ),
  );

describe("accepting an invite", () => {
  test("an invite is revoked when its email address changes, but not when only the letter case changes", async () => {
    const { guest, id, token } = await invited();
    const become = async (email: string) => {
      const link = await env.db.withSystemRole("a change of email for a test", (tx) =>
        issueActionToken(tx, "change_email", {
          userId: guest.id,
          now: env.clock.now(),
          payload: { email },
        }),
      );
      const changed = await guest.client.call(api.auth.verifyEmail, { path: { token: link } });
      expect(changed.data).toEqual({ email, isChange: true });
    };
    await become(guest.email.toUpperCase());
    expect(await statusOf(id)).toBe("pending");
    await become(`moved-${testCount}@joined.test`);
    expect(await statusOf(id)).toBe("revoked");
    const next = await createUser(env, guest.email);
    expect((await join(next, token)).code).toBe("token_action_expired");
  });

  test("the first workspace becomes the default, joining is audited, and the inviter is notified", async () => {
    const { owner, workspace, guest, token, path } = await invited();
    const response = await join(guest, token);
    expect(response.data).toMatchObject({
      id: workspace.id,
      role: "team_member",
      status: "active",
    });
    const { userWorkspaceRoles } = (await guest.client.call(api.auth.self, {})).data;
    expect(userWorkspaceRoles).toMatchObject([{ handle: workspace.handle, isDefault: true }]);
    const entries = await owner.client.call(api.activity.ofWorkspace, { path });
    expect(entries.data.data).toMatchObject([
      {
        action: "invites.join",
        actor: { id: guest.id },
        target: { type: "user", id: guest.id, name: guest.email },
        changes: [{ field: "role", from: null, to: "team_member" }],
      },
    ]);
    await env.runDueJobs();
    const emails = env.mail.messages().filter((email) => email.to.includes(owner.email));
    expect(emails.map((email) => email.subject)).toEqual(["Your invitation was accepted"]);
  });

  test("C44: a link sent to another user is rejected and still works for its recipient", async () => {
    const { guest, workspace, id, token } = await invited();
    const other = await createUser(env, `other-${testCount}@joined.test`);
    const previewed = await preview(other, token);
    // A user who obtained the link does not learn the recipient's email address.
    expect(previewed.data).toMatchObject({ isMine: false, email: "g…@j….test" });
    expect(JSON.stringify(previewed.data)).not.toContain(guest.email.split("@")[0]);
    expect((await preview(guest, token)).data).toMatchObject({ isMine: true, email: guest.email });
    expect((await join(other, token)).code).toBe("permission_denied_missing_permission");
    expect(await statusOf(id)).toBe("pending");
    expect(await rolesIn(workspace, other)).toEqual([]);
    expect((await join(guest, token)).status).toBe(200);
  });

  test("C040: opening the link as a page changes nothing", async () => {
    const { guest, id, token } = await invited();
    const address = `/api/v1/workspaces/users/join/${token}`;
    const response = await guest.client.send("GET", address, undefined, { withoutCsrf: true });
    expect(response.status).toBe(401);
    expect(await statusOf(id)).toBe("pending");
  });

  test("a member cannot accept again", async () => {
    const { owner, guest, workspace, token } = await invited();
    expect((await join(guest, token)).status).toBe(200);
    expect((await join(guest, token)).code).toBe("token_action_executed");
    expect((await preview(guest, token)).data.state).toBe("accepted");
    const member = await createMember(env, workspace, "administrator");
    const late = await createInvite(env, workspace, { by: owner.id, email: member.email });
    expect((await join(member, late.token)).code).toBe("token_action_executed");
    expect(await rolesIn(workspace, member)).toEqual([{ role: "administrator", expired: false }]);
  });

  test("C067: a revoked, unknown or expired link, or one of a deactivated workspace, is rejected with its reason", async () => {
    const { owner, guest, workspace, id, token } = await invited();
    const unknown = "x".repeat(43);
    expect((await join(guest, unknown)).code).toBe("token_action_expired");
    expect((await preview(guest, unknown)).code).toBe("token_action_expired");
    const over = async () => [
      (await join(guest, token)).code,
      (await preview(guest, token)).data.state,
    ];
    await setStatus("workspace", workspace.id, "deactivated");
    expect(await over()).toEqual(["token_action_expired", "ended"]);
    await setStatus("workspace", workspace.id, "active");
    expect((await preview(guest, token)).data.state).toBe("open");
    env.clock.advance(7 * 24 * 3_600_000);
    expect(await over()).toEqual(["token_action_expired", "expired"]);
    await revoke(owner, workspace.handle, id);
    expect(await over()).toEqual(["token_action_expired", "revoked"]);
    expect(await rolesIn(workspace, guest)).toEqual([]);
  });

  test("a link is invalid while its inviter may not invite, until the new owner resends it", async () => {
    const { owner, guest, workspace, id, token, path } = await invited();
    const heir = await createMember(env, workspace, "administrator");
    await setStatus("user_account", owner.id, "deactivated");
    expect((await join(guest, token)).code).toBe("token_action_expired");
    await setStatus("user_account", owner.id, "active");
    await owner.client.call(api.members.reassignOwner, {
      path: { ...path, member: heir.id },
      body: { handle: workspace.handle },
    });
    expect([await statusOf(id), (await join(guest, token)).code]).toEqual([
      "expired",
      "token_action_expired",
    ]);
    const sent = await heir.client.call(api.invites.link, { path: { ...path, invite: id } });
    const response = await join(guest, sent.data.link.split("/").at(-1) ?? "");
    expect(response.data.role).toBe("team_member");
  });

  test("freezing an account revokes invites sent by it", async () => {
    const { owner, guest, id, token } = await invited();
    const link = await env.db.withSystemRole("a link for a test", (tx) =>
      issueActionToken(tx, "freeze", { userId: owner.id, now: env.clock.now() }),
    );
    const frozen = await env.createClient().call(api.auth.freeze, { path: { token: link } });
    expect([frozen.status, await statusOf(id)]).toEqual([200, "revoked"]);
    expect((await join(guest, token)).code).toBe("token_action_expired");
  });

  test("erasing a user deletes their invites", async () => {
    const { guest, id } = await invited();
    const admin = await createUser(env, `admin-${testCount}@boreal.test`, { staffRole: "Admin" });
    await setStatus("user_account", guest.id, "deactivated");
    const erased = await admin.client.call(api.users.deleteForever, {
      path: { user: guest.id },
      body: { reason: "Requested" },
    });
    expect(erased.status).toBe(204);
    await expect(statusOf(id)).rejects.toThrow("A row was expected");
  });
});

describe("a guest opens an invite link", () => {
  test("sees exactly workspace, role, inviter, invited email and expiry, and accepts nothing", async () => {
    const { owner, workspace, guest, id, token } = await invited();
    const response = await guestPreview(token);
    expect(response.status).toBe(200);
    expect(response.data).toEqual({
      state: "open",
      invitation: {
        workspace: workspace.handle,
        role: "team_member",
        invitedBy: owner.name,
        email: guest.email,
        expiresAt: new Date(env.clock.now().getTime() + 167 * 3_600_000).toISOString(),
      },
    });
    expect(await statusOf(id)).toBe("pending");
    // A session in the same browser, also of another user, changes nothing.
    const other = await createUser(env, `signed-in-${testCount}@joined.test`);
    const signedIn = await other.client.call(api.invites.guestPreview, { path: { token } });
    expect(signedIn.data).toEqual(response.data);
  });

  test("C067: a closed link states why and reveals nothing else", async () => {
    const { owner, guest, workspace, id, token } = await invited();
    const closed = async () => (await guestPreview(token)).data;
    await setStatus("workspace", workspace.id, "deactivated");
    expect(await closed()).toEqual({ state: "ended", invitation: null });
    await setStatus("workspace", workspace.id, "active");
    env.clock.advance(7 * 24 * 3_600_000);
    expect(await closed()).toEqual({ state: "expired", invitation: null });
    await revoke(owner, workspace.handle, id);
    expect(await closed()).toEqual({ state: "revoked", invitation: null });
    const accepted = await invited();
    expect((await join(accepted.guest, accepted.token)).status).toBe(200);
    expect((await guestPreview(accepted.token)).data).toEqual({
      state: "accepted",
      invitation: null,
    });
    expect(guest.email).not.toBe(accepted.guest.email);
  });

  test("unknown, truncated, long and hostile tokens get one response", async () => {
    const { token } = await invited();
    const tokens = [
      "x".repeat(43),
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      "x".repeat(150),
      "%00",
      "'; SELECT 1 --",
    ];
    for (const [index, tried] of tokens.entries()) {
      const response = await guestPreview(tried, `198.51.100.${index}`);
      expect([response.status, response.code]).toEqual([400, "token_action_expired"]);
    }
  });

  test("guessing blocks the network that guesses, and known links do not count", async () => {
    const { token } = await invited();
    const ip = "192.0.2.77";
    const unknown = (count: number) =>
      Promise.all(Array.from({ length: count }, () => guestPreview("y".repeat(43), ip)));
    for (let opened = 0; opened < 40; opened += 1)
      expect((await guestPreview(token, ip)).status).toBe(200);
    const responses = await unknown(40);
    expect(responses.filter(({ code }) => code === "token_action_expired")).toHaveLength(30);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await guestPreview(token, ip)).status).toBe(429);
    expect((await guestPreview(token, "192.0.2.78")).status).toBe(200);
    env.clock.advance(31_000);
    expect((await guestPreview(token, ip)).status).toBe(200);
  });
});

describe("T20: concurrent requests", () => {
  test("C43: of forty concurrent acceptances of one link one joins (20 runs)", {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const { guest, workspace, id, token } = await invited();
      const responses = await runBlockedOnRow(
        env,
        sql`SELECT FROM invite WHERE id = ${id}`,
        4,
        () => Array.from({ length: 40 }, () => join(guest, token)),
      );
      const won = responses.filter(({ status }) => status === 200);
      const lost = responses.filter(({ code }) => code === "token_action_executed");
      expect([won.length, lost.length]).toEqual([1, 39]);
      expect(await rolesIn(workspace, guest)).toHaveLength(1);
    }
  });

  test("an invite revoked and accepted concurrently is either revoked or accepted", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { owner, guest, workspace, id, token } = await invited();
      const row = sql`SELECT FROM invite WHERE id = ${id}`;
      const attempts = [() => join(guest, token), () => revoke(owner, workspace.handle, id)];
      const inTurn = round % 2 === 0 ? attempts : attempts.toReversed();
      const responses = await runBlockedOnRow<{ status: number; code: string | null }>(
        env,
        row,
        2,
        () => inTurn.map((attempt) => attempt()),
      );
      const [joined, revoked] = round % 2 === 0 ? responses : responses.toReversed();
      const isIn = (await rolesIn(workspace, guest)).length === 1;
      const outcome = [joined?.code, revoked?.code, await statusOf(id)];
      expect(outcome).toEqual(
        isIn
          ? [null, "action_not_possible", "accepted"]
          : ["token_action_expired", null, "revoked"],
      );
    }
  });

  test("of two workspaces joined concurrently one becomes the default", async () => {
    for (let round = 0; round < 20; round += 1) {
      const one = await invited();
      const other = await invited();
      const second = await createInvite(env, other.workspace, {
        by: other.owner.id,
        email: one.guest.email,
      });
      const client = await signIn(env, one.guest.id);
      const responses = await runBlockedOnRow(
        env,
        sql`SELECT FROM user_account WHERE id = ${one.guest.id}`,
        2,
        () => [join(one.guest, one.token), join({ ...one.guest, client }, second.token)],
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const { userWorkspaceRoles } = (await client.call(api.auth.self, {})).data;
      expect(userWorkspaceRoles.filter((role) => role.isDefault)).toHaveLength(1);
    }
  });
});
