/** What the demo users have before the first instance: accounts, workspaces, projects, keys and tokens. */
import { generateKeyPairSync } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { credentials } from "#contracts/credentials.ts";
import { projects } from "#contracts/projects.ts";
import { tokens } from "#contracts/tokens.ts";
import { workspaces } from "#contracts/workspaces.ts";
import type { PasswordHasher } from "../modules/auth/passwords/password-hasher.ts";
import type { ManualClock } from "../core/lib/clock.ts";
import { type Database, sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { demoPassword, demoUsers } from "./users.ts";
import { DemoClient } from "./demo-client.ts";

export async function seedUsers(
  db: Database,
  passwords: PasswordHasher,
  clock: ManualClock,
): Promise<void> {
  const now = clock.now();
  const passwordHash = await passwords.hash(demoPassword);
  await db.withSystemRole("demo users are created before any workspace", async (tx) => {
    for (const user of demoUsers) {
      const id = uuidv7(now);
      await tx.execute(sql`
        INSERT INTO user_account (id, email, email_key, email_verified_at, password_hash, password_changed_at, status, first_name, last_name,
          locale, timezone, is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
        VALUES (${id}, ${user.email}, ${user.email}, ${now}, ${passwordHash}, ${now}, 'active', ${user.firstName}, ${user.lastName},
          'en', 'UTC', true, '1', ${now}, ${now}, ${now})`);
      if (user.staffRole !== undefined) {
        await tx.execute(
          sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${uuidv7(now)}, ${id}, ${user.staffRole}, ${now})`,
        );
      }
    }
  });
}

/** Creates workspaces, members, projects, keys and tokens. */
export async function seedWorkspaces(
  app: FastifyInstance,
  db: Database,
  clock: ManualClock,
): Promise<void> {
  const owner = new DemoClient(app);
  await owner.signIn("owner@demo.test");
  await owner.call(workspaces.create, { body: { name: "Northwind", handle: "northwind" } });
  const other = new DemoClient(app);
  await other.signIn("other@demo.test");
  await other.call(workspaces.create, {
    body: { name: "Other Company", handle: "other-company" },
  });
  await addMembers(db, clock);
  const path = { workspace: "northwind" };
  await owner.call(projects.create, {
    path,
    body: { name: "Vision", description: "Training of the image models", colour: "teal" },
  });
  const member = new DemoClient(app);
  await member.signIn("member@demo.test");
  const assistant = await member.call(projects.create, {
    path,
    body: {
      name: "Assistant",
      description: "The chat assistant and what it needs",
      colour: "violet",
    },
  });
  await grantProject(db, clock, "Assistant", "limited@demo.test");
  await owner.call(credentials.create, {
    path,
    body: { name: "laptop", publicKey: generatePublicKey("owner@laptop") },
  });
  await member.call(credentials.create, {
    path,
    body: { name: "ci-deploy", publicKey: generatePublicKey("ci@build") },
  });
  await owner.call(tokens.create, {
    path,
    body: {
      name: "nightly report",
      scopes: ["workspace.view", "instance.view", "billing.view"],
      expiresInDays: 365,
    },
  });
  await owner.call(tokens.create, {
    path,
    body: {
      name: "ci-deploy",
      scopes: [
        "project.view",
        "instance.view",
        "instance.logs",
        "instance.create",
        "instance.reset",
        "instance.terminate",
        "credential.view",
      ],
      projectIds: [assistant.id],
      ipRanges: ["203.0.113.0/24", "2001:db8:7::/48"],
      expiresInDays: 180,
    },
  });
  await other.call(credentials.create, {
    path: { workspace: "other-company" },
    body: { name: "desk", publicKey: generatePublicKey("other@desk") },
  });
}

async function addMembers(db: Database, clock: ManualClock): Promise<void> {
  const now = clock.now();
  await db.withSystemRole("demo members are inserted without an invite", async (tx) => {
    for (const user of demoUsers) {
      if (user.workspace === undefined || user.workspace.role === "owner") continue;
      await tx.execute(sql`
        INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
        SELECT ${uuidv7(now)}, w.id, u.id, ${user.workspace.role}, true, o.user_id, ${now}
          FROM workspace w JOIN user_workspace_role o ON o.workspace_id = w.id AND o.workspace_role_id = 'owner', user_account u
         WHERE w.handle = ${user.workspace.handle} AND u.email_key = ${user.email}`);
    }
  });
}

async function grantProject(
  db: Database,
  clock: ManualClock,
  project: string,
  email: string,
): Promise<void> {
  await db.withSystemRole("demo project grants are inserted directly", (tx) =>
    tx.execute(sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at)
      SELECT p.workspace_id, p.id, u.id, ${clock.now()} FROM project p, user_account u WHERE p.name = ${project} AND u.email_key = ${email}`),
  );
}

/** Generates an ed25519 key; its private half is discarded. */
function generatePublicKey(comment: string): string {
  const { x } = z
    .object({ x: z.string() })
    .parse(generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }));
  const field = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(Uint32Array.of(bytes.length).buffer).reverse(), bytes]);
  const blob = Buffer.concat([
    field(Buffer.from("ssh-ed25519")),
    field(Buffer.from(x, "base64url")),
  ]);
  return `ssh-ed25519 ${blob.toString("base64")} ${comment}`;
}
