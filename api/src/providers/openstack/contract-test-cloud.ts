/** The cloud of the contract suite: a real one if OS_AUTH_URL is set, otherwise the emulator. */
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, ManualClock, systemClock } from "#api/core/lib/clock.ts";
import type { ComputeProvider } from "#api/ports/compute.ts";
import type { Credentials } from "./credentials.ts";
import { type OpenstackConfig, createOpenstackProvider } from "./openstack-provider.ts";

export interface OpenstackTestCloud {
  compute: ComputeProvider;
  withoutPublicNetwork: ComputeProvider;
  withRejectedCredentials: ComputeProvider;
  unreachable: ComputeProvider;
  /** The same cloud in another region, or with another interface of the service catalog. */
  computeWith(change: Partial<Pick<OpenstackConfig, "regionName" | "interface">>): ComputeProvider;
  flavor: string;
  disklessFlavor: string | null;
  image: string;
  now(): Date;
  until<Result>(poll: () => Promise<Result | null>): Promise<Result>;
  stop(): Promise<void>;
}

const maxPolls = 240;

async function pollUntil<Result>(
  poll: () => Promise<Result | null>,
  wait: () => Promise<void>,
): Promise<Result> {
  for (let attempt = 0; attempt < maxPolls; attempt += 1) {
    const response = await poll();
    if (response !== null) return response;
    await wait();
  }
  throw new Error("The cloud did not reach the expected state in time");
}

/** The providers of the suite, which differ in one setting each. */
function providersOf(config: OpenstackConfig, externalNetworkName: string) {
  const rejected = { username: "boreal-contract", password: "wrong", projectName: "none" };
  const domains = { userDomainName: "Default", projectDomainName: "Default" };
  const { authUrl, regionName, clock, timeoutMs } = config;
  const nobody = { regionName, clock, ...rejected, ...domains };
  return {
    compute: createOpenstackProvider({ ...config, externalNetworkName }),
    withoutPublicNetwork: createOpenstackProvider(config),
    withRejectedCredentials: createOpenstackProvider({
      ...nobody,
      authUrl,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }),
    unreachable: createOpenstackProvider({ ...nobody, authUrl: "http://127.0.0.1:9/v3" }),
    computeWith: (change: object) => createOpenstackProvider({ ...config, ...change }),
  };
}

/** Starts the emulator. It is injected by the test, because product code does not import emulators. */
export type Emulate = (clock: Clock) => Promise<{ authUrl: string; stop(): Promise<void> }>;

async function createEmulatedCloud(emulate: Emulate): Promise<OpenstackTestCloud> {
  const clock = new ManualClock("2026-05-04T09:00:00Z");
  const emulator = await emulate(clock);
  const config: OpenstackConfig = {
    authUrl: emulator.authUrl,
    username: "boreal",
    password: "boreal-emulator",
    projectName: "boreal",
    userDomainName: "Default",
    projectDomainName: "Default",
    regionName: "lulea",
    networkName: "private",
    clock,
  };
  return {
    ...providersOf(config, "public"),
    flavor: "cpu-2",
    disklessFlavor: "volume-2",
    image: "Debian 13",
    now: () => clock.now(),
    until: (poll) =>
      pollUntil(poll, async () => {
        clock.advance(1000);
      }),
    stop: () => emulator.stop(),
  };
}

function credentialsFrom(env: NodeJS.ProcessEnv): Credentials {
  const applicationCredentialId = env["OS_APPLICATION_CREDENTIAL_ID"];
  if (applicationCredentialId !== undefined)
    return {
      applicationCredentialId,
      applicationCredentialSecret: env["OS_APPLICATION_CREDENTIAL_SECRET"] ?? "",
    };
  return {
    username: env["OS_USERNAME"] ?? "admin",
    password: env["OS_PASSWORD"] ?? "",
    projectName: env["OS_PROJECT_NAME"] ?? "admin",
    userDomainName: env["OS_USER_DOMAIN_NAME"] ?? "Default",
    projectDomainName: env["OS_PROJECT_DOMAIN_NAME"] ?? "Default",
  };
}

async function createRealCloud(
  authUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<OpenstackTestCloud> {
  const config: OpenstackConfig = {
    authUrl,
    ...credentialsFrom(env),
    regionName: env["OS_REGION_NAME"] ?? "RegionOne",
    networkName: env["BOREAL_OPENSTACK_NETWORK"] ?? "private",
    timeoutMs: 60_000,
    clock: systemClock,
  };
  const providers = providersOf(config, env["BOREAL_OPENSTACK_EXTERNAL_NETWORK"] ?? "public");
  const flavors = (await providers.compute.flavors()).toSorted((a, b) => a.memoryMb - b.memoryMb);
  const usableImage =
    (await providers.compute.images()).find((image) => image.status === "active")?.imageId ?? "";
  return {
    ...providers,
    flavor: env["BOREAL_OPENSTACK_FLAVOR"] ?? flavors.find(({ diskGb }) => diskGb > 0)?.name ?? "",
    disklessFlavor: env["BOREAL_OPENSTACK_DISKLESS_FLAVOR"] ?? null,
    image: env["BOREAL_OPENSTACK_IMAGE"] ?? usableImage,
    now: () => systemClock.now(),
    until: (poll) => pollUntil(poll, () => delay(500)),
    async stop() {},
  };
}

export function createContractTestCloud(emulate: Emulate): Promise<OpenstackTestCloud> {
  // oxlint-disable-next-line node/no-process-env -- the only place that reads the settings of a real cloud
  const env = process.env;
  const authUrl = env["OS_AUTH_URL"];
  return authUrl === undefined ? createEmulatedCloud(emulate) : createRealCloud(authUrl, env);
}
