/**
 * Everything that makes a running Boreal, started in order and stopped in the order that loses nothing:
 * the server finishes what is in flight, then the worker, then what they talk to, the database last.
 * What the environment already names (DATABASE_URL, SMTP_URL, BOREAL_REGIONS, BOREAL_SIGN_IN) is used and not started.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reachableHost } from "#api/core/http/host.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { startMailReceiver } from "#emulators/mail/server.ts";
import { defaultCloud } from "#emulators/openstack/default-cloud.ts";
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
import { StartedServices } from "./started-services.ts";
import { type RunningPostgres, startPostgres } from "../postgres/postgres.ts";
import { startOauthEmulators } from "./oauth-emulators.ts";
import { startStackClock } from "./stack-clock.ts";

const SERVER_GRACE_MS = 20_000;
const WORKER_GRACE_MS = 30_000;
const DEFAULT_GRACE_MS = 5_000;

export type LocalStackOptions = {
  host: string;
  port: number;
  dataDir: string;
  /** Where people open the console. */
  publicUrl: string;
  /** What the environment says: DATABASE_URL, SMTP_URL, BOREAL_REGIONS, BOREAL_SIGN_IN, BOREAL_DEMO and whatever else. */
  environment: Record<string, string | undefined>;
  /** For development: server and worker start again when their code changes, Vite serves the console. */
  watched: { vitePort: number } | null;
  /** Runs one step and shows it: the text it returns is how it went. */
  step(name: string, run: () => Promise<string>): Promise<void>;
  /** Aborted, a start that is under way stops what it has started and throws. */
  signal: AbortSignal;
};

/** In the demo nobody has an authenticator, and all mail is in one inbox. The environment has the last word. */
const demoSettings = { BOREAL_STAFF_TWO_FACTOR: "optional", BOREAL_EMAIL_STEP: "never" } as const;
export type DemoSetting = keyof typeof demoSettings;
const isDemoSetting = (name: string): name is DemoSetting => name in demoSettings;

export type LocalStack = {
  inboxUrl: string | null;
  isDemo: boolean;
  /** Settings the demo made easier than in production. */
  eased: readonly DemoSetting[];
  /** Settles with the reason when a part ends that was not asked to. */
  broken: Promise<string>;
  stop(): Promise<void>;
  /** Ends what is left at once. */
  kill(): void;
};

function isDemoRequested(environment: LocalStackOptions["environment"]): boolean {
  return (environment.BOREAL_DEMO ?? "1") === "1";
}

/** How many steps a start has, so that each can be shown as one of so many. */
export function countSteps(environment: LocalStackOptions["environment"]): number {
  return isDemoRequested(environment) ? 9 : 7;
}

function regionsConfig(authUrl: string): string {
  const account = defaultCloud.accounts[0];
  const regions = defaultCloud.regions.map(({ name }) => [
    name,
    {
      authUrl,
      username: account?.username,
      password: account?.password,
      projectName: account?.projectName,
      regionName: name,
      networkName: "private",
      externalNetworkName: "public",
    },
  ]);
  return JSON.stringify(Object.fromEntries(regions));
}

async function waitForHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) });
  if (response.status !== 200) throw new Error(`${url}/health answers ${response.status}.`);
}

async function startServices(
  options: LocalStackOptions,
  folder: DataDirectory,
  deps: StartedServices,
): Promise<Omit<LocalStack, "stop" | "kill" | "broken">> {
  const { host, port, watched, signal } = options;
  const given = options.environment;
  const isDemo = isDemoRequested(given);
  const step = async (name: string, run: () => Promise<string>) => {
    signal.throwIfAborted();
    await options.step(name, run);
    signal.throwIfAborted();
  };
  const ports = await resolvePorts(folder, { host, port });
  const filling = join(folder.path, "demo.filling");
  const openstackState = join(folder.path, "openstack.json");

  let embedded: RunningPostgres | null = null;
  let databaseUrl = given.DATABASE_URL ?? "";
  await step("PostgreSQL", async () => {
    if (databaseUrl !== "") return "the one of DATABASE_URL";
    const postgres = await startPostgres({
      dataDir: join(folder.path, "postgres"),
      durable: true,
    });
    deps.onStop(() => postgres.stop());
    void postgres.ended.then((lines) => deps.reportFailure(`PostgreSQL ended:\n${lines}`));
    databaseUrl = postgres.url("boreal");
    embedded = postgres;
    return `ready on port ${postgres.port}`;
  });

  await step("Database", async () => {
    // The demo is filled before the server opens, so a half-filled one holds nothing of anybody's.
    if (existsSync(filling) && embedded !== null) {
      await embedded.recreate();
      rmSync(openstackState, { force: true });
    }
    const applied = await migrate(databaseUrl);
    return applied.length === 0 ? "up to date" : `${applied.length} migrations applied`;
  });

  const time = await startStackClock(databaseUrl, isDemo);
  deps.onStop(() => time.stop());

  let regions = given.BOREAL_REGIONS ?? "";
  await step("OpenStack", async () => {
    if (regions !== "") return "the one of BOREAL_REGIONS";
    const emulator = await startOpenstackEmulator({
      port: ports.openstack,
      clock: time.clock,
      onClockOffset: (offsetMs) => time.setOffset(offsetMs),
      statePath: openstackState,
    });
    deps.onStop(() => emulator.stop());
    regions = regionsConfig(emulator.authUrl);
    return `emulated at ${emulator.url}`;
  });

  let smtpUrl = given.SMTP_URL ?? "";
  let inboxUrl: string | null = null;
  await step("Mail", async () => {
    if (smtpUrl !== "") return "the server of SMTP_URL";
    const mail = await startMailReceiver({
      smtpPort: ports.smtp,
      httpPort: ports.inbox,
      host,
      storePath: join(folder.path, "mails.json"),
      clock: time.clock,
    });
    deps.onStop(() => mail.stop());
    ({ smtpUrl, inboxUrl } = mail);
    return `delivered to the local inbox at ${inboxUrl}`;
  });

  let signIn = given.BOREAL_SIGN_IN ?? "";
  if (isDemo) {
    await step("Sign-in", async () => {
      if (signIn !== "") return "the providers of BOREAL_SIGN_IN";
      const standIns = await startOauthEmulators({
        host,
        ports,
        clock: time.clock,
        publicUrl: options.publicUrl,
      });
      deps.onStop(() => standIns.stop());
      signIn = standIns.setting;
      return `Google and GitHub, emulated at ${standIns.urls.join(" and ")}`;
    });
  }

  const eased = Object.keys(isDemo ? demoSettings : {})
    .filter(isDemoSetting)
    .filter((name) => given[name] === undefined);
  const environment = {
    ...given,
    ...Object.fromEntries(eased.map((name) => [name, demoSettings[name]])),
    PORT: String(port),
    HOST: host,
    DATABASE_URL: databaseUrl,
    ...(embedded === null ? {} : { DATABASE_FOLDER: folder.path }),
    PUBLIC_URL: options.publicUrl,
    SMTP_URL: smtpUrl,
    BOREAL_SECRET: given.BOREAL_SECRET ?? readOrCreateSecret(folder),
    BOREAL_REGIONS: regions,
    BOREAL_SIGN_IN: signIn === "" ? "{}" : signIn,
    BOREAL_DEMO: isDemo ? "1" : "0",
  };
  const node = process.execPath;
  const startPart = (name: string, role: string, graceMs: number) => {
    const watch = watched ? ["--watch", "--watch-preserve-output"] : [];
    const child = deps.child({
      name,
      command: [node, ...watch, "api/src/main.ts", "--role", role],
      env: environment,
      isReadyLine: isReadyLine,
      whenWeDie: watched ? "TERM" : "KILL",
    });
    deps.onStop(() => child.stop(graceMs));
    void child.ended.then(({ code, signal }) =>
      deps.reportFailure(`The ${name} ended with ${code ?? signal}:\n${child.lastLines()}`),
    );
    return child.ready;
  };

  await step("Console", async () => {
    if (!watched) return (await buildConsole()) ? "built" : "already built";
    const vite = deps.child({
      name: "vite",
      command: [
        node,
        "node_modules/vite/bin/vite.js",
        ...["web", "--strictPort", "--host", host, "--port", String(watched.vitePort)],
      ],
      env: environment,
      isReadyLine: (line) => line.includes("ready in"),
      whenWeDie: "TERM",
    });
    deps.onStop(() => vite.stop(DEFAULT_GRACE_MS));
    await vite.ready;
    return "served by Vite, reloading on change";
  });
  // Before the worker, which would carry out the demo's past in the present.
  if (isDemo) {
    await step("Demo", async () => {
      writeFileSync(filling, "");
      const seed = deps.child({
        name: "demo",
        command: [node, "api/src/demo/seed.ts"],
        env: environment,
        isReadyLine: () => false,
        whenWeDie: "KILL",
      });
      deps.onStop(() => seed.stop(DEFAULT_GRACE_MS));
      const { code, signal } = await seed.ended;
      if (code !== 0) {
        throw new Error(`The demo ended with ${code ?? signal}:\n${seed.lastLines()}`);
      }
      rmSync(filling, { force: true });
      return "there";
    });
  }
  await step("Worker", async () => {
    await startPart("worker", "worker", WORKER_GRACE_MS);
    return "ready";
  });
  // Started last, so that it is the first to stop: no order comes in while the rest goes down.
  await step("Server", async () => {
    await startPart("server", "api", SERVER_GRACE_MS);
    await waitForHealth(`http://${reachableHost(host)}:${port}`);
    return "ready";
  });
  return { inboxUrl, isDemo, eased };
}

/** Throws when a part does not start; nothing is left running then. */
export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  if (!(await isPortFree(options.port, options.host))) {
    throw new Error(
      `Port ${options.port} on ${options.host} is already in use. Set PORT to another port, or stop the process that uses it.`,
    );
  }
  const folder = await openDataDirectory(options.dataDir);
  const deps = new StartedServices(folder);
  deps.onStop(async () => folder.lock.release());
  const stop = () => deps.stop();
  options.signal.addEventListener("abort", () => deps.endChildren("SIGTERM"), { once: true });
  try {
    const started = await startServices(options, folder, deps);
    return { ...started, broken: deps.failed, stop, kill: () => deps.endChildren("SIGKILL") };
  } catch (error) {
    await stop();
    throw error;
  }
}
