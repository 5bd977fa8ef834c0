import type { MetricSeries, MetricsRequest } from "./compute-metrics.ts";
import type {
  ComputeFlavor,
  ComputeImage,
  ComputeVolumeType,
  Hypervisor,
} from "./compute-inventory.ts";
import type { MarkedResource, ServerAction, ServerReading } from "./compute-readings.ts";

/**
 * Compute port: the servers of one region, independent of the provider. The implementation is OpenStack
 * (api/src/providers/openstack); no code outside that folder knows Nova, Neutron or Glance.
 *
 * Rules of every implementation, verified by the contract suite:
 * - `key` is assigned by Boreal and stored before the first attempt. Every `ensure…` first looks for what an
 *   earlier attempt with the same key created, so a request whose response was lost can be repeated safely.
 *   Do not run operations for one key concurrently: the cloud enforces no uniqueness.
 * - Every rejection or outage is a `ComputeError`; no other error is thrown for a response of the cloud.
 * - Every request that changes the cloud runs the check of `checkedBy` first.
 * - No operation waits for a server to reach a state: read states with `server`, or for many servers with
 *   `changedSince`.
 */
export interface ComputeProvider {
  /** The same region with a check that runs right before each changing request; an error of the check is rethrown. */
  checkedBy(check: () => Promise<void>): ComputeProvider;

  /** The flavor or image of an order that this region lacks; null if both are available and usable. */
  findMissing(requested: { flavor: FlavorRef; image: ImageRef }): Promise<MissingResource | null>;

  /** A network port with a fixed IP. `network` is a name or id; default: the region's network. */
  ensurePort(requested: Labels & { network?: string }): Promise<NetworkPort>;

  /**
   * A public IP on that port. In a region without an external network the port's fixed IP is the public one, and
   * `addressId` is null.
   */
  ensureFloatingIp(requested: Labels & { portId: string }): Promise<FloatingIp>;

  /** Creates the server or returns the one created earlier, even if that one is in `error`. */
  ensureServer(requested: CreateServerRequest): Promise<{ serverId: string }>;

  findServer(requested: { key: ComputeKey }): Promise<ComputeServer | null>;

  /** Current state of the server; null if it no longer exists. */
  server(serverId: string): Promise<ComputeServer | null>;

  /**
   * Requests a power change and resolves when the cloud accepts it. Succeeds if the server is already in the target
   * state or on its way there. Throws `not_found` (server does not exist) or `conflict` (not possible in its state).
   */
  power(serverId: string, action: PowerAction): Promise<void>;

  /**
   * Requests that the server's disk is overwritten by the image; it keeps its name, ports and addresses. Poll `server`
   * for its end. A request while one is under way succeeds. A server that is off stays off. Throws `not_found`, or
   * `conflict` if it is not possible in the state of the server.
   */
  rebuildServer(serverId: string, request: RebuildRequest): Promise<void>;

  /**
   * Resolves when the removal is accepted; poll `server` for its completion. Succeeds if the server does not exist.
   */
  removeServer(serverId: string): Promise<void>;

  /** Labels the volumes of an active server, which the cloud creates without labels. Can be repeated. */
  markVolumes(requested: Labels & { volumeIds: readonly string[] }): Promise<void>;

  /**
   * Deletes everything with this key: server, public IP, port, and volumes that no server uses. A boot volume ends with
   * its server. Can be repeated at any point.
   */
  deleteByKey(key: ComputeKey): Promise<void>;

  /**
   * Deletes duplicates with this key except the given resources: created by a request whose response was lost or that
   * the cloud executed late. `addressId` is null in a region without an external network.
   */
  removeSurplus(stored: {
    key: ComputeKey;
    serverId: string;
    portId: string;
    addressId: string | null;
  }): Promise<void>;

  /** The last `lines` lines of the server's console; "" if there is no output yet. */
  consoleOutput(serverId: string, lines: number): Promise<string>;

  /** A secret WebSocket URL of the cloud that speaks RFB (VNC); throws `not_found` or `conflict` without a screen. */
  remoteConsole(serverId: string): Promise<URL>;

  /** What the cloud measured of the server, per step; null if the region measures nothing. */
  metrics(requested: MetricsRequest): Promise<MetricSeries[] | null>;

  /**
   * Servers changed at or after `since`, including deleted ones (`terminated`), each at most once. `since` is a time
   * of the provider's clock: the `at` of an earlier reading.
   */
  changedSince(since: Date): Promise<ServerReading>;

  /** All existing servers. */
  allServers(): Promise<ServerReading>;

  /** What was done to the server, the newest first; also of a deleted one if the cloud still knows it, otherwise []. */
  serverActions(serverId: string): Promise<ServerAction[]>;

  /** Servers, ports, public IPs and volumes that are labeled with a key of Boreal. */
  marked(): Promise<MarkedResource[]>;

  /** Requires administrator credentials; throws `forbidden` otherwise. */
  hypervisors(): Promise<Hypervisor[]>;

  images(): Promise<ComputeImage[]>;

  flavors(): Promise<ComputeFlavor[]>;

  /** Types of block storage with the volumes of each; [] in a region without block storage. */
  volumeTypes(): Promise<ComputeVolumeType[]>;

  /** Signs in and sends one request to the compute service. */
  ping(): Promise<{ apiVersion: string }>;
}

/** Assigned by Boreal: 1 to 50 letters, digits and hyphens; in practice the id of an instance. */
export type ComputeKey = string;

/** What the cloud stores with each resource, so that a reconciler finds what belongs to whom. */
export interface Labels {
  key: ComputeKey;
  /** Id of the workspace, for the provider's operators: 1 to 36 letters, digits and hyphens. */
  owner?: string;
}

/** Name (`gpu-l40s-1`) or id of a flavor. */
export type FlavorRef = string;

/** Id of an image in this region, or its name if the name is unique. */
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

export interface RebuildRequest {
  image: ImageRef;
  /** As for a new server. */
  sshKeys: string[];
  userData?: string;
}

export interface CreateServerRequest extends Labels {
  hostname: string;
  flavor: FlavorRef;
  image: ImageRef;
  portId: string;
  /** OpenSSH public keys, one line each; installed by cloud-init. */
  sshKeys: string[];
  /** A `#cloud-config` document, or a script that starts with `#!`; the instance executes it at its first start. */
  userData?: string;
  /** Size of the boot volume, used if the flavor has no disk. It is deleted with the server. */
  bootDiskGb: number;
}

export type PowerAction = "reboot" | "hard_reboot" | "power_on" | "power_off";

/**
 * The instance states of contracts/ that a cloud can report, and two more: `moving` while operators migrate or resize
 * the server (until they confirm), `unknown` for any other operation.
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
  /** Read from the server's tags; null for a server that Boreal did not create. */
  key: ComputeKey | null;
  hostname: string;
  state: ServerState;
  /** The provider's name of the current task (`spawning`, `powering-off`); null if there is none. */
  taskState: string | null;
  fault: ServerFault | null;
  addresses: ServerIp[];
  volumeIds: string[];
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
 * `unavailable`: the cloud did not respond, responded that it temporarily cannot (429, 5xx), or rejected Boreal's
 * credentials. Retry later, after `retryAfterMs` if given. `rejected`: the cloud rejected the request; `code` is the
 * reason, and a retry alone will not help.
 */
export class ComputeError extends Error {
  override readonly name = "ComputeError";
  readonly kind: "unavailable" | "rejected";
  /** Null if unavailable. */
  readonly code: ComputeErrorCode | null;
  readonly retryAfterMs: number | null;
  /** For staff and logs; never shown to customers. */
  readonly providerMessage: string;
  /** The provider's id of the request, for its operators. */
  readonly requestId: string | null;

  private constructor(error: {
    kind: "unavailable" | "rejected";
    code: ComputeErrorCode | null;
    retryAfterMs: number | null;
    providerMessage: string;
    requestId: string | null;
    cause?: unknown;
  }) {
    super(
      error.kind === "unavailable"
        ? `The cloud is unavailable: ${error.providerMessage}`
        : `The cloud rejected the request (${error.code}): ${error.providerMessage}`,
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

  static rejected(
    code: ComputeErrorCode,
    providerMessage: string,
    more: { requestId?: string | null } = {},
  ): ComputeError {
    return new ComputeError({
      kind: "rejected",
      code,
      retryAfterMs: null,
      providerMessage,
      requestId: more.requestId ?? null,
    });
  }
}
