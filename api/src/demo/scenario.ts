/** Past events of the demo, created step by step. */
import type { FastifyBaseLogger } from "fastify";
import { catalogue } from "#contracts/catalogue.ts";
import { credentials } from "#contracts/credentials.ts";
import { instances } from "#contracts/instances.ts";
import { projects } from "#contracts/projects.ts";
import { buildApp } from "../app.ts";
import { createPasswordHasher } from "../modules/auth/passwords/password-hasher.ts";
import { fillCatalogue } from "../modules/catalogue/fill-catalogue.ts";
import type { Config } from "../config.ts";
import { type ManualClock, systemClock } from "../core/lib/clock.ts";
import type { Database } from "../core/db/db.ts";
import { deriveKeyring } from "../core/lib/crypto.ts";
import { LiveEventHub } from "../core/live/live-events.ts";
import { MaintenanceState } from "../core/live/maintenance.ts";
import { ProxyWatch } from "../core/http/proxy-watch.ts";
import { RateLimiter } from "../core/http/rate-limiter.ts";
import { OpenStreams } from "../core/http/streams.ts";
import { runDueJobs, type WorkerDeps } from "../core/jobs/worker.ts";
import { createPaymentsProvider } from "../payments-provider.ts";
import { createWebhookNetwork } from "../modules/webhooks/webhook-network.ts";
import { createRegions } from "../regions.ts";
import { createSmtpMailer } from "../providers/smtp/smtp-mailer.ts";
import { scheduleRecurringJobs, taskHandlers } from "../worker-tasks.ts";
import { demoItemRegion, demoItems } from "./bare-metal.ts";
import { billingTimes, seedBilling } from "./billing.ts";
import { insertDemoItem } from "./store.ts";
import { seedWorkspaces, seedUsers } from "./seed-workspaces.ts";
import { type DemoInstance, demoInstances } from "./instances.ts";
import { DemoClient } from "./demo-client.ts";

/** Age of the demo customer's account: two months at least have ended since, and are invoiced. */
const customerAgeMs = 70 * 24 * 3_600_000;

interface ScenarioDeps {
  config: Config;
  db: Database;
  logger: FastifyBaseLogger;
  clock: ManualClock;
}

export async function seedDemo(deps: ScenarioDeps): Promise<void> {
  const { config, db, logger, clock } = deps;
  const realNow = systemClock.now();
  const keys = deriveKeyring(config.secret);
  const passwords = createPasswordHasher(keys, config.passwordCost);
  const regions = createRegions(config.regions, clock);
  const payments = createPaymentsProvider(config.payments);
  const webhookNetwork = createWebhookNetwork(config.webhooksToPrivateNetworks);
  const live = new LiveEventHub(db.owner, clock, (error) => logger.error(error));
  const app = await buildApp({
    platform: {
      db,
      clock,
      keys,
      cookieDomain: null,
      secureCookies: false,
      allowedOrigins: [config.publicUrl.origin],
      maintenance: new MaintenanceState(db),
      requests: new RateLimiter(db, keys, null),
      streams: new OpenStreams(clock),
      proxies: new ProxyWatch(clock),
      staffNeedTwoFactor: false,
    },
    logger,
    live,
    regions,
    payments,
    webhookNetwork,
    passwords,
    metricsToken: null,
    databaseFolder: null,
    trustedProxies: [],
    apiOrigin: null,
    publicUrl: config.publicUrl,
    demo: false,
    emailStep: "never",
  });
  const mail = createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  const worker: WorkerDeps = {
    db,
    clock,
    logger,
    tasks: taskHandlers({
      db,
      clock,
      keys,
      mail,
      regions,
      payments,
      webhookNetwork,
      publicUrl: config.publicUrl,
      logger,
    }),
  };
  const clouds = [
    ...new Set(
      Object.values(config.regions).map((region) => new URL(region.compute.authUrl).origin),
    ),
  ];
  const setTime = async (to: Date) => {
    clock.set(to);
    await Promise.all(
      clouds.map((cloud) => setCloudClock(cloud, to.getTime() - systemClock.now().getTime())),
    );
  };

  const since = new Date(realNow.getTime() - customerAgeMs);
  await setTime(since);
  await seedUsers(db, passwords, clock);
  await db.withSystemRole("the catalogue belongs to no tenant", async (tx) => {
    await fillCatalogue(tx, clock.now());
    if (config.regions[demoItemRegion]?.bareMetal === undefined) return;
    for (const item of demoItems) await insertDemoItem(tx, item, demoItemRegion, clock.now());
  });
  await scheduleRecurringJobs({ db, clock, regions });
  await runDueJobs(worker);

  await seedWorkspaces(app, db, clock);
  await seedBilling(app, config.payments);
  for (const { at, play } of listSteps(since, realNow)) {
    await setTime(at);
    await runDueJobs(worker);
    if (play === null) continue;
    const apiClient = new DemoClient(app);
    await play(apiClient);
    await runUntilIdle(apiClient, worker, (to) => setTime(to), clock);
  }
  await setTime(systemClock.now());
  mail.close();
  await app.close();
}

interface Step {
  readonly at: Date;
  /** What a user does; null if only jobs run. */
  readonly play: ((client: DemoClient) => Promise<void>) | null;
}

/** What happens between `since` and `now`, in its order. */
function listSteps(since: Date, now: Date): Step[] {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const steps: Step[] = billingTimes(since, now).map((at) => ({ at, play: null }));
  for (const instance of demoInstances) {
    const { orderedAgoMs, then } = instance;
    steps.push({ at: before(orderedAgoMs), play: (client) => orderInstance(client, instance) });
    if (then !== undefined)
      steps.push({ at: before(then.agoMs), play: (client) => performAction(client, instance) });
  }
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Runs the worker until no instance is in a transitional state, except those marked `unfinished`. */
async function runUntilIdle(
  apiClient: DemoClient,
  worker: WorkerDeps,
  setTime: (to: Date) => Promise<void>,
  clock: ManualClock,
): Promise<void> {
  const transitionalStatuses = "pending,building,rebooting,terminating" as const;
  const stepMs = 5_000;
  // Keeps the loop shorter than the lifetime of the client's session.
  const maxSteps = 100;
  for (let step = 0; step < maxSteps; step++) {
    await runDueJobs(worker);
    const list = await apiClient.call(instances.list, {
      path: { workspace: "northwind" },
      query: { status: transitionalStatuses },
    });
    const unfinished = demoInstances
      .filter((instance) => instance.unfinished === true)
      .map((instance) => instance.hostname);
    if (list.data.every((instance) => unfinished.includes(instance.hostname))) return;
    await setTime(new Date(clock.now().getTime() + stepMs));
  }
}

async function orderInstance(apiClient: DemoClient, instance: DemoInstance): Promise<void> {
  await apiClient.signIn(instance.by ?? "owner@demo.test");
  const path = { workspace: "northwind" };
  const catalogueOffer = await apiClient.call(catalogue.offer, {});
  const product = catalogueOffer.products.find((known) => known.name.startsWith(instance.product));
  const image = catalogueOffer.images.find((known) => known.name.startsWith(instance.image));
  const keys = await apiClient.call(credentials.list, { path });
  const known = await apiClient.call(projects.list, { path });
  const project = known.data.find((one) => one.name === instance.project);
  if (product === undefined || image === undefined || project === undefined)
    throw new Error(`Cannot order ${instance.hostname}`);
  await apiClient.call(instances.order, {
    path,
    body: {
      region: instance.region,
      virtualProduct: product.id,
      operatingsystem: image.id,
      hostname: [instance.hostname],
      workspaceCredential: keys.data.map((key) => key.id),
      projectId: project.id,
      priceSnapshotId: product.priceSnapshotId,
    },
  });
}

async function performAction(apiClient: DemoClient, demoInstance: DemoInstance): Promise<void> {
  await apiClient.signIn("owner@demo.test");
  const path = { workspace: "northwind" };
  const list = await apiClient.call(instances.list, {
    path,
    query: { search: demoInstance.hostname },
  });
  const instance = list.data[0]?.id;
  const action = demoInstance.then?.action;
  if (instance === undefined || action === undefined)
    throw new Error(`Cannot find ${demoInstance.hostname}`);
  if (action === "terminate")
    await apiClient.call(instances.terminate, { path: { ...path, instance } });
  else await apiClient.call(instances.reset, { path: { ...path, instance }, body: { action } });
}

async function setCloudClock(cloud: string, offsetMs: number): Promise<void> {
  const response = await fetch(`${cloud}/_control/clock`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offsetMs: Math.round(offsetMs) }),
  });
  if (!response.ok)
    throw new Error("Cannot set the clock of the cloud; the demo requires the emulator");
}
