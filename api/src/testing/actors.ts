/** Everyone who may knock at a call, and what they knock about: for the walk over the access table. */
import { type StaffRoleId, staffRoles, type WorkspaceRoleId } from "#contracts/roles.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { parseSessionToken } from "../core/http/session-token.ts";
import {
  insertProject,
  insertToken,
  insertEmptyWorkspace,
  insertActivity,
  insertFailedCopy,
} from "./actor-records.ts";
import type { TestClient } from "./client.ts";
import { resourceFixtures } from "./resource-fixtures.ts";
import { createInviteFor, createInvite } from "./invites.ts";
import { grantProject, createDefaultProject, insertInstance } from "./instances.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
  type TestWorkspace,
} from "./users.ts";
import type { TestEnvironment } from "./test-environment.ts";

export type SessionState = "none" | "expired" | "revoked" | "login-attempt" | "live";

export interface TestActor {
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
  browser(): Promise<TestClient>;
}

/** Which object of a kind is knocked about. `own` is the team member's, `granted` the limited one's. */
export const objectKinds = ["own", "others", "granted", "foreign", "missing"] as const;
export type ObjectKind = (typeof objectKinds)[number];

export interface AuthorizationFixture {
  readonly workspace: TestWorkspace;
  readonly walkers: readonly TestActor[];
  /** A fresh object of that kind, by the name a path gives it; the walker's own, where it is a person's. */
  makeObject(name: string, kind: ObjectKind, walker?: TestActor): Promise<string>;
  /** A copy of that person's data which could not be made. */
  makeFailedCopy(userId: string): Promise<string>;
}

export async function createTestActors(world: TestEnvironment): Promise<AuthorizationFixture> {
  const owner = await createUser(world, "owner@walked.test");
  const workspace = await createWorkspace(world, owner, "walked");
  await createDefaultProject(world, workspace, owner);
  const outsider = await createUser(world, "outsider@elsewhere.test");
  const stranger = await createUser(world, "stranger@elsewhere.test");
  const elsewhere = await createWorkspace(world, outsider, "elsewhere");
  const members = {
    administrator: await createMember(world, workspace, "administrator"),
    team_member: await createMember(world, workspace, "team_member"),
    limited_team_member: await createMember(world, workspace, "limited_team_member"),
    billing_administrator: await createMember(world, workspace, "billing_administrator"),
  };
  const staff = {
    Admin: await createUser(world, "admin@boreal.test", { staffRole: "Admin" }),
    BusinessAdmin: await createUser(world, "business@boreal.test", { staffRole: "BusinessAdmin" }),
    Support: await createUser(world, "support@boreal.test", { staffRole: "Support" }),
  };
  const nobody = { role: null, staffRole: null, adminRole: null, userId: null };
  const live = (
    name: string,
    user: TestUser,
    role: WorkspaceRoleId | null,
    staffRole: StaffRoleId | null = null,
  ): TestActor => ({
    name,
    session: "live",
    role,
    staffRole,
    adminRole: null,
    userId: user.id,
    browser: () => signIn(world, user.id),
  });
  const actingAsOwner = (adminRole: StaffRoleId): TestActor => ({
    ...live(`${adminRole} as the owner`, owner, "owner"),
    adminRole,
    browser: () => impersonate(world, staff[adminRole], adminRole, owner),
  });
  const walkers: TestActor[] = [
    { ...nobody, name: "anonymous", session: "none", browser: async () => world.createClient() },
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
      browser: () => createRevokedClient(world, owner),
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

  const makeProject = async (place: TestWorkspace, creator: TestUser, grantedTo?: TestUser) => {
    const id = await insertProject(world, place, creator);
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
      if (kind === "missing") return uuidv7(now);
      if (name in userSpecs) return createNamedUser(world, userSpecs[name] ?? {});
      if (name.endsWith("Workspace")) return insertEmptyWorkspace(world, stranger, name);
      if (name === "sessionId") {
        const holder = kind === "own" ? (walker?.userId ?? outsider.id) : stranger.id;
        return readSessionId(await signIn(world, holder));
      }
      const place = kind === "foreign" ? elsewhere : workspace;
      if (name === "log")
        return insertActivity(
          world,
          place,
          kind === "own" ? (walker?.userId ?? owner.id) : stranger.id,
        );
      if (name === "project") return project(kind);
      const fixture = resourceFixtures.find(({ object }) => object === name);
      if (fixture !== undefined)
        return fixture.insert(
          world,
          place,
          { own: member, others: owner, granted: owner, foreign: outsider }[kind],
        );
      if (name === "member")
        return (await createMember(world, place, "team_member", `m-${uuidv7(now)}@walked.test`)).id;
      if (name === "invite") {
        const by = kind === "foreign" ? outsider.id : owner.id;
        return (await createInvite(world, place, { by, email: `asked-${uuidv7(now)}@walked.test` }))
          .id;
      }
      if (name === "invitation")
        return createInviteFor(world, stranger, walker?.userId ?? outsider.id);
      if (name === "token") return insertToken(world, place, kind === "foreign" ? outsider : owner);
      if (name === "instance") {
        // Whose machine it is, its project decides, not who ordered it.
        const creator = { own: owner, others: member, granted: owner, foreign: outsider }[kind];
        return insertInstance(world, place, creator, {
          hostname: `m-${uuidv7(now)}`,
          projectId: await project(kind),
        });
      }
      throw new Error(`No ${name} is made for the walk yet`);
    },
  };
}

interface UserSpec {
  staffRole?: StaffRoleId;
  status?: string;
}
/** People as calls about people need them. */
const userSpecs: Readonly<Record<string, UserSpec>> = {
  user: {},
  "deactivated user": { status: "deactivated" },
  colleague: { staffRole: "Support" },
};

async function createNamedUser(
  world: TestEnvironment,
  { status, staffRole }: UserSpec,
): Promise<string> {
  const email = `p-${uuidv7(world.clock.now())}@walked.test`;
  const { id } = await createUser(world, email, staffRole === undefined ? {} : { staffRole });
  if (status !== undefined)
    await world.db.withSystemRole("a person for a test", (tx) =>
      tx.execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${id}`),
    );
  return id;
}

const readSessionId = (client: TestClient): string =>
  parseSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? "";

/** A browser in which staff act as somebody; their own session waits. */
async function impersonate(
  world: TestEnvironment,
  staff: TestUser,
  role: StaffRoleId,
  target: TestUser,
): Promise<TestClient> {
  const parent = readSessionId(await signIn(world, staff.id));
  const client = await signIn(world, target.id);
  await world.db.withSystemRole("an impersonation for a test", async (tx) => {
    await tx.execute(sql`UPDATE session SET parked_at = ${world.clock.now()} WHERE id = ${parent}`);
    await tx.execute(sql`UPDATE session SET auth_type = 'impersonate', first_factor = NULL, reauth_at = NULL, admin_id = ${staff.id}, admin_role = ${role},
      parent_session_id = ${parent} WHERE id = ${readSessionId(client)}`);
  });
  return client;
}

async function createRevokedClient(world: TestEnvironment, user: TestUser): Promise<TestClient> {
  const client = await signIn(world, user.id);
  const sessionId = readSessionId(client);
  await world.db.withSystemRole("a session is revoked for a test", (tx) =>
    tx.execute(
      sql`UPDATE session SET revoked_at = ${world.clock.now()}, revoked_reason = 'test' WHERE id = ${sessionId}`,
    ),
  );
  return client;
}
