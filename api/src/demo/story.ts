/** What happened in the demo before the newcomer arrived, scene by scene. */
import { generateKeyPairSync } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { z } from "zod";
import { catalogue } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import { instances, type ResetAction } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { buildApp } from "../app.ts";
import { hashPassword } from "../auth/passwords.ts";
import { applyCatalogue } from "../catalogue/catalogue.ts";
import type { Config } from "../config.ts";
import { type ManualClock, systemClock } from "../core/clock.ts";
import { type Database, sql } from "../core/db.ts";
import { deriveKeys, type Keys, newId } from "../core/keys.ts";
import { LiveHub } from "../core/live.ts";
import { drain, type WorkerParts } from "../core/worker.ts";
import { connectRegions } from "../regions.ts";
import { smtpSender } from "../providers/smtp/smtp.ts";
import { startSchedule } from "../schedule.ts";
import { taskHandlers } from "../worker-tasks.ts";
import { demoPassword, demoPeople } from "./people.ts";
import { Visitor } from "./visitor.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Machine {
  hostname: string;
  product: string;
  region: string;
  image: string;
  project: string;
  orderedAgoMs: number;
  by?: string;
  then?: { agoMs: number; action: ResetAction | "terminate" };
  /** Left as it is, to be watched while it is built. */
  unfinished?: true;
}

const machines: readonly Machine[] = [
  {
    hostname: "infer-a",
    product: "1 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Assistant",
    orderedAgoMs: 21 * dayMs + 2 * hourMs,
  },
  {
    hostname: "infer-b",
    product: "1 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Assistant",
    orderedAgoMs: 21 * dayMs + hourMs,
  },
  {
    hostname: "api-1",
    product: "4 vCPU",
    region: "lulea",
    image: "Debian 13",
    project: "Assistant",
    orderedAgoMs: 20 * dayMs,
    by: "member@demo.test",
  },
  {
    hostname: "bench-old",
    product: "1 × A100",
    region: "lulea",
    image: "Ubuntu 22.04",
    project: "Vision",
    orderedAgoMs: 14 * dayMs,
    then: { agoMs: 12 * dayMs, action: "terminate" },
  },
  {
    hostname: "train-01",
    product: "8 × H100",
    region: "lulea",
    image: "Ubuntu 24.04",
    project: "Vision",
    orderedAgoMs: 6 * dayMs + 4 * hourMs,
  },
  {
    hostname: "batch-07",
    product: "2 × A100",
    region: "lulea",
    image: "Rocky Linux 9",
    project: "Assistant",
    orderedAgoMs: 3 * dayMs,
    then: { agoMs: 5 * hourMs, action: "power_off" },
  },
  {
    hostname: "notebook-1",
    product: "8 vCPU",
    region: "kajaani",
    image: "Fedora 43",
    project: "Assistant",
    orderedAgoMs: 2 * dayMs,
    by: "member@demo.test",
  },
  {
    hostname: "render-no-capacity",
    product: "4 × L40S",
    region: "keflavik",
    image: "Ubuntu 24.04",
    project: "Vision",
    orderedAgoMs: 40 * minuteMs,
  },
  {
    hostname: "train-02-slow-build",
    product: "2 × H100",
    region: "lulea",
    image: "Ubuntu 24.04",
    project: "Vision",
    orderedAgoMs: minuteMs,
    unfinished: true,
  },
];

interface Parts {
  config: Config;
  db: Database;
  logger: FastifyBaseLogger;
  clock: ManualClock;
}

export async function fillDemo(parts: Parts): Promise<void> {
  const { config, db, logger, clock } = parts;
  const present = systemClock.now();
  const keys = deriveKeys(config.secret);
  const regions = connectRegions(config.regions, clock);
  const live = new LiveHub(db.owner, (error) => logger.error(error));
  const app = await buildApp({
    platform: {
      db,
      clock,
      keys,
      cookieDomain: null,
      secureCookies: false,
      allowedOrigins: [config.publicUrl.origin],
    },
    logger,
    live,
    metricsToken: null,
    trustedProxies: [],
    publicUrl: config.publicUrl,
    demo: false,
  });
  const mail = smtpSender({ url: config.smtpUrl, from: config.mailFrom });
  const worker: WorkerParts = {
    db,
    clock,
    logger,
    tasks: taskHandlers({ db, clock, mail, regions, logger }),
  };
  const clouds = [
    ...new Set(Object.values(config.regions).map((region) => new URL(region.authUrl).origin)),
  ];
  const setTime = async (to: Date) => {
    clock.set(to);
    await Promise.all(
      clouds.map((cloud) => setCloudClock(cloud, to.getTime() - systemClock.now().getTime())),
    );
  };

  await setTime(new Date(present.getTime() - 41 * dayMs));
  await makePeople(db, keys, clock);
  await db.asSystem("the catalogue belongs to no tenant", (tx) => applyCatalogue(tx, clock.now()));
  await startSchedule({ db, clock, regions });
  await drain(worker);

  await furnish(app, db, clock);
  const scenes = machines
    .flatMap((machine) => [
      { agoMs: machine.orderedAgoMs, play: (visitor: Visitor) => order(visitor, machine) },
      ...(machine.then === undefined
        ? []
        : [{ agoMs: machine.then.agoMs, play: (visitor: Visitor) => act(visitor, machine) }]),
    ])
    .sort((one, other) => other.agoMs - one.agoMs);
  for (const scene of scenes) {
    await setTime(new Date(present.getTime() - scene.agoMs));
    await drain(worker);
    const visitor = new Visitor(app);
    await scene.play(visitor);
    await settle(visitor, worker, (to) => setTime(to), clock);
  }
  await setTime(systemClock.now());
  mail.close();
  await app.close();
}

/** Lets the worker go on until nothing is on its way any more, but for what is meant to be watched. */
async function settle(
  visitor: Visitor,
  worker: WorkerParts,
  setTime: (to: Date) => Promise<void>,
  clock: ManualClock,
): Promise<void> {
  const onTheirWay = "pending,building,rebooting,terminating" as const;
  const stepMs = 5_000;
  // Stays inside the life of the visitor's session.
  const stepsAtMost = 100;
  for (let step = 0; step < stepsAtMost; step++) {
    await drain(worker);
    const left = await visitor.call(instances.list, {
      path: { workspace: "northwind" },
      query: { status: onTheirWay },
    });
    const watched = machines
      .filter((machine) => machine.unfinished === true)
      .map((machine) => machine.hostname);
    if (left.data.every((instance) => watched.includes(instance.hostname))) return;
    await setTime(new Date(clock.now().getTime() + stepMs));
  }
}

async function makePeople(db: Database, keys: Keys, clock: ManualClock): Promise<void> {
  const now = clock.now();
  const passwordHash = await hashPassword(keys, demoPassword);
  await db.asSystem("people of the demo exist before any workspace", async (tx) => {
    for (const person of demoPeople) {
      const id = newId(now);
      await tx.run(sql`
        INSERT INTO user_account (id, email, email_key, email_verified_at, password_hash, password_changed_at, status, first_name, last_name,
          locale, timezone, is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
        VALUES (${id}, ${person.email}, ${person.email}, ${now}, ${passwordHash}, ${now}, 'active', ${person.firstName}, ${person.lastName},
          'en', 'UTC', true, '1', ${now}, ${now}, ${now})`);
      if (person.staffRole !== undefined) {
        await tx.run(
          sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${newId(now)}, ${id}, ${person.staffRole}, ${now})`,
        );
      }
    }
  });
}

/** Workspaces, members, projects and keys. */
async function furnish(app: FastifyInstance, db: Database, clock: ManualClock): Promise<void> {
  const owner = new Visitor(app);
  await owner.signIn("owner@demo.test");
  await owner.call(workspaces.create, { body: { name: "Northwind", handle: "northwind" } });
  const other = new Visitor(app);
  await other.signIn("other@demo.test");
  await other.call(workspaces.create, { body: { name: "Other Company", handle: "other-company" } });
  await addMembers(db, clock);
  const path = { workspace: "northwind" };
  await owner.call(projects.create, {
    path,
    body: { name: "Vision", description: "Training of the image models", colour: "teal" },
  });
  const member = new Visitor(app);
  await member.signIn("member@demo.test");
  await member.call(projects.create, {
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
    body: { name: "laptop", publicKey: newPublicKey("owner@laptop") },
  });
  await member.call(credentials.create, {
    path,
    body: { name: "ci-deploy", publicKey: newPublicKey("ci@build") },
  });
  await other.call(credentials.create, {
    path: { workspace: "other-company" },
    body: { name: "desk", publicKey: newPublicKey("other@desk") },
  });
}

async function addMembers(db: Database, clock: ManualClock): Promise<void> {
  const now = clock.now();
  await db.asSystem("members of the demo were invited long ago", async (tx) => {
    for (const person of demoPeople) {
      if (person.workspace === undefined || person.workspace.role === "owner") continue;
      await tx.run(sql`
        INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
        SELECT ${newId(now)}, w.id, u.id, ${person.workspace.role}, true, o.user_id, ${now}
          FROM workspace w JOIN user_workspace_role o ON o.workspace_id = w.id AND o.workspace_role_id = 'owner', user_account u
         WHERE w.handle = ${person.workspace.handle} AND u.email_key = ${person.email}`);
    }
  });
}

async function grantProject(
  db: Database,
  clock: ManualClock,
  project: string,
  email: string,
): Promise<void> {
  await db.asSystem("a grant of the demo", (tx) =>
    tx.run(sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at)
      SELECT p.workspace_id, p.id, u.id, ${clock.now()} FROM project p, user_account u WHERE p.name = ${project} AND u.email_key = ${email}`),
  );
}

async function order(visitor: Visitor, machine: Machine): Promise<void> {
  await visitor.signIn(machine.by ?? "owner@demo.test");
  const path = { workspace: "northwind" };
  const offer = await visitor.call(catalogue.offer, {});
  const product = offer.products.find((known) => known.name.startsWith(machine.product));
  const image = offer.images.find((known) => known.name.startsWith(machine.image));
  const keys = await visitor.call(credentials.list, { path });
  const known = await visitor.call(projects.list, { path });
  const project = known.data.find((one) => one.name === machine.project);
  if (product === undefined || image === undefined || project === undefined)
    throw new Error(`The demo cannot order ${machine.hostname}`);
  await visitor.call(instances.order, {
    path,
    body: {
      region: machine.region,
      virtualProduct: product.id,
      operatingsystem: image.id,
      hostname: [machine.hostname],
      workspaceCredential: keys.data.map((key) => key.id),
      projectId: project.id,
      priceSnapshotId: product.priceSnapshotId,
    },
  });
}

async function act(visitor: Visitor, machine: Machine): Promise<void> {
  await visitor.signIn("owner@demo.test");
  const path = { workspace: "northwind" };
  const found = await visitor.call(instances.list, { path, query: { search: machine.hostname } });
  const instance = found.data[0]?.id;
  const action = machine.then?.action;
  if (instance === undefined || action === undefined)
    throw new Error(`The demo lost ${machine.hostname}`);
  if (action === "terminate")
    await visitor.call(instances.terminate, { path: { ...path, instance } });
  else await visitor.call(instances.reset, { path: { ...path, instance }, body: { action } });
}

async function setCloudClock(cloud: string, offsetMs: number): Promise<void> {
  const answer = await fetch(`${cloud}/_control/clock`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offsetMs: Math.round(offsetMs) }),
  });
  if (!answer.ok) throw new Error("The demo needs the emulated cloud, whose clock can be set");
}

/** An ed25519 key made here and now; its private half is thrown away. */
function newPublicKey(comment: string): string {
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
