/**
 * Virtual machines of one region, in our words. The provider behind it is OpenStack
 * (api/src/providers/openstack); nothing outside that folder knows Nova, Neutron or Glance.
 *
 * Rules every implementation keeps, and the contract suite proves:
 * - `key` is ours, written down before the first try. Every `ensure…` first looks for what an
 *   earlier try with the same key made, so a call whose answer was lost is repeated safely.
 *   Calls for one key must not run side by side: the cloud has no uniqueness to lean on.
 * - Every refusal or outage is a `ComputeError`; nothing else is thrown for what the cloud says.
 * - Whatever changes the cloud passes the check of `checkedBy` first, each request anew.
 * - No call waits for a machine: states are read with `server`, or for many with `changedSince`.
 */
export interface ComputeProvider {
  /** The same region. `check` runs right before each request that changes something there; what it throws comes out instead. */
  checkedBy(check: () => Promise<void>): ComputeProvider;

  /** What an order needs and this region lacks, or null when both are there and usable. */
  findMissing(requested: { flavor: FlavorRef; image: ImageRef }): Promise<MissingResource | null>;

  /** A network port with a fixed address. `network` is a name or id; without it, the region's own. */
  ensurePort(requested: { key: ComputeKey; network?: string }): Promise<NetworkPort>;

  /**
   * A public address on that port. In a region without an external network the port's fixed
   * address is the public one, and `addressId` is null.
   */
  ensureFloatingIp(requested: { key: ComputeKey; portId: string }): Promise<FloatingIp>;

  /** Orders the machine, or finds the one ordered before: also one that is in `error` by now. */
  ensureServer(requested: CreateServerRequest): Promise<{ serverId: string }>;

  findServer(requested: { key: ComputeKey }): Promise<ComputeServer | null>;

  /** The machine as it is now; null when the cloud no longer has it. */
  server(serverId: string): Promise<ComputeServer | null>;

  /**
   * Asks for a power change and returns when it is accepted. A machine that already is, or is
   * already on its way, where the action leads counts as done.
   * Refused with `not_found` (machine gone) or `conflict` (not possible in its state).
   */
  power(serverId: string, action: PowerAction): Promise<void>;

  /** Accepted, not yet gone: `server` says when. A machine that is gone already counts as done. */
  removeServer(serverId: string): Promise<void>;

  /** Gives back whatever carries the key: machine, public address, port. Repeatable at any point. */
  deleteByKey(key: ComputeKey): Promise<void>;

  /**
   * Gives back what carries the key beside these: made by a request whose answer was lost, or that the cloud
   * carried out late. `addressId` is null where the region has no external network.
   */
  removeSurplus(stored: {
    key: ComputeKey;
    serverId: string;
    portId: string;
    addressId: string | null;
  }): Promise<void>;

  /** The last `lines` lines of the machine's console; "" when there is none yet. */
  consoleOutput(serverId: string, lines: number): Promise<string>;

  /**
   * Machines changed at or after `since`, gone ones included (`terminated`). Each at most once.
   * `since` is a time of the provider's clock: the `at` of an earlier reading.
   */
  changedSince(since: Date): Promise<ServerReading>;

  /** All machines there are; gone ones are not among them. */
  allServers(): Promise<ServerReading>;

  /** Machines, ports and public addresses that carry a key of ours. */
  marked(): Promise<MarkedResource[]>;

  /** Needs an administrator's credentials; refused with `forbidden` otherwise. */
  hypervisors(): Promise<Hypervisor[]>;

  images(): Promise<ComputeImage[]>;

  flavors(): Promise<ComputeFlavor[]>;

  /** Signs in and touches the compute service. */
  ping(): Promise<{ apiVersion: string }>;
}

/** Ours: 1 to 50 letters, digits and hyphens; in practice the id of an instance. */
export type ComputeKey = string;

/** Name (`gpu-l40s-1`) or id of a flavor. */
export type FlavorRef = string;

/** Id of an image in this region, or its name when that is unique. */
export type ImageRef = string;

export interface MissingResource {
  code: "flavor_missing" | "image_missing";
  message: string;
}

export interface NetworkPort {
  portId: string;
  privateIp: string;
}

export interface FloatingIp {
  addressId: string | null;
  publicIp: string;
}

export interface CreateServerRequest {
  key: ComputeKey;
  hostname: string;
  flavor: FlavorRef;
  image: ImageRef;
  portId: string;
  /** OpenSSH public keys, one line each. They reach the machine through cloud-init. */
  sshKeys: string[];
  /** Lines added to the `#cloud-config` document after the keys. */
  userData?: string;
}

export type PowerAction = "reboot" | "hard_reboot" | "power_on" | "power_off";

/**
 * The instance states of contracts/ that a cloud can report, and two more: `moving` while its operators move
 * or resize the machine (until they confirm), `unknown` for whatever else they do to it.
 */
export type ServerState =
  | "building"
  | "active"
  | "stopped"
  | "rebooting"
  | "error"
  | "terminated"
  | "moving"
  | "unknown";

export interface ComputeServer {
  serverId: string;
  /** Read back from the machine; null for one we did not order. */
  key: ComputeKey | null;
  hostname: string;
  state: ServerState;
  /** The provider's word for what it is doing now (`spawning`, `powering-off`); null when at rest. */
  taskState: string | null;
  fault: ServerFault | null;
  addresses: ServerIp[];
  launchedAt: Date | null;
}

export interface ServerFault {
  code: "no_capacity" | "image_missing" | "quota" | "provider_error";
  message: string;
}

export interface ServerIp {
  ip: string;
  kind: "private" | "public";
}

export interface ServerChange {
  serverId: string;
  /** Null for a machine we did not order, and for one that is gone where the cloud forgot the key. */
  key: ComputeKey | null;
  state: ServerState;
}

export interface ServerReading {
  servers: ServerChange[];
  /** When the provider answered, by its own clock; null where it does not say. */
  at: Date | null;
}

export interface MarkedResource {
  kind: "server" | "port" | "address";
  id: string;
  key: ComputeKey;
  /** By the provider's clock; null where it does not say. */
  createdAt: Date | null;
}

export interface Hypervisor {
  host: string;
  /** `up` while the host reports to the cloud. */
  state: "up" | "down";
  /** `disabled` takes no new machines. */
  status: "enabled" | "disabled";
  vcpusUsed: number;
  vcpusTotal: number;
  memoryUsedMb: number;
  memoryTotalMb: number;
  serversRunning: number;
}

export interface ComputeImage {
  imageId: string;
  name: string;
  /** `active` is the only one a machine can be made from. */
  status: "active" | "deactivated" | "pending";
  osDistro: string | null;
  osVersion: string | null;
  architecture: string | null;
  minDiskGb: number;
  minMemoryMb: number;
}

export interface ComputeFlavor {
  flavorId: string;
  name: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  /** The provider's own settings, such as `pci_passthrough:alias` for GPUs. */
  extraSpecs: Record<string, string>;
}

export type ComputeErrorCode =
  | "quota"
  | "no_capacity"
  | "image_missing"
  | "flavor_missing"
  | "conflict"
  | "not_found"
  | "forbidden"
  | "bad_request";

/**
 * `unavailable`: the cloud did not answer, answered that it cannot now (429, 5xx), or does not
 * accept our credentials: try again later, not before `retryAfterMs` where it is given.
 * `refused`: it understood and said no; `code` says why, and trying again alone will not help.
 */
export class ComputeError extends Error {
  override readonly name = "ComputeError";
  readonly kind: "unavailable" | "refused";
  /** Null when unavailable. */
  readonly code: ComputeErrorCode | null;
  readonly retryAfterMs: number | null;
  /** For staff and logs; never shown to customers. */
  readonly providerMessage: string;
  /** The provider's id of the request, for its operators. */
  readonly requestId: string | null;

  private constructor(error: {
    kind: "unavailable" | "refused";
    code: ComputeErrorCode | null;
    retryAfterMs: number | null;
    providerMessage: string;
    requestId: string | null;
    cause?: unknown;
  }) {
    super(
      error.kind === "unavailable"
        ? `The cloud is unavailable: ${error.providerMessage}`
        : `The cloud refused (${error.code}): ${error.providerMessage}`,
      error.cause === undefined ? undefined : { cause: error.cause },
    );
    this.kind = error.kind;
    this.code = error.code;
    this.retryAfterMs = error.retryAfterMs;
    this.providerMessage = error.providerMessage;
    this.requestId = error.requestId;
  }

  static unavailable(
    providerMessage: string,
    more: { retryAfterMs?: number | null; requestId?: string | null; cause?: unknown } = {},
  ): ComputeError {
    return new ComputeError({
      kind: "unavailable",
      code: null,
      retryAfterMs: more.retryAfterMs ?? null,
      providerMessage,
      requestId: more.requestId ?? null,
      cause: more.cause,
    });
  }

  static refused(
    code: ComputeErrorCode,
    providerMessage: string,
    more: { requestId?: string | null } = {},
  ): ComputeError {
    return new ComputeError({
      kind: "refused",
      code,
      retryAfterMs: null,
      providerMessage,
      requestId: more.requestId ?? null,
    });
  }
}
