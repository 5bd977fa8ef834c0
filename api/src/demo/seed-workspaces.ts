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
import type { Database } from "../core/db/db.ts";
import {
  insertDemoGrant,
  insertDemoLimit,
  insertDemoMember,
  insertDemoStaffRole,
  insertDemoUser,
} from "./store.ts";
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
      await insertDemoUser(tx, id, user, passwordHash, now);
      if (user.staffRole !== undefined) await insertDemoStaffRole(tx, id, user.staffRole, now);
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
  await raiseLimits(db, clock, "northwind");
  await raiseLimits(db, clock, "other-company");
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
      await insertDemoMember(tx, user.email, user.workspace, now);
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
    insertDemoGrant(tx, project, email, clock.now()),
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

/** What the demo rents is more than a new workspace may have. */
async function raiseLimits(db: Database, clock: ManualClock, handle: string): Promise<void> {
  const limits = { instances: 50, gpus: 64, monthly_spend: 10_000_000 } as const;
  await db.withSystemRole("staff would set the limits of a workspace", async (tx) => {
    for (const limit of ["instances", "gpus", "monthly_spend"] as const)
      await insertDemoLimit(tx, handle, { limit, value: limits[limit] }, clock.now());
  });
}
