/** Everyone who may knock at a call, and what they knock about: for the walk over the access table. */
import { type StaffRoleId, staffRoles, type WorkspaceRoleId } from "#contracts/permissions.ts";
import { newAccessToken } from "../core/access-token.ts";
import { sql } from "../core/db.ts";
import { newId } from "../core/keys.ts";
import { readSessionToken } from "../core/session-token.ts";
import type { Client } from "./client.ts";
import { invitationOf, makeInvite } from "./invitations.ts";
import { grantProject, makeDefaultProject, makeMachine } from "./machines.ts";
import {
  makeMember,
  makePerson,
  makeWorkspace,
  type Person,
  signIn,
  type TestWorkspace,
} from "./people.ts";
import { newPublicKey } from "./ssh-keys.ts";
import type { World } from "./world.ts";

export type SessionState = "none" | "expired" | "revoked" | "login-attempt" | "live";

export interface Walker {
  readonly name: string;
  readonly session: SessionState;
  /** In the workspace that is walked; null where there is none. */
  readonly role: WorkspaceRoleId | null;
  readonly staffRole: StaffRoleId | null;
  /** Of staff who act as the workspace's owner. */
  readonly adminRole: StaffRoleId | null;
  /** Whose sessions these are; null where nobody is known. */
  readonly userId: string | null;
  /** A browser of this walker, with a session of its own. */
  browser(): Promise<Client>;
}

/** Which object of a kind is knocked about. `own` is the team member's, `granted` the limited one's. */
export const objectKinds = ["own", "others", "granted", "foreign", "missing"] as const;
export type ObjectKind = (typeof objectKinds)[number];

export interface WalkedWorld {
  readonly workspace: TestWorkspace;
  readonly walkers: readonly Walker[];
  /** A fresh object of that kind, by the name a path gives it; the walker's own, where it is a person's. */
  makeObject(name: string, kind: ObjectKind, walker?: Walker): Promise<string>;
  /** A copy of that person's data which could not be made. */
  makeFailedCopy(userId: string): Promise<string>;
}

export async function makeWalkers(world: World): Promise<WalkedWorld> {
  const owner = await makePerson(world, "owner@walked.test");
  const workspace = await makeWorkspace(world, owner, "walked");
  await makeDefaultProject(world, workspace, owner);
  const outsider = await makePerson(world, "outsider@elsewhere.test");
  const stranger = await makePerson(world, "stranger@elsewhere.test");
  const elsewhere = await makeWorkspace(world, outsider, "elsewhere");
  const members = {
    administrator: await makeMember(world, workspace, "administrator"),
    team_member: await makeMember(world, workspace, "team_member"),
    limited_team_member: await makeMember(world, workspace, "limited_team_member"),
    billing_administrator: await makeMember(world, workspace, "billing_administrator"),
  };
  const staff = {
    Admin: await makePerson(world, "admin@boreal.test", { staffRole: "Admin" }),
    BusinessAdmin: await makePerson(world, "business@boreal.test", { staffRole: "BusinessAdmin" }),
    Support: await makePerson(world, "support@boreal.test", { staffRole: "Support" }),
  };
  const nobody = { role: null, staffRole: null, adminRole: null, userId: null };
  const live = (
    name: string,
    person: Person,
    role: WorkspaceRoleId | null,
    staffRole: StaffRoleId | null = null,
  ): Walker => ({
    name,
    session: "live",
    role,
    staffRole,
    adminRole: null,
    userId: person.id,
    browser: () => signIn(world, person.id),
  });
  const actingAsOwner = (adminRole: StaffRoleId): Walker => ({
    ...live(`${adminRole} as the owner`, owner, "owner"),
    adminRole,
    browser: () => actAs(world, staff[adminRole], adminRole, owner),
  });
  const walkers: Walker[] = [
    { ...nobody, name: "anonymous", session: "none", browser: async () => world.client() },
    {
      ...nobody,
      name: "expired session",
      session: "expired",
      browser: () => signIn(world, owner.id, { lifeMs: -1000 }),
    },
    {
      ...nobody,
      name: "revoked session",
      session: "revoked",
      browser: () => revokedBrowser(world, owner),
    },
    {
      ...nobody,
      name: "login attempt",
      session: "login-attempt",
      browser: () => signIn(world, owner.id, { authType: "login-attempt" }),
    },
    live("outsider", outsider, null),
    live("owner", owner, "owner"),
    live("administrator", members.administrator, "administrator"),
    live("team member", members.team_member, "team_member"),
    live("limited team member", members.limited_team_member, "limited_team_member"),
    live("billing administrator", members.billing_administrator, "billing_administrator"),
    live("Admin", staff.Admin, null, "Admin"),
    live("BusinessAdmin", staff.BusinessAdmin, null, "BusinessAdmin"),
    live("Support", staff.Support, null, "Support"),
    ...staffRoles.map(actingAsOwner),
  ];

  const makeProject = async (place: TestWorkspace, maker: Person, grantedTo?: Person) => {
    const id = await insertProject(world, place, maker);
    if (grantedTo !== undefined) await grantProject(world, place, id, grantedTo);
    return id;
  };
  const { team_member: member, limited_team_member: limited } = members;
  const project = (kind: ObjectKind) => {
    if (kind === "own") return makeProject(workspace, member);
    if (kind === "foreign") return makeProject(elsewhere, outsider);
    return makeProject(workspace, owner, kind === "granted" ? limited : undefined);
  };
  return {
    workspace,
    walkers,
    makeFailedCopy: (userId) => insertFailedCopy(world, userId),
    makeObject: async (name, kind, walker) => {
      const now = world.clock.now();
      if (kind === "missing") return newId(now);
      if (name in people) return makeNamedPerson(world, people[name] ?? {});
      if (name.endsWith("Workspace")) return insertEmptyWorkspace(world, stranger, name);
      if (name === "sessionId") {
        const holder = kind === "own" ? (walker?.userId ?? outsider.id) : stranger.id;
        return sessionIdOf(await signIn(world, holder));
      }
      const place = kind === "foreign" ? elsewhere : workspace;
      if (name === "log")
        return insertEntry(
          world,
          place,
          kind === "own" ? (walker?.userId ?? owner.id) : stranger.id,
        );
      if (name === "project") return project(kind);
      if (name === "credential")
        return insertCredential(
          world,
          place,
          { own: member, others: owner, granted: owner, foreign: outsider }[kind],
        );
      if (name === "member")
        return (await makeMember(world, place, "team_member", `m-${newId(now)}@walked.test`)).id;
      if (name === "invite") {
        const by = kind === "foreign" ? outsider.id : owner.id;
        return (await makeInvite(world, place, { by, email: `asked-${newId(now)}@walked.test` }))
          .id;
      }
      if (name === "invitation")
        return invitationOf(world, stranger, walker?.userId ?? outsider.id);
      if (name === "token") return insertToken(world, place, kind === "foreign" ? outsider : owner);
      if (name === "instance") {
        // Whose machine it is, its project decides, not who ordered it.
        const maker = { own: owner, others: member, granted: owner, foreign: outsider }[kind];
        return makeMachine(world, place, maker, {
          hostname: `m-${newId(now)}`,
          projectId: await project(kind),
        });
      }
      throw new Error(`No ${name} is made for the walk yet`);
    },
  };
}

interface Made {
  staffRole?: StaffRoleId;
  status?: string;
}
/** People as calls about people need them. */
const people: Readonly<Record<string, Made>> = {
  user: {},
  "deactivated user": { status: "deactivated" },
  colleague: { staffRole: "Support" },
};

async function makeNamedPerson(world: World, { status, staffRole }: Made): Promise<string> {
  const email = `p-${newId(world.clock.now())}@walked.test`;
  const { id } = await makePerson(world, email, staffRole === undefined ? {} : { staffRole });
  if (status !== undefined)
    await world.db.asSystem("a person for a test", (tx) =>
      tx.run(sql`UPDATE user_account SET status = ${status} WHERE id = ${id}`),
    );
  return id;
}

const sessionIdOf = (client: Client): string =>
  readSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? "";

/** A browser in which staff act as somebody; their own session waits. */
async function actAs(
  world: World,
  staff: Person,
  role: StaffRoleId,
  target: Person,
): Promise<Client> {
  const parent = sessionIdOf(await signIn(world, staff.id));
  const client = await signIn(world, target.id);
  await world.db.asSystem("an impersonation for a test", async (tx) => {
    await tx.run(sql`UPDATE session SET parked_at = ${world.clock.now()} WHERE id = ${parent}`);
    await tx.run(sql`UPDATE session SET auth_type = 'impersonate', first_factor = NULL, reauth_at = NULL, admin_id = ${staff.id}, admin_role = ${role},
      parent_session_id = ${parent} WHERE id = ${sessionIdOf(client)}`);
  });
  return client;
}

async function revokedBrowser(world: World, person: Person): Promise<Client> {
  const client = await signIn(world, person.id);
  const sessionId = sessionIdOf(client);
  await world.db.asSystem("a session is revoked for a test", (tx) =>
    tx.run(
      sql`UPDATE session SET revoked_at = ${world.clock.now()}, revoked_reason = 'test' WHERE id = ${sessionId}`,
    ),
  );
  return client;
}

async function insertProject(world: World, place: TestWorkspace, maker: Person): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.db.asSystem("a project for a test", (tx) =>
    tx.run(sql`INSERT INTO project (id, workspace_id, name, colour, created_by, created_at, updated_at)
      VALUES (${id}, ${place.id}, ${`project ${id}`}, 'spruce', ${maker.id}, ${now}, ${now})`),
  );
  return id;
}

async function insertToken(world: World, place: TestWorkspace, maker: Person): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.db.asSystem("a token for a test", (tx) =>
    tx.run(sql`INSERT INTO access_token (id, workspace_id, name, token_hash, last4, scopes, lifetime_days, created_by, created_at, updated_at, expires_at)
      VALUES (${id}, ${place.id}, ${`token ${id}`}, ${newAccessToken().hash}, 'walk', '{project.view}', 90, ${maker.id}, ${now}, ${now}, ${new Date(now.getTime() + 90 * 86_400_000)})`),
  );
  return id;
}

/** One in which nothing runs; `deactivatedWorkspace` is one that staff can restore. */
async function insertEmptyWorkspace(world: World, owner: Person, name: string): Promise<string> {
  const now = world.clock.now();
  const { id } = await makeWorkspace(world, owner, `w${newId(now).slice(-12)}`);
  if (name === "deactivatedWorkspace")
    await world.db.asSystem("a workspace is taken down for a test", (tx) =>
      tx.run(
        sql`UPDATE workspace SET status = 'deactivated', deactivated_at = ${now} WHERE id = ${id}`,
      ),
    );
  return id;
}

/** Of something done in the workspace. */
async function insertEntry(world: World, place: TestWorkspace, actorId: string): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.db.asSystem("an entry for a test", (tx) =>
    tx.run(sql`INSERT INTO audit_event (id, at, workspace_id, actor_type, actor_user_id, actor_name, action, request_id)
      VALUES (${id}, ${now}, ${place.id}, 'user', ${actorId}, 'Walker', 'walk.made', ${id})`),
  );
  return id;
}

async function insertFailedCopy(world: World, userId: string): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.db.asSystem("a copy for a test", (tx) =>
    tx.run(sql`INSERT INTO data_copy_request (id, user_id, status, attempts, finished_at, created_at, updated_at)
      VALUES (${id}, ${userId}, 'failed', 1, ${now}, ${now}, ${now})`),
  );
  return id;
}

async function insertCredential(
  world: World,
  place: TestWorkspace,
  maker: Person,
): Promise<string> {
  const now = world.clock.now();
  const id = newId(now);
  await world.db.asSystem("a key for a test", (tx) =>
    tx.run(sql`INSERT INTO credential (id, workspace_id, name, type, bits, public_key, fingerprint_sha256, created_by, created_at, updated_at)
      VALUES (${id}, ${place.id}, ${`key ${id}`}, 'ssh-ed25519', 256, ${newPublicKey()}, ${`SHA256:${id}`}, ${maker.id}, ${now}, ${now})`),
  );
  return id;
}
