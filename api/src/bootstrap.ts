/** Starts a process from its configuration and stops it in the right order. */
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import { createPasswordHasher } from "./modules/auth/passwords/password-hasher.ts";
import { saveDefaultLimits } from "./modules/billing/limits.ts";
import { saveSeller } from "./modules/billing/seller.ts";
import { fillCatalogue } from "./modules/catalogue/fill-catalogue.ts";
import type { Config } from "./config.ts";
import { jobLimits, assertDedicatedConnections, requestLimits } from "./core/db/connections.ts";
import type { UnfitDatabase } from "./core/db/database-errors.ts";
import { type PulseLimits, pulseLimits } from "./core/db/database-pulse.ts";
import { openDatabase } from "./core/db/db.ts";
import { startDemoClock } from "./core/live/demo-clock.ts";
import { deriveKeyring } from "./core/lib/crypto.ts";
import { LiveEventHub } from "./core/live/live-events.ts";
import { MaintenanceState } from "./core/live/maintenance.ts";
import { migrate } from "./core/migrations/migrate.ts";
import { retryThroughOutages } from "./core/jobs/outages.ts";
import { ProxyWatch } from "./core/http/proxy-watch.ts";
import { RateLimiter } from "./core/http/rate-limiter.ts";
import { assertSchemaIntact } from "./core/migrations/schema-facts.ts";
import { OpenStreams } from "./core/http/streams.ts";
import { startWaitingServer } from "./core/http/waiting-server.ts";
import { startWorker } from "./core/jobs/worker.ts";
import { createSmtpMailer } from "./providers/smtp/smtp-mailer.ts";
import { createViesVatIds } from "./providers/vies/vies.ts";
import { createWebhookNetwork } from "./modules/webhooks/webhook-network.ts";
import { createRegions } from "./regions.ts";
import { createOauthProviders } from "./oauth-providers.ts";
import { createPaymentsProvider } from "./payments-provider.ts";
import { jobNames, scheduleRecurringJobs, taskHandlers } from "./worker-tasks.ts";

export interface RunningProcess {
  /** Resolves when the process can no longer use its database and has to end. */
  readonly unfit: Promise<UnfitDatabase>;
  stop(): Promise<void>;
}

export async function startProcess(
  config: Config,
  logger: FastifyBaseLogger,
  roles: { api: boolean; worker: boolean },
  /** Interval and timeout of the database check. */
  pulse: PulseLimits = pulseLimits,
): Promise<RunningProcess> {
  const onError = (error: Error) => logger.error({ err: error }, "database connection failed");
  const waitingServer = roles.api ? await startWaitingServer(config) : null;
  await prepareDatabase(config.databaseUrl, logger).catch(async (error: unknown) => {
    await waitingServer?.stop();
    throw error;
  });
  let reportUnfit: (error: UnfitDatabase) => void = () => undefined;
  const unfit = new Promise<UnfitDatabase>((resolve) => {
    reportUnfit = resolve;
  });
  const db = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    onError,
    onUnfit: reportUnfit,
    limits: roles.api ? requestLimits : jobLimits,
    pulse: {
      ...pulse,
      onChange: (problem) =>
        problem === null
          ? logger.info("the database is available again")
          : logger.error({ err: problem }, "the database does not respond"),
    },
  });
  const clock = await startDemoClock(db, config.demo, onError);
  const mail = createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  await db.withSystemRole("the catalogue belongs to no tenant", (tx) =>
    fillCatalogue(tx, clock.clock.now()),
  );
  await db.withSystemRole("settings apply to every tenant", (tx) =>
    saveDefaultLimits(tx, config.defaultLimits),
  );
  const { seller } = config;
  if (seller !== null)
    await db.withSystemRole("settings apply to every tenant", (tx) => saveSeller(tx, seller));
  const keys = deriveKeyring(config.secret);
  const regions = createRegions(config.regions, clock.clock);
  const payments = createPaymentsProvider(config.payments);
  const webhookNetwork = createWebhookNetwork(config.webhooksToPrivateNetworks);
  const stops: (() => Promise<void> | void)[] = [];

  if (roles.api) {
    const live = new LiveEventHub(db.owner, clock.clock, onError);
    const maintenance = new MaintenanceState(db);
    maintenance.subscribe(live, onError);
    await live.start();
    await maintenance.refresh();
    const streams = new OpenStreams(clock.clock, config.streamLimits);
    const platform = {
      db,
      clock: clock.clock,
      keys,
      cookieDomain: config.cookieDomain,
      secureCookies: config.secureCookies,
      allowedOrigins: config.consoleOrigins,
      maintenance,
      requests: new RateLimiter(db, keys, config.requestBudgets),
      streams,
      proxies: new ProxyWatch(clock.clock),
      staffNeedTwoFactor: config.staffNeedTwoFactor,
    };
    const app = await buildApp({
      platform,
      logger,
      live,
      regions,
      passwords: createPasswordHasher(keys, config.passwordCost),
      metricsToken: config.metricsToken,
      databaseFolder: config.databaseFolder,
      trustedProxies: config.trustedProxies,
      apiOrigin: config.apiOrigin,
      consoleFolder: config.consoleFolder,
      publicUrl: config.publicUrl,
      demo: config.demo,
      catchUp: clock.catchUp,
      emailStep: config.emailStep,
      creditWithoutApprovalCents: config.creditWithoutApprovalCents,
      signIn: createOauthProviders(config.signIn, logger),
      payments,
      webhookNetwork,
    });
    await waitingServer?.stop();
    streams.start(onError);
    await app.listen({ host: config.host, port: config.port });
    stops.push(async () => {
      live.stop();
      await app.close();
    });
  }
  if (roles.worker) {
    const { publicUrl } = config;
    const vatIds =
      config.viesUrl === null ? {} : { vatIds: createViesVatIds({ url: config.viesUrl }) };
    const shared = { db, clock: clock.clock, keys, mail, regions, payments, publicUrl, logger };
    const deps = { ...shared, ...vatIds, webhookNetwork };
    await scheduleRecurringJobs(deps);
    const worker = await startWorker({
      db,
      clock: clock.clock,
      logger,
      tasks: retryThroughOutages(taskHandlers(deps)),
      limits: config.workerLiveness,
    });
    stops.push(() => worker.stop());
  }
  return {
    unfit,
    stop: async () => {
      for (const stop of stops) await stop();
      clock.stop();
      mail.close();
      await db.close();
    },
  };
}

/** Checks the connections, migrates, and verifies the schema. Throws UnfitDatabase on failure. */
async function prepareDatabase(databaseUrl: string, logger: FastifyBaseLogger): Promise<void> {
  await assertDedicatedConnections(databaseUrl);
  await migrate(databaseUrl, { jobNames, onWait: (message) => logger.warn(message) });
  await assertSchemaIntact(databaseUrl);
}
