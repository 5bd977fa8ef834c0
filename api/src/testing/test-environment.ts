/**
 * All of Boreal in one process for tests: real database, real HTTP, real SMTP, the cloud emulator. Time stands still
 * until it is advanced.
 */
import { startForemanEmulator } from "#emulators/foreman/emulator.ts";
import { startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import { startStripeEmulator } from "#emulators/stripe/emulator.ts";
import { startViesEmulator } from "#emulators/vies/emulator.ts";
import { startMailReceiver } from "#emulators/mail/server.ts";
import { buildApp } from "../app.ts";
import { minimumPasswordCost } from "../modules/auth/passwords/password-cost.ts";
import { createPasswordHasher } from "../modules/auth/passwords/password-hasher.ts";
import { type LimitValues, saveDefaultLimits } from "../modules/billing/limits.ts";
import { fillCatalogue } from "../modules/catalogue/fill-catalogue.ts";
import { syncBareMetal } from "../modules/catalogue/bare-metal-sync-job.ts";
import { syncRegion } from "../modules/catalogue/sync-job.ts";
import { ManualClock } from "../core/lib/clock.ts";
import { openDatabase } from "../core/db/db.ts";
import { deriveKeyring } from "../core/lib/crypto.ts";
import { LiveEventHub } from "../core/live/live-events.ts";
import { MaintenanceState } from "../core/live/maintenance.ts";
import { type RateLimits, RateLimiter } from "../core/http/rate-limiter.ts";
import { OpenStreams, type StreamLimits } from "../core/http/streams.ts";
import { createLogger } from "../core/lib/logger.ts";
import { runDueJobs } from "../core/jobs/worker.ts";
import { createForemanProvider } from "../providers/foreman/foreman-provider.ts";
import { createOpenstackProvider } from "../providers/openstack/openstack-provider.ts";
import { createStripeProvider } from "../providers/stripe/stripe-provider.ts";
import { createViesVatIds } from "../providers/vies/vies.ts";
import { createSmtpMailer } from "../providers/smtp/smtp-mailer.ts";
import type { ComputeProvider } from "../ports/compute.ts";
import {
  type BareMetalConnection,
  defaultSlotLimits,
  type ProviderRegions,
} from "../ports/regions.ts";
import { taskHandlers } from "../worker-tasks.ts";
import type { EmailOtpPolicy } from "../config.ts";
import { createWebhookNetwork, type WebhookNetwork } from "../modules/webhooks/webhook-network.ts";
import { minimalAppDeps } from "./app-deps.ts";
import { TestClient } from "./client.ts";
import type { HashCounter, QueryCounter } from "./counters.ts";
import { createTestDatabase } from "./test-database.ts";
import { startOauthEmulators } from "./oauth-emulators.ts";

/** A Friday morning, not close to the end of a day, month or year. */
export const testStart = "2026-05-15T09:00:00.000Z";
export const testRegions = ["lulea", "keflavik", "kajaani"] as const;
/** The region with the emulated Foreman server. */
export const bareMetalRegion = "lulea";

const unreachable = 100_000_000;
const noLimits: LimitValues = {
  instances: unreachable,
  gpus: unreachable,
  bare_metal: unreachable,
  monthly_spend: unreachable,
};

const testWebhookSecret = "whsec_test_environment";

interface TestEnvironmentOptions {
  /** An empty database; default: one of the test run, outside of which there is none. */
  database?: { url: string; drop(): Promise<void> };
  start?: string;
  demo?: boolean;
  /** As over https, with cookies on this parent domain. */
  secureCookies?: boolean;
  cookieDomain?: string;
  /** Default: false, unlike production, so that staff in tests need no second factor. */
  staffNeedTwoFactor?: boolean;
  /** Requests per minute; default: no limit, because the clock stands still. */
  requestBudgets?: RateLimits;
  /** When a code by email is required; default: never (production: on new devices). */
  emailStep?: EmailOtpPolicy;
  /** Starts OAuth emulators for Google and GitHub. */
  signIn?: boolean;
  /** Starts a Stripe emulator that saves and charges cards. */
  payments?: boolean;
  /** Counters for database queries and password hashes. */
  watch?: { database?: QueryCounter; passwords?: HashCounter };
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  /** Limits of open streams; default: as in production. */
  streamLimits?: StreamLimits;
  /** Origin of the API for the console; default: the console's own. */
  apiOrigin?: string;
  /** Folder with the `dist/` of a console; default: the repository's. */
  consoleFolder?: string;
  /** Further origins that may call the API. */
  consoleOrigins?: readonly string[];
  /** Limits of workspaces; default: none that a test reaches. */
  defaultLimits?: LimitValues;
  /** Where webhooks may be sent; default: to private networks too. */
  webhookNetwork?: WebhookNetwork;
  /** Decides which requests a cloud's fault with a chance affects. */
  faultRandom?: () => number;
}

export async function startTestEnvironment(options: TestEnvironmentOptions = {}) {
  const database = options.database ?? (await createTestDatabase());
  const clock = new ManualClock(options.start ?? testStart);
  const logger = createLogger("silent");
  const onError = (error: Error) => logger.error(error);
  const baseDatabase = openDatabase({ url: database.url, poolSize: 8, onError });
  const db = options.watch?.database?.wrap(baseDatabase) ?? baseDatabase;
  const emulator = await startOpenstackEmulator({
    port: 0,
    clock,
    ...(options.faultRandom !== undefined && { random: options.faultRandom }),
  });
  const foreman = await startForemanEmulator({
    port: 0,
    clock,
    ...(options.faultRandom !== undefined && { random: options.faultRandom }),
  });
  const vies = await startViesEmulator();
  const mail = await startMailReceiver({ smtpPort: 0, httpPort: 0, host: "127.0.0.1", clock });
  const sender = createSmtpMailer({ url: mail.smtpUrl, from: "Boreal <console@boreal.test>" });
  const live = new LiveEventHub(db.owner, clock, onError);
  const maintenance = new MaintenanceState(db);
  maintenance.subscribe(live, onError);
  await live.start();
  const regions = emulatedRegions(emulator.authUrl, foreman.url, clock);
  await db.withSystemRole("the catalogue belongs to no tenant", (tx) =>
    fillCatalogue(tx, clock.now()),
  );
  await db.withSystemRole("limits of every tenant", (tx) =>
    saveDefaultLimits(tx, options.defaultLimits ?? noLimits),
  );
  await Promise.all(
    testRegions.map((handle) => syncRegion({ db, clock, regions, logger }, handle)),
  );
  await syncBareMetal({ db, clock, regions, logger }, bareMetalRegion);
  const keys = deriveKeyring(Buffer.alloc(32, 7));
  const baseHasher = createPasswordHasher(keys, minimumPasswordCost);
  const passwords = options.watch?.passwords?.wrap(baseHasher) ?? baseHasher;
  const publicUrl = new URL("http://console.boreal.test");
  const streams = new OpenStreams(clock, options.streamLimits);
  const signIn =
    options.signIn === true ? await startOauthEmulators(clock, publicUrl, logger) : null;
  const stripe = options.payments === true ? await startStripeEmulator({ port: 0, clock }) : null;
  const payments =
    stripe === null
      ? null
      : createStripeProvider({
          ...stripe,
          webhookSecrets: [testWebhookSecret],
          apiUrl: stripe.url,
          timeoutMs: 5_000,
        });
  const webhookNetwork = options.webhookNetwork ?? createWebhookNetwork(true);
  const app = await buildApp({
    ...minimalAppDeps(
      { db, clock, keys, passwords, publicUrl },
      {
        cookieDomain: options.cookieDomain ?? null,
        secureCookies: options.secureCookies ?? false,
        allowedOrigins: [publicUrl.origin, ...(options.consoleOrigins ?? [])],
        streams,
        maintenance,
        requests: new RateLimiter(db, keys, options.requestBudgets ?? null),
        staffNeedTwoFactor: options.staffNeedTwoFactor ?? false,
      },
    ),
    logger,
    live,
    regions,
    trustedProxies: options.trustedProxies ?? [],
    apiOrigin: options.apiOrigin ?? null,
    consoleFolder: options.consoleFolder ?? null,
    demo: options.demo ?? false,
    emailStep: options.emailStep ?? "never",
    ...(signIn !== null && { signIn: signIn.providers }),
    payments,
    webhookNetwork,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  stripe?.log.sendTo({ url: `${url}/api/v1/webhooks/stripe`, secret: testWebhookSecret });
  const worker = {
    db,
    clock,
    logger,
    tasks: taskHandlers({
      db,
      clock,
      keys,
      mail: sender,
      regions,
      payments,
      webhookNetwork,
      vatIds: createViesVatIds({ url: vies.url, timeoutMs: 300 }),
      publicUrl,
      logger,
    }),
  };
  return {
    url,
    databaseUrl: database.url,
    db,
    clock,
    keys,
    passwords,
    emulator,
    foreman,
    vies,
    mail,
    regions,
    /** Null unless enabled by the option. */
    signIn,
    /** Null unless enabled by the option. */
    stripe,
    payments,
    publicUrl,
    app,
    worker,
    maintenance,
    /** Heartbeats are sent only by the test. */
    streams,
    /** A browser without a session. */
    createClient: () => new TestClient(url),
    /** Runs all jobs that are due. */
    runDueJobs: () => runDueJobs(worker),
    /** Advances time in steps and runs the due jobs after each. */
    advanceTime: async (seconds: number, stepSeconds = 5) => {
      for (let elapsed = 0; elapsed < seconds; elapsed += stepSeconds) {
        clock.advance(Math.min(stepSeconds, seconds - elapsed) * 1000);
        await runDueJobs(worker);
      }
    },
    stop: async () => {
      live.stop();
      await app.close();
      await emulator.stop();
      await foreman.stop();
      await vies.stop();
      await signIn?.stop();
      await stripe?.stop();
      await mail.stop();
      sender.close();
      await db.close();
      await database.drop();
    },
  };
}

export type TestEnvironment = Awaited<ReturnType<typeof startTestEnvironment>>;

function emulatedRegions(authUrl: string, foremanUrl: string, clock: ManualClock): ProviderRegions {
  const ports = new Map<string, ComputeProvider>(
    testRegions.map((regionName) => [
      regionName,
      createOpenstackProvider({
        authUrl,
        username: "boreal",
        password: "boreal-emulator",
        projectName: "boreal",
        userDomainName: "Default",
        projectDomainName: "Default",
        regionName,
        networkName: "private",
        externalNetworkName: "public",
        clock,
      }),
    ]),
  );
  const credentials = { username: "boreal", password: "boreal-emulator" };
  const bareMetal: BareMetalConnection = {
    provider: createForemanProvider({ url: foremanUrl, ...credentials }),
    hostGroups: { "Ubuntu 24.04 LTS": "Ubuntu 24.04", "Debian 13": "Debian 13" },
    eraseHostGroup: "Erase disks",
  };
  return {
    handles: [...testRegions],
    compute: (handle) => ports.get(handle) ?? null,
    bareMetal: (handle) => (handle === bareMetalRegion ? bareMetal : null),
    slots: () => defaultSlotLimits,
  };
}
