/** What happened in the demo before the newcomer arrived, scene by scene. */
import type { FastifyBaseLogger } from "fastify";
import { catalogue } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import { instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import { buildApp } from "../app.ts";
import { passwordsOf } from "../auth/passwords.ts";
import { applyCatalogue } from "../catalogue/catalogue.ts";
import type { Config } from "../config.ts";
import { type ManualClock, systemClock } from "../core/clock.ts";
import type { Database } from "../core/db.ts";
import { deriveKeys } from "../core/keys.ts";
import { LiveHub } from "../core/live.ts";
import { MaintenanceWatch } from "../core/maintenance.ts";
import { ProxyWatch } from "../core/proxy-watch.ts";
import { RequestLimits } from "../core/request-limits.ts";
import { Streams } from "../core/streams.ts";
import { drain, type WorkerParts } from "../core/worker.ts";
import { connectRegions } from "../regions.ts";
import { smtpSender } from "../providers/smtp/smtp.ts";
import { startSchedule } from "../schedule.ts";
import { taskHandlers } from "../worker-tasks.ts";
import { furnish, makePeople } from "./furniture.ts";
import { type Machine, machines } from "./machines.ts";
import { Visitor } from "./visitor.ts";

/** The customer came this long before the newcomer looks in. */
const customerForMs = 41 * 24 * 3_600_000;

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
  const passwords = passwordsOf(keys, config.passwordCost);
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
      maintenance: new MaintenanceWatch(db),
      requests: new RequestLimits(db, keys, null),
      streams: new Streams(clock),
      proxies: new ProxyWatch(clock),
      staffNeedTwoFactor: false,
    },
    logger,
    live,
    passwords,
    metricsToken: null,
    databaseFolder: null,
    trustedProxies: [],
    apiOrigin: null,
    publicUrl: config.publicUrl,
    demo: false,
    emailStep: "never",
  });
  const mail = smtpSender({ url: config.smtpUrl, from: config.mailFrom });
  const worker: WorkerParts = {
    db,
    clock,
    logger,
    tasks: taskHandlers({ db, clock, keys, mail, regions, publicUrl: config.publicUrl, logger }),
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

  await setTime(new Date(present.getTime() - customerForMs));
  await makePeople(db, passwords, clock);
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
