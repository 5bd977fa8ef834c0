/** What the groups of the compute contract share: the cloud of a run, its keys, and how they create servers. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll } from "vitest";
import {
  ComputeError,
  type ComputeKey,
  type ComputeProvider,
  type CreateServerRequest,
  type ServerState,
} from "../../ports/compute.ts";

/** A cloud that the contract runs against: an emulator or a real one. */
export interface ContractCloud {
  readonly compute: ComputeProvider;
  /** The same cloud, configured without a public network. */
  readonly withoutPublicNetwork: ComputeProvider;
  /** The same cloud with credentials that it rejects. */
  readonly withRejectedCredentials: ComputeProvider;
  /** A cloud at an address where nothing listens. */
  readonly unreachable: ComputeProvider;
  /** Has a disk of its own. */
  readonly flavor: string;
  /** A flavor without a disk; null if the cloud has none. */
  readonly disklessFlavor: string | null;
  readonly image: string;
  now(): Date;
  /** Polls until the result is not null. An emulator's time advances between the polls. */
  until<Result>(poll: () => Promise<Result | null>): Promise<Result>;
  stop(): Promise<void>;
}

export const exampleSshKey =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2v0m0yTKx4VqY0kz1rWJ8v5cVtC4r3m5mW2Xo8yQ1c suite";

export type ContractRun = ReturnType<typeof startContractRun>;

/** Registers hooks: the cloud starts before the first test, and everything created is deleted after each. */
export function startContractRun(makeCloud: () => Promise<ContractCloud>) {
  let started: ContractCloud | null = null;
  const keys: ComputeKey[] = [];
  const cloud = (): ContractCloud => {
    if (started === null) throw new Error("The cloud has not started");
    return started;
  };
  beforeAll(async () => {
    started = await makeCloud();
  });
  // A project of a real cloud may have few servers at once.
  afterEach(async () => {
    for (const key of keys.splice(0)) await started?.compute.deleteByKey(key);
  });
  afterAll(() => started?.stop());

  const newKey = (): ComputeKey => {
    const key = `contract-${randomUUID()}`;
    keys.push(key);
    return key;
  };

  async function orderServer(key: ComputeKey, change: Partial<CreateServerRequest> = {}) {
    const { compute, flavor, image } = cloud();
    const { portId } = await compute.ensurePort({ key });
    const order: CreateServerRequest = {
      key,
      hostname: "contract-suite",
      flavor,
      image,
      portId,
      sshKeys: [exampleSshKey],
      bootDiskGb: 1,
      ...change,
    };
    const { serverId } = await compute.ensureServer(order);
    return { order, serverId };
  }

  const untilState = (serverId: string, state: ServerState) =>
    cloud().until(async () => {
      const view = await cloud().compute.server(serverId);
      if (view?.state === "error" && state !== "error")
        throw new Error(`The server failed: ${view.fault?.message}`);
      return view?.state === state && view.taskState === null ? view : null;
    });

  async function activeServer(key: ComputeKey): Promise<string> {
    const { serverId } = await orderServer(key);
    await untilState(serverId, "active");
    return serverId;
  }

  const untilGone = (serverId: string) =>
    cloud().until(async () => ((await cloud().compute.server(serverId)) === null ? true : null));

  return { cloud, newKey, orderServer, untilState, activeServer, untilGone };
}

/** The code of a rejection, `unavailable` for an outage, null without an error. */
export async function rejectionOf(work: Promise<unknown>): Promise<string | null> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ComputeError ? (error.code ?? error.kind) : null;
}
