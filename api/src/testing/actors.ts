/** Actors and objects of the authorization matrix: every kind of caller, and every object an endpoint can name. */
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
import { insertTestImage, insertVirtualProduct, insertVolumeProduct } from "./catalogue.ts";
import { insertItem, readMetalProductId } from "./bare-metal.ts";
import { insertErasure } from "./erasures.ts";
import { resourceFixtures } from "./resource-fixtures.ts";
import { insertCommand } from "./instance-logs.ts";
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
  /** Role in the tested workspace; null if the actor is not a member. */
  readonly role: WorkspaceRoleId | null;
  readonly staffRole: StaffRoleId | null;
  /** Staff role of an impersonating staff member; null for other actors. */
  readonly adminRole: StaffRoleId | null;
  /** User of the sessions; null for actors without an account. */
  readonly userId: string | null;
  /** A browser of this actor, with its own session. */
  browser(): Promise<TestClient>;
}

/**
 * Relation of the object to the actors: `own` belongs to the team member, `granted` is granted to the limited team
 * member.
 */
export const objectKinds = ["own", "others", "granted", "foreign", "missing"] as const;
export type ObjectKind = (typeof objectKinds)[number];

export interface AuthorizationFixture {
  readonly workspace: TestWorkspace;
  readonly actors: readonly TestActor[];
  /** Creates a new object by its parameter name in the path; objects that belong to a user belong to the actor. */
  createObject(name: string, kind: ObjectKind, actor?: TestActor): Promise<string>;
  /** Creates a failed data copy request of the user. */
  createFailedCopy(userId: string): Promise<string>;
}

export async function createTestActors(env: TestEnvironment): Promise<AuthorizationFixture> {
  const owner = await createUser(env, "owner@matrix.test");
  const workspace = await createWorkspace(env, owner, "matrix");
  await createDefaultProject(env, workspace, owner);
  const outsider = await createUser(env, "outsider@elsewhere.test");
  const unrelatedUser = await createUser(env, "unrelated@elsewhere.test");
  const otherWorkspace = await createWorkspace(env, outsider, "elsewhere");
  const members = {
    administrator: await createMember(env, workspace, "administrator"),
    team_member: await createMember(env, workspace, "team_member"),
    limited_team_member: await createMember(env, workspace, "limited_team_member"),
    billing_administrator: await createMember(env, workspace, "billing_administrator"),
  };
  const staff = {
    Admin: await createUser(env, "admin@boreal.test", { staffRole: "Admin" }),
    BusinessAdmin: await createUser(env, "business@boreal.test", { staffRole: "BusinessAdmin" }),
    Support: await createUser(env, "support@boreal.test", { staffRole: "Support" }),
  };
  const unauthenticated = { role: null, staffRole: null, adminRole: null, userId: null };
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
    browser: () => signIn(env, user.id),
  });
  const impersonatingOwner = (adminRole: StaffRoleId): TestActor => ({
    ...live(`${adminRole} as the owner`, owner, "owner"),
    adminRole,
    browser: () => impersonate(env, staff[adminRole], adminRole, owner),
  });
  const actors: TestActor[] = [
    {
      ...unauthenticated,
      name: "anonymous",
      session: "none",
      browser: async () => env.createClient(),
    },
    {
      ...unauthenticated,
      name: "expired session",
      session: "expired",
      browser: () => signIn(env, owner.id, { lifeMs: -1000 }),
    },
    {
      ...unauthenticated,
      name: "revoked session",
      session: "revoked",
      browser: () => createRevokedClient(env, owner),
    },
    {
      ...unauthenticated,
      name: "login attempt",
      session: "login-attempt",
      browser: () => signIn(env, owner.id, { authType: "login-attempt" }),
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
    ...staffRoles.map(impersonatingOwner),
  ];

  const createProject = async (
    objectWorkspace: TestWorkspace,
    creator: TestUser,
    grantedTo?: TestUser,
  ) => {
    const id = await insertProject(env, objectWorkspace, creator);
    if (grantedTo !== undefined) await grantProject(env, objectWorkspace, id, grantedTo);
    return id;
  };
  const { team_member: member, limited_team_member: limited } = members;
  const project = (kind: ObjectKind) => {
    if (kind === "own") return createProject(workspace, member);
    if (kind === "foreign") return createProject(otherWorkspace, outsider);
    return createProject(workspace, owner, kind === "granted" ? limited : undefined);
  };
  return {
    workspace,
    actors,
    createFailedCopy: (userId) => insertFailedCopy(env, userId),
    createObject: async (name, kind, actor) => {
      const now = env.clock.now();
      if (kind === "missing") return uuidv7(now);
      if (name in userSpecs) return createNamedUser(env, userSpecs[name] ?? {});
      if (name === "adminInstance")
        return insertInstance(env, otherWorkspace, outsider, { hostname: `m-${uuidv7(now)}` });
      if (name === "bareMetalItem") return insertItem(env);
      if (name === "bareMetalProduct") return readMetalProductId(env);
      if (name === "image") return insertTestImage(env);
      if (name === "virtualProduct") return insertVirtualProduct(env);
      if (name === "volumeProduct") return insertVolumeProduct(env);
      if (name === "adminCommand") {
        const hostname = `m-${uuidv7(now)}`;
        const instance = await insertInstance(env, otherWorkspace, outsider, { hostname });
        return insertCommand(env, instance, { kind: "reboot", status: "running" });
      }
      if (name.endsWith("Workspace")) return insertEmptyWorkspace(env, unrelatedUser, name);
      if (name === "sessionId") {
        const sessionUserId = kind === "own" ? (actor?.userId ?? outsider.id) : unrelatedUser.id;
        return readSessionId(await signIn(env, sessionUserId));
      }
      const objectWorkspace = kind === "foreign" ? otherWorkspace : workspace;
      if (name === "log")
        return insertActivity(
          env,
          objectWorkspace,
          kind === "own" ? (actor?.userId ?? owner.id) : unrelatedUser.id,
        );
      if (name === "project") return project(kind);
      const fixture = resourceFixtures.find(({ object }) => object === name);
      if (fixture !== undefined)
        return fixture.insert(
          env,
          objectWorkspace,
          { own: member, others: owner, granted: owner, foreign: outsider }[kind],
        );
      if (name === "member")
        return (
          await createMember(env, objectWorkspace, "team_member", `m-${uuidv7(now)}@matrix.test`)
        ).id;
      if (name === "invite") {
        const by = kind === "foreign" ? outsider.id : owner.id;
        return (
          await createInvite(env, objectWorkspace, {
            by,
            email: `invitee-${uuidv7(now)}@matrix.test`,
          })
        ).id;
      }
      if (name === "invitation")
        return createInviteFor(env, unrelatedUser, actor?.userId ?? outsider.id);
      if (name === "token")
        return insertToken(env, objectWorkspace, kind === "foreign" ? outsider : owner);
      if (name === "instance") {
        // The project's owner owns the instance, not the user who ordered it.
        const creator = { own: owner, others: member, granted: owner, foreign: outsider }[kind];
        const instance = await insertInstance(env, objectWorkspace, creator, {
          hostname: `m-${uuidv7(now)}`,
          projectId: await project(kind),
        });
        await env.db.withSystemRole("an erasure for a test", (tx) =>
          insertErasure(tx, { id: instance, workspaceId: objectWorkspace.id }, now),
        );
        return instance;
      }
      throw new Error(`No fixture for ${name}`);
    },
  };
}

interface UserSpec {
  staffRole?: StaffRoleId;
  status?: string;
}
/** Users required by endpoints that act on other users. */
const userSpecs: Readonly<Record<string, UserSpec>> = {
  user: {},
  "deactivated user": { status: "deactivated" },
  colleague: { staffRole: "Support" },
};

async function createNamedUser(
  env: TestEnvironment,
  { status, staffRole }: UserSpec,
): Promise<string> {
  const email = `p-${uuidv7(env.clock.now())}@matrix.test`;
  const { id } = await createUser(env, email, staffRole === undefined ? {} : { staffRole });
  if (status !== undefined)
    await env.db.withSystemRole("a user for a test", (tx) =>
      tx.execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${id}`),
    );
  return id;
}

const readSessionId = (client: TestClient): string =>
  parseSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? "";

/** A browser of a staff member who impersonates a user; the staff session is parked. */
async function impersonate(
  env: TestEnvironment,
  staff: TestUser,
  role: StaffRoleId,
  target: TestUser,
): Promise<TestClient> {
  const parent = readSessionId(await signIn(env, staff.id));
  const client = await signIn(env, target.id);
  await env.db.withSystemRole("an impersonation for a test", async (tx) => {
    await tx.execute(
      sql`UPDATE session SET suspended_at = ${env.clock.now()} WHERE id = ${parent}`,
    );
    await tx.execute(sql`UPDATE session SET auth_type = 'impersonate', first_factor = NULL, reauthenticated_at = NULL, impersonator_id = ${staff.id}, impersonator_role = ${role},
      parent_session_id = ${parent} WHERE id = ${readSessionId(client)}`);
  });
  return client;
}

async function createRevokedClient(env: TestEnvironment, user: TestUser): Promise<TestClient> {
  const client = await signIn(env, user.id);
  const sessionId = readSessionId(client);
  await env.db.withSystemRole("a session is revoked for a test", (tx) =>
    tx.execute(
      sql`UPDATE session SET revoked_at = ${env.clock.now()}, revoked_reason = 'test' WHERE id = ${sessionId}`,
    ),
  );
  return client;
}
