/**
 * Starts the services of a local stack in order and stops them in an order that loses no data: the server finishes its
 * requests, then the worker stops, then the emulators, the database last. A service that the environment names
 * (DATABASE_URL, SMTP_URL, BOREAL_REGIONS, BOREAL_PAYMENTS, BOREAL_SIGN_IN) is used and not started.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reachableHost } from "#api/core/http/host.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { startForemanEmulator } from "#emulators/foreman/emulator.ts";
import { startMailReceiver } from "#emulators/mail/server.ts";
import { startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import { buildConsole } from "../commands/build-console.ts";
import { isReadyLine } from "../lib/child-process.ts";
import {
  type DataDirectory,
  resolvePorts,
  readOrCreateSecret,
  openDataDirectory,
} from "./data-directory.ts";
import { isPortFree } from "../lib/free-port.ts";
import { StartedServices, waitForHealth } from "./started-services.ts";
import { type RunningPostgres, startPostgres } from "../postgres/postgres.ts";
import { regionsConfig } from "./regions-config.ts";
import { startStackStripe } from "./stripe-emulator.ts";
import { type DemoSetting, demoSettings, isDemoSetting } from "./demo-settings.ts";
import { startOauthEmulators } from "./oauth-emulators.ts";
import { startStackClock } from "./stack-clock.ts";

const SERVER_GRACE_MS = 20_000;
const WORKER_GRACE_MS = 30_000;
const DEFAULT_GRACE_MS = 5_000;

export type LocalStackOptions = {
  host: string;
  port: number;
  dataDir: string;
  /** False for tests: no write waits for the disk, so a crash of the machine may lose the data. */
  durable: boolean;
  /** The URL under which browsers open the console. */
  publicUrl: string;
  /** Environment variables: DATABASE_URL, SMTP_URL, BOREAL_REGIONS, BOREAL_PAYMENTS, BOREAL_SIGN_IN, BOREAL_DEMO and others. */
  environment: Record<string, string | undefined>;
  /** Development mode: server and worker restart when their code changes, and Vite serves the console. */
  watched: { vitePort: number } | null;
  /** Runs one step and prints it with the text it returns. */
  step(name: string, run: () => Promise<string>): Promise<void>;
  /** When aborted, a start in progress stops what it has started and throws. */
  signal: AbortSignal;
};

export type LocalStack = {
  inboxUrl: string | null;
  isDemo: boolean;
  /** Settings that are more relaxed in the demo than in production. */
  relaxedSettings: readonly DemoSetting[];
  /** Resolves with the reason when a service ends unexpectedly. */
  failed: Promise<string>;
  stop(): Promise<void>;
  /** Kills all remaining processes immediately. */
  kill(): void;
};

function isDemoRequested(environment: LocalStackOptions["environment"]): boolean {
  return (environment.BOREAL_DEMO ?? "1") === "1";
}

/** The number of steps of a start, for the progress display. */
export function countSteps(environment: LocalStackOptions["environment"]): number {
  return isDemoRequested(environment) ? 11 : 9;
}

async function startServices(
  options: LocalStackOptions,
  folder: DataDirectory,
  services: StartedServices,
): Promise<Omit<LocalStack, "stop" | "kill" | "failed">> {
  const { host, port, watched, signal } = options;
  const { environment } = options;
  const isDemo = isDemoRequested(environment);
  const step = async (name: string, run: () => Promise<string>) => {
    signal.throwIfAborted();
    await options.step(name, run);
    signal.throwIfAborted();
  };
  const ports = await resolvePorts(folder, { host, port });
  const demoMarker = join(folder.path, "demo.filling");
  const openstackState = join(folder.path, "openstack.json");
  const foremanState = join(folder.path, "foreman.json");
  const stripeState = join(folder.path, "stripe.json");

  let embedded: RunningPostgres | null = null;
  let databaseUrl = environment.DATABASE_URL ?? "";
  await step("PostgreSQL", async () => {
    if (databaseUrl !== "") return "external (DATABASE_URL)";
    const postgres = await startPostgres({
      dataDir: join(folder.path, "postgres"),
      durable: options.durable,
    });
    services.onStop(() => postgres.stop());
    void postgres.ended.then((lines) => services.reportFailure(`PostgreSQL ended:\n${lines}`));
    databaseUrl = postgres.url("boreal");
    embedded = postgres;
    return `ready on port ${postgres.port}`;
  });

  await step("Database", async () => {
    // The demo is filled before the server starts, so a partially filled database contains no user data.
    if (existsSync(demoMarker) && embedded !== null) {
      await embedded.recreate();
      for (const state of [openstackState, foremanState, stripeState])
        rmSync(state, { force: true });
    }
    const applied = await migrate(databaseUrl);
    return applied.length === 0 ? "up to date" : `${applied.length} migrations applied`;
  });

  const time = await startStackClock(databaseUrl, isDemo);
  services.onStop(() => time.stop());

  let regions = environment.BOREAL_REGIONS ?? "";
  let foremanUrl = "";
  await step("Foreman", async () => {
    if (regions !== "") return "external (BOREAL_REGIONS)";
    const emulator = await startForemanEmulator({
      port: ports.foreman,
      clock: time.clock,
      statePath: foremanState,
    });
    services.onStop(() => emulator.stop());
    foremanUrl = emulator.url;
    return `emulated at ${emulator.url}`;
  });
  await step("OpenStack", async () => {
    if (regions !== "") return "external (BOREAL_REGIONS)";
    const emulator = await startOpenstackEmulator({
      port: ports.openstack,
      clock: time.clock,
      onClockOffset: (offsetMs) => time.setOffset(offsetMs),
      statePath: openstackState,
    });
    services.onStop(() => emulator.stop());
    regions = regionsConfig(emulator.authUrl, foremanUrl);
    return `emulated at ${emulator.url}`;
  });

  let smtpUrl = environment.SMTP_URL ?? "";
  let inboxUrl: string | null = null;
  await step("Mail", async () => {
    if (smtpUrl !== "") return "external (SMTP_URL)";
    const mail = await startMailReceiver({
      smtpPort: ports.smtp,
      httpPort: ports.inbox,
      host,
      storePath: join(folder.path, "mails.json"),
      clock: time.clock,
    });
    services.onStop(() => mail.stop());
    ({ smtpUrl, inboxUrl } = mail);
    return `delivered to the local inbox at ${inboxUrl}`;
  });

  let payments = environment.BOREAL_PAYMENTS ?? "";
  await step("Payments", async () => {
    if (payments !== "") return "external (BOREAL_PAYMENTS)";
    const stripe = await startStackStripe({ host, port, ports, time, statePath: stripeState });
    services.onStop(() => stripe.stop());
    payments = stripe.setting;
    return `Stripe, emulated at ${stripe.url}`;
  });

  let signIn = environment.BOREAL_SIGN_IN ?? "";
  if (isDemo) {
    await step("Sign-in", async () => {
      if (signIn !== "") return "external (BOREAL_SIGN_IN)";
      const oauthProviders = await startOauthEmulators({
        host,
        ports,
        clock: time.clock,
        publicUrl: options.publicUrl,
      });
      services.onStop(() => oauthProviders.stop());
      signIn = oauthProviders.setting;
      return `Google and GitHub, emulated at ${oauthProviders.urls.join(" and ")}`;
    });
  }

  const relaxedSettings = Object.keys(isDemo ? demoSettings : {})
    .filter(isDemoSetting)
    .filter((name) => environment[name] === undefined);
  const childEnvironment = {
    ...environment,
    ...Object.fromEntries(relaxedSettings.map((name) => [name, demoSettings[name]])),
    PORT: String(port),
    HOST: host,
    DATABASE_URL: databaseUrl,
    ...(embedded === null ? {} : { DATABASE_FOLDER: folder.path }),
    PUBLIC_URL: options.publicUrl,
    SMTP_URL: smtpUrl,
    BOREAL_SECRET: environment.BOREAL_SECRET ?? readOrCreateSecret(folder),
    BOREAL_REGIONS: regions,
    BOREAL_PAYMENTS: payments,
    BOREAL_SIGN_IN: signIn === "" ? "{}" : signIn,
    BOREAL_DEMO: isDemo ? "1" : "0",
  };
  const node = process.execPath;
  const startService = (name: string, role: string, graceMs: number) => {
    const watch = watched ? ["--watch", "--watch-preserve-output"] : [];
    const child = services.child({
      name,
      command: [node, ...watch, "api/src/main.ts", "--role", role],
      env: childEnvironment,
      isReadyLine: isReadyLine,
      parentDeathSignal: watched ? "TERM" : "KILL",
    });
    services.onStop(() => child.stop(graceMs));
    void child.ended.then(({ code, signal }) =>
      services.reportFailure(`The ${name} ended with ${code ?? signal}:\n${child.lastLines()}`),
    );
    return child.ready;
  };

  await step("Console", async () => {
    if (!watched) return (await buildConsole()) ? "built" : "already built";
    const vite = services.child({
      name: "vite",
      command: [
        node,
        "node_modules/vite/bin/vite.js",
        ...["web", "--strictPort", "--host", host, "--port", String(watched.vitePort)],
      ],
      env: childEnvironment,
      isReadyLine: (line) => line.includes("ready in"),
      parentDeathSignal: "TERM",
    });
    services.onStop(() => vite.stop(DEFAULT_GRACE_MS));
    await vite.ready;
    return "served by Vite, reloading on change";
  });
  // Before the worker starts: it would run the demo's past commands at the current time.
  if (isDemo) {
    await step("Demo", async () => {
      writeFileSync(demoMarker, "");
      const seed = services.child({
        name: "demo",
        command: [node, "api/src/demo/seed.ts"],
        env: childEnvironment,
        isReadyLine: () => false,
        parentDeathSignal: "KILL",
      });
      services.onStop(() => seed.stop(DEFAULT_GRACE_MS));
      const { code, signal } = await seed.ended;
      if (code !== 0) {
        throw new Error(`The demo ended with ${code ?? signal}:\n${seed.lastLines()}`);
      }
      rmSync(demoMarker, { force: true });
      return "filled";
    });
  }
  await step("Worker", async () => {
    await startService("worker", "worker", WORKER_GRACE_MS);
    return "ready";
  });
  // Started last, so that it stops first and accepts no requests while the other services stop.
  await step("Server", async () => {
    await startService("server", "api", SERVER_GRACE_MS);
    await waitForHealth(`http://${reachableHost(host)}:${port}`);
    return "ready";
  });
  return { inboxUrl, isDemo, relaxedSettings };
}

/** Throws if a service does not start, after stopping all others. */
export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  if (!(await isPortFree(options.port, options.host))) {
    throw new Error(
      `Port ${options.port} on ${options.host} is already in use. Set PORT to another port, or stop the process that uses it.`,
    );
  }
  const folder = await openDataDirectory(options.dataDir);
  const services = new StartedServices(folder);
  services.onStop(async () => folder.lock.release());
  const stop = () => services.stop();
  options.signal.addEventListener("abort", () => services.signalChildren("SIGTERM"), {
    once: true,
  });
  try {
    const started = await startServices(options, folder, services);
    return {
      ...started,
      failed: services.failed,
      stop,
      kill: () => services.signalChildren("SIGKILL"),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
