/** The cloud of the contract suite: a real one if OS_AUTH_URL is set, otherwise the emulator. */
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, ManualClock, systemClock } from "#api/core/lib/clock.ts";
import type { ComputeProvider } from "#api/ports/compute.ts";
import { type OpenstackConfig, createOpenstackProvider } from "./openstack-provider.ts";

export interface ContractTestCloud {
  compute: ComputeProvider;
  /** The same cloud with a changed configuration. */
  computeWith(change: Partial<OpenstackConfig>): ComputeProvider;
  /** The same cloud, configured without an external network. */
  computeWithoutPublicNetwork: ComputeProvider;
  flavor: string;
  image: string;
  now(): Date;
  /** Polls until the result is not null. On the emulator, time advances between the polls. */
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

/** Starts the emulator. It is injected by the test, because product code does not import emulators. */
export type Emulate = (clock: Clock) => Promise<{ authUrl: string; stop(): Promise<void> }>;

async function createEmulatedCloud(emulate: Emulate): Promise<ContractTestCloud> {
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
  const externalNetworkName = "public";
  return {
    compute: createOpenstackProvider({ ...config, externalNetworkName }),
    computeWithoutPublicNetwork: createOpenstackProvider(config),
    computeWith: (change) => createOpenstackProvider({ ...config, ...change }),
    flavor: "cpu-2",
    image: "Debian 13",
    now: () => clock.now(),
    until: (poll) =>
      pollUntil(poll, async () => {
        clock.advance(1000);
      }),
    stop: () => emulator.stop(),
  };
}

async function createRealCloud(
  authUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<ContractTestCloud> {
  const config: OpenstackConfig = {
    authUrl,
    username: env["OS_USERNAME"] ?? "admin",
    password: env["OS_PASSWORD"] ?? "",
    projectName: env["OS_PROJECT_NAME"] ?? "admin",
    userDomainName: env["OS_USER_DOMAIN_NAME"] ?? "Default",
    projectDomainName: env["OS_PROJECT_DOMAIN_NAME"] ?? "Default",
    regionName: env["OS_REGION_NAME"] ?? "RegionOne",
    networkName: env["BOREAL_OPENSTACK_NETWORK"] ?? "private",
    timeoutMs: 60_000,
    clock: systemClock,
  };
  const externalNetworkName = env["BOREAL_OPENSTACK_EXTERNAL_NETWORK"] ?? "public";
  const compute = createOpenstackProvider({ ...config, externalNetworkName });
  const flavors = await compute.flavors();
  const smallestFlavor = flavors.toSorted((a, b) => a.memoryMb - b.memoryMb)[0]?.name ?? "";
  const usableImage =
    (await compute.images()).find((image) => image.status === "active")?.imageId ?? "";
  return {
    compute,
    computeWithoutPublicNetwork: createOpenstackProvider(config),
    computeWith: (change) => createOpenstackProvider({ ...config, ...change }),
    flavor: env["BOREAL_OPENSTACK_FLAVOR"] ?? smallestFlavor,
    image: env["BOREAL_OPENSTACK_IMAGE"] ?? usableImage,
    now: () => systemClock.now(),
    until: (poll) => pollUntil(poll, () => delay(500)),
    async stop() {},
  };
}

export function createContractTestCloud(emulate: Emulate): Promise<ContractTestCloud> {
  // oxlint-disable-next-line node/no-process-env -- the only place that reads the settings of a real cloud
  const env = process.env;
  const authUrl = env["OS_AUTH_URL"];
  return authUrl === undefined ? createEmulatedCloud(emulate) : createRealCloud(authUrl, env);
}
