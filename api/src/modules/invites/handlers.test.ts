import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { runBlockedOnRow } from "../../testing/race.ts";
import { createInvite } from "../../testing/invites.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  reauthenticate,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

const dayMs = 86_400_000;

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

let testCount = 0;
const fresh = (word: string) => {
  testCount += 1;
  return `${word}-${testCount}@invited.test`;
};
async function freshTeam() {
  const owner = await createUser(env, fresh("owner"));
  const workspace = await createWorkspace(env, owner, `inviting-${testCount}`);
  return { owner, workspace, path: { workspace: workspace.handle } };
}
type Path = { workspace: string };
const invite = (user: TestUser, path: Path, emails: string[], body: object = {}) =>
  user.client.call(api.invites.create, {
    path,
    body: { emails, roleId: "team_member", ...body },
  });
const list = async (user: TestUser, path: Path, query: object = {}) =>
  (await user.client.call(api.invites.list, { path, query })).data.data;
const act = (user: TestUser, endpoint: "resend" | "revoke", path: Path, id: string) =>
  user.client.call(api.invites[endpoint], { path: { ...path, invite: id } });
async function emailsTo(email: string) {
  await env.runDueJobs();
  return env.mail.messages().filter((message) => message.to.includes(email));
}
async function tokenFor(email: string): Promise<string> {
  const link = (await emailsTo(email)).at(-1)?.links.find((one) => one.includes("/join/"));
  return link?.split("/").at(-1) ?? "";
}
const join = (user: TestUser, token: string) =>
  user.client.call(api.invites.join, { path: { token } });
const preview = (user: TestUser, token: string) =>
  user.client.call(api.invites.preview, { path: { token } });
const roleOf = async (user: TestUser, workspace: TestWorkspace) =>
  (await user.client.call(api.auth.self, {})).data.userWorkspaceRoles.find(
    (role) => role.workspaceId === workspace.id,
  )?.workspaceRoleId ?? null;

describe("creating invites", () => {
  test("sends one link per email address, however it is written, with inviter and role", async () => {
    const { owner, workspace, path } = await freshTeam();
    const [ada, eve] = [fresh("Ada"), fresh("eve")];
    const response = await invite(owner, path, [ada, ada.toLowerCase(), eve], {
      note: "See you\nthere",
    });
    expect(response.status).toBe(201);
    expect(response.data.data).toMatchObject([
      { email: ada.toLowerCase(), role: "team_member", status: "pending", note: "See you\nthere" },
      { email: eve, invitedBy: { id: owner.id, name: owner.name } },
    ]);
    const emails = await emailsTo(eve);
    const name = workspace.handle;
    expect(emails.map((email) => email.subject)).toEqual([`${owner.name} invites you to ${name}`]);
    expect(emails[0]?.links[0]).toMatch(
      /^http:\/\/console\.boreal\.test\/workspaces\/users\/join\/[\w-]{43}$/,
    );
    expect(await list(owner, path)).toHaveLength(2);
  });

  test("a workspace's name cannot add a header, a recipient or a link to the mail", async () => {
    const { owner, workspace, path } = await freshTeam();
    const name = `Big\r\nBcc: all@evil.example\u202E <b>${"long ".repeat(30)}`;
    await env.db.withSystemRole("a name for a test", (tx) =>
      tx.execute(sql`UPDATE workspace SET name = ${name} WHERE id = ${workspace.id}`),
    );
    const email = fresh("subject");
    await invite(owner, path, [email]);
    const [message, ...others] = await emailsTo(email);
    expect(others).toEqual([]);
    expect(message?.to).toEqual([email]);
    expect(message?.subject).toBe(
      `${owner.name} invites you to Big Bcc: all@ evil. example b long long…`,
    );
    expect(await emailsTo("all@evil.example")).toEqual([]);
  });

  test("rejects the request if one address belongs to a member, and invites nobody", async () => {
    const { owner, workspace, path } = await freshTeam();
    const member = await createMember(env, workspace, "team_member");
    const other = fresh("other");
    const response = await invite(owner, path, [other, member.email.toUpperCase()]);
    expect(response.code).toBe("email_already_in_use");
    expect(await list(owner, path)).toEqual([]);
    expect(await emailsTo(other)).toEqual([]);
  });

  test("inviting an address again replaces role and link", async () => {
    const { owner, workspace, path } = await freshTeam();
    const invitee = await createUser(env, fresh("guest"));
    const first = await invite(owner, path, [invitee.email]);
    const before = await tokenFor(invitee.email);
    env.clock.advance(1000);
    const repeated = await invite(owner, path, [invitee.email], { roleId: "administrator" });
    expect(repeated.data.data).toMatchObject([
      { id: first.data.data[0]?.id, role: "administrator" },
    ]);
    expect((await join(invitee, before)).code).toBe("token_action_expired");
    await join(invitee, await tokenFor(invitee.email));
    expect(await roleOf(invitee, workspace)).toBe("administrator");
  });

  test("C47, C52: the owner role cannot be offered, and only owners may invite", async () => {
    const { owner, workspace, path } = await freshTeam();
    const administrator = await createMember(env, workspace, "administrator");
    const inviteAs = (user: TestUser, roleId: string) =>
      user.client.send("POST", `/api/v1/workspaces/${path.workspace}/users/invite`, {
        emails: [fresh("x")],
        roleId,
      });
    expect((await inviteAs(administrator, "owner")).status).toBe(403);
    expect((await inviteAs(administrator, "team_member")).status).toBe(403);
    expect((await inviteAs(owner, "owner")).status).toBe(422);
    expect(await list(administrator, path)).toEqual([]);
  });

  test("limits a workspace to twenty emails an hour; a request above the limit sends none", async () => {
    const { owner, path } = await freshTeam();
    const many = (count: number) => Array.from({ length: count }, () => fresh("many"));
    expect((await invite(owner, path, many(15))).status).toBe(201);
    expect((await invite(owner, path, many(6))).code).toBe("too_many_requests");
    expect((await invite(owner, path, many(5))).status).toBe(201);
    const rejected = await invite(owner, path, many(1));
    expect(rejected.code).toBe("too_many_requests");
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    env.clock.advance(3_600_000);
    await reauthenticate(env, owner);
    expect((await invite(owner, path, many(1))).status).toBe(201);
  });

  test("a rejected request does not count against the limit", async () => {
    const { owner, workspace, path } = await freshTeam();
    const member = await createMember(env, workspace, "team_member");
    const many = (count: number) => Array.from({ length: count }, () => fresh("many"));
    const first = await invite(owner, path, many(1));
    const id = first.data.data[0]?.id ?? "";
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await invite(owner, path, [...many(18), member.email])).code).toBe(
        "email_already_in_use",
      );
      expect((await act(owner, "resend", path, id)).code).toBe("too_many_requests");
    }
    expect((await invite(owner, path, many(19))).status).toBe(201);
  });

  test("an unknown project does not count either", async () => {
    const { owner, path } = await freshTeam();
    const many = Array.from({ length: 20 }, () => fresh("many"));
    const missing = { roleId: "limited_team_member", projectIds: [uuidv7(env.clock.now())] };
    expect((await invite(owner, path, many, missing)).fields).toEqual({
      "projectIds.0": "unknown",
    });
    expect((await invite(owner, path, many)).status).toBe(201);
  });

  test("limits a user to a hundred invites an hour across all their workspaces", async () => {
    const { owner, path } = await freshTeam();
    const many = (count: number) => Array.from({ length: count }, () => fresh("many"));
    for (let opened = 0; opened < 5; opened += 1) {
      const handle = `invites-${testCount}-${opened}`;
      await createWorkspace(env, owner, handle);
      expect((await invite(owner, { workspace: handle }, many(19))).status).toBe(201);
    }
    expect((await invite(owner, path, many(6))).code).toBe("too_many_requests");
    expect((await invite(owner, path, many(5))).status).toBe(201);
    expect((await invite(owner, path, many(1))).code).toBe("too_many_requests");
    env.clock.advance(3_600_000);
    await reauthenticate(env, owner);
    expect((await invite(owner, path, many(1))).status).toBe(201);
  });

  test("C110: sends a note of 500 characters and rejects a longer one at its field", async () => {
    const { owner, path } = await freshTeam();
    const noted = async (length: number) =>
      (await invite(owner, path, [fresh("noted")], { note: "n".repeat(length) })).fields;
    expect((await invite(owner, path, [fresh("noted")], { note: "n".repeat(500) })).status).toBe(
      201,
    );
    for (const length of [501, 10_000]) expect(Object.keys(await noted(length))).toEqual(["note"]);
  });

  test("rejects projects of another workspace", async () => {
    const { owner, path } = await freshTeam();
    const foreign = await freshTeam();
    const project = await foreign.owner.client.call(api.projects.create, {
      path: foreign.path,
      body: { name: "Elsewhere" },
    });
    const limited = { roleId: "limited_team_member", projectIds: [project.data.id] };
    expect((await invite(owner, path, [fresh("x")], limited)).fields).toEqual({
      "projectIds.0": "unknown",
    });
  });
});

describe("an invite link", () => {
  test("is sent again after a minute, and the previous one stops working", async () => {
    const { owner, workspace, path } = await freshTeam();
    const invitee = await createUser(env, fresh("guest"));
    const id = (await invite(owner, path, [invitee.email])).data.data[0]?.id ?? "";
    const before = await tokenFor(invitee.email);
    env.clock.advance(59_000);
    const soon = await act(owner, "resend", path, id);
    expect([soon.code, soon.headers.get("retry-after")]).toEqual(["too_many_requests", "1"]);
    env.clock.advance(1000);
    expect((await act(owner, "resend", path, id)).data.status).toBe("pending");
    expect((await join(invitee, before)).code).toBe("token_action_expired");
    expect((await join(invitee, await tokenFor(invitee.email))).data.handle).toBe(workspace.handle);
  });

  test("T20: of two concurrent resends one is sent", async () => {
    const { owner, workspace, path } = await freshTeam();
    const invitee = await createUser(env, fresh("guest"));
    const { id } = await createInvite(env, workspace, { by: owner.id, email: invitee.email });
    const responses = await runBlockedOnRow(env, sql`SELECT FROM invite WHERE id = ${id}`, 2, () =>
      [1, 2].map(() => act(owner, "resend", path, id)),
    );
    expect(new Set(responses.map(({ code }) => code))).toEqual(
      new Set([null, "too_many_requests"]),
    );
    expect(await emailsTo(invitee.email)).toHaveLength(1);
  });

  test("can be requested by the owner, which invalidates the emailed one", async () => {
    const { owner, path } = await freshTeam();
    const invitee = await createUser(env, fresh("guest"));
    const id = (await invite(owner, path, [invitee.email])).data.data[0]?.id ?? "";
    const { link } = (await owner.client.call(api.invites.link, { path: { ...path, invite: id } }))
      .data;
    expect((await emailsTo(invitee.email)).length).toBe(1);
    expect((await join(invitee, await tokenFor(invitee.email))).code).toBe("token_action_expired");
    expect((await join(invitee, link.split("/").at(-1) ?? "")).status).toBe(200);
  });

  test("works for seven days; then it has expired and can be sent again", async () => {
    const { owner, path } = await freshTeam();
    const invitee = await createUser(env, fresh("guest"));
    const id = (await invite(owner, path, [invitee.email])).data.data[0]?.id ?? "";
    const token = await tokenFor(invitee.email);
    env.clock.advance(7 * dayMs - 1);
    expect((await preview(invitee, token)).data.isMine).toBe(true);
    env.clock.advance(1);
    expect((await join(invitee, token)).code).toBe("token_action_expired");
    const statuses = async (status: string) =>
      (await list(owner, path, { status })).map((row) => row.status);
    expect([await statuses("expired"), await statuses("pending")]).toEqual([["expired"], []]);
    await env.runDueJobs();
    expect(await statuses("expired")).toEqual(["expired"]);
    expect((await act(owner, "resend", path, id)).data.status).toBe("pending");
    expect((await join(invitee, await tokenFor(invitee.email))).status).toBe(200);
  });

  test("previews the invite, and opening it accepts nothing", async () => {
    const { owner, workspace, path } = await freshTeam();
    const project = await owner.client.call(api.projects.create, {
      path,
      body: { name: "Vision" },
    });
    const invitee = await createUser(env, fresh("guest"));
    await invite(owner, path, [invitee.email], {
      roleId: "limited_team_member",
      projectIds: [project.data.id],
      note: "Hello",
    });
    const token = await tokenFor(invitee.email);
    expect((await preview(invitee, token)).data).toMatchObject({
      workspace: { handle: workspace.handle },
      role: "limited_team_member",
      projects: ["Vision"],
      invitedBy: owner.name,
      note: "Hello",
      email: invitee.email,
      isMine: true,
    });
    expect(await roleOf(invitee, workspace)).toBeNull();
    await join(invitee, token);
    const seen = await invitee.client.call(api.projects.list, { path });
    expect(seen.data.data.map(({ id }) => id)).toEqual([project.data.id]);
  });
});

describe("revoking an invite", () => {
  test("is possible until it is accepted", async () => {
    const { owner, workspace, path } = await freshTeam();
    const invitee = await createUser(env, fresh("guest"));
    const { id, token } = await createInvite(env, workspace, {
      by: owner.id,
      email: invitee.email,
    });
    expect((await act(owner, "revoke", path, id)).data.status).toBe("revoked");
    expect((await act(owner, "revoke", path, id)).data.status).toBe("revoked");
    expect((await act(owner, "resend", path, id)).code).toBe("action_not_possible");
    expect((await join(invitee, token)).code).toBe("token_action_expired");
    const accepted = await createInvite(env, workspace, { by: owner.id, email: invitee.email });
    expect((await join(invitee, accepted.token)).status).toBe(200);
    expect((await act(owner, "revoke", path, accepted.id)).code).toBe("action_not_possible");
    expect((await list(owner, path, { status: "accepted" })).map((row) => row.id)).toEqual([
      accepted.id,
    ]);
  });

  test("C46: members of another workspace can neither revoke nor resend it nor get its link", async () => {
    const { owner, path } = await freshTeam();
    const other = await freshTeam();
    const { id } = await createInvite(env, other.workspace, {
      by: other.owner.id,
      email: fresh("theirs"),
    });
    expect((await act(owner, "revoke", path, id)).code).toBe("not_found");
    expect((await act(owner, "resend", path, id)).code).toBe("not_found");
    const link = await owner.client.call(api.invites.link, { path: { ...path, invite: id } });
    expect(link.code).toBe("not_found");
    expect(await list(other.owner, other.path)).toMatchObject([{ id, status: "pending" }]);
  });

  test("the cleanup marks expired invites", async () => {
    const { owner, workspace } = await freshTeam();
    const { id } = await createInvite(env, workspace, { by: owner.id, email: fresh("late") });
    env.clock.advance(8 * dayMs);
    await env.worker.tasks["platform.sweep"]({});
    const { status } = await env.db.withSystemRole("a test reads", (tx) =>
      tx.one<{ status: string }>(sql`SELECT status FROM invite WHERE id = ${id}`),
    );
    expect(status).toBe("expired");
  });
});
