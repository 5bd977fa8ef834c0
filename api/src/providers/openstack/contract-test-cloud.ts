/** The cloud the contract suite runs on: a real one when OS_AUTH_URL is set, else the emulator. */
import { setTimeout as delay } from "node:timers/promises";
import { type Clock, ManualClock, systemClock } from "#api/core/lib/clock.ts";
import type { ComputeProvider } from "#api/ports/compute.ts";
import { type OpenstackConfig, createOpenstackProvider } from "./openstack-provider.ts";

export interface ContractTestCloud {
  compute: ComputeProvider;
  /** The same cloud with something else in its configuration. */
  computeWith(change: Partial<OpenstackConfig>): ComputeProvider;
  /** The same cloud, configured without an external network. */
  computeWithoutPublicNetwork: ComputeProvider;
  flavor: string;
  image: string;
  now(): Date;
  /** Asks until the answer is not null. On the emulator time is moved between the questions. */
  until<Answer>(question: () => Promise<Answer | null>): Promise<Answer>;
  stop(): Promise<void>;
}

const maxPolls = 240;

async function pollUntil<Answer>(
  question: () => Promise<Answer | null>,
  wait: () => Promise<void>,
): Promise<Answer> {
  for (let asked = 0; asked < maxPolls; asked += 1) {
    const response = await question();
    if (response !== null) return response;
    await wait();
  }
  throw new Error("The cloud did not get there in time");
}

/** Starts the emulator; the test brings it, since the product itself knows no emulator. */
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
    until: (question) =>
      pollUntil(question, async () => {
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
  const smallest = flavors.toSorted((a, b) => a.memoryMb - b.memoryMb)[0]?.name ?? "";
  const usable = (await compute.images()).find((image) => image.status === "active")?.imageId ?? "";
  return {
    compute,
    computeWithoutPublicNetwork: createOpenstackProvider(config),
    computeWith: (change) => createOpenstackProvider({ ...config, ...change }),
    flavor: env["BOREAL_OPENSTACK_FLAVOR"] ?? smallest,
    image: env["BOREAL_OPENSTACK_IMAGE"] ?? usable,
    now: () => systemClock.now(),
    until: (question) => pollUntil(question, () => delay(500)),
    async stop() {},
  };
}

export function createContractTestCloud(emulate: Emulate): Promise<ContractTestCloud> {
  // oxlint-disable-next-line node/no-process-env -- the one place where the suite learns of a real cloud
  const env = process.env;
  const authUrl = env["OS_AUTH_URL"];
  return authUrl === undefined ? createEmulatedCloud(emulate) : createRealCloud(authUrl, env);
}
