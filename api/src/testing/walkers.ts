/** Everyone who may knock at a call, and what they knock about: for the walk over the access table. */
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/permissions.ts";
import { sql } from "../core/db.ts";
import { newId } from "../core/keys.ts";
import { readSessionToken } from "../core/session-token.ts";
import type { Client } from "./client.ts";
import { grantProject, makeMachine } from "./machines.ts";
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
  /** A browser of this walker, with a session of its own. */
  browser(): Promise<Client>;
}

/** Which object of a kind is knocked about. `own` is the team member's, `granted` the limited one's. */
export const objectKinds = ["own", "others", "granted", "foreign", "missing"] as const;
export type ObjectKind = (typeof objectKinds)[number];

export interface WalkedWorld {
  readonly workspace: TestWorkspace;
  readonly walkers: readonly Walker[];
  /** A fresh object of that kind, by the name a path gives it. */
  makeObject(name: string, kind: ObjectKind): Promise<string>;
}

export async function makeWalkers(world: World): Promise<WalkedWorld> {
  const owner = await makePerson(world, "owner@walked.test");
  const workspace = await makeWorkspace(world, owner, "walked");
  const outsider = await makePerson(world, "outsider@elsewhere.test");
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
  const nobody = { role: null, staffRole: null };
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
    browser: () => signIn(world, person.id),
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
    makeObject: async (name, kind) => {
      const now = world.clock.now();
      if (kind === "missing") return newId(now);
      const place = kind === "foreign" ? elsewhere : workspace;
      if (name === "project") return project(kind);
      if (name === "credential")
        return insertCredential(
          world,
          place,
          { own: member, others: owner, granted: owner, foreign: outsider }[kind],
        );
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

async function revokedBrowser(world: World, person: Person): Promise<Client> {
  const client = await signIn(world, person.id);
  const sessionId = readSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? null;
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
