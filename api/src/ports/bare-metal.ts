/**
 * Bare-metal port: the hosts of one region, independent of the provider. The implementation is Foreman
 * (api/src/providers/foreman); no code outside that folder knows it.
 *
 * A host exists before it is rented and after. Boreal decides in its own database who rents it; the provider installs
 * it, controls its power, and stores the key of the instance on it.
 *
 * Rules of every implementation, verified by the contract suite:
 * - Every rejection or outage is a `ComputeError`; no other error is thrown for a response of the provider.
 * - Every request that changes something runs the check of `checkedBy` first.
 * - Every operation can be repeated after a lost response.
 * - No operation waits for a host to reach a state: read it with `host` and `powerState`.
 */
import type { ComputeKey } from "./compute.ts";

export interface BareMetalProvider {
  /** The same region with a check that runs right before each changing request; an error of the check is rethrown. */
  checkedBy(check: () => Promise<void>): BareMetalProvider;

  /** All hosts that the credentials may see. */
  hosts(): Promise<BareMetalHost[]>;

  /** Null if the host does not exist. */
  host(hostId: string): Promise<BareMetalHost | null>;

  /** The profiles a host can be installed with: operating systems, and erasing its disks. */
  hostGroups(): Promise<HostGroup[]>;

  /** Reads the power from the host's management controller. Takes seconds on real hardware. */
  powerState(hostId: string): Promise<PowerState>;

  /**
   * Requests a change of power. `shutdown` asks the operating system, which may ignore it. Succeeds if the host is
   * already in that state. Throws `not_found`, or `conflict` if the controller rejects it: `cycle` while the host is
   * off.
   */
  setPower(hostId: string, action: HostPowerAction): Promise<void>;

  /** The next start boots from the network. An installation needs it. */
  bootFromNetwork(hostId: string): Promise<void>;

  /**
   * Prepares the installation of a host that is off; it begins when the host next boots from the network. Replaces what
   * an earlier installation stored on the host, and discards its error and its erase report.
   */
  requestInstallation(hostId: string, requested: InstallationRequest): Promise<void>;

  /** The host boots from its disk again. Succeeds if no installation is pending. */
  cancelInstallation(hostId: string): Promise<void>;

  /** Removes the key, the SSH keys and the user data from the host. */
  release(hostId: string): Promise<void>;

  /** What the last installation with an erasing profile reported, one entry per disk; empty until it has. */
  eraseReport(hostId: string): Promise<ErasedDisk[]>;

  /** What the last installation of an operating system reported, one entry per disk; empty until it has. */
  installedDisks(hostId: string): Promise<InstalledDisk[]>;

  /** Signs in and asks for the version. */
  ping(): Promise<{ apiVersion: string }>;
}

export interface BareMetalHost {
  hostId: string;
  /** The provider's name, which a customer's hostname does not change. */
  name: string;
  /** The instance on it; null if it is not rented. */
  key: ComputeKey | null;
  mac: string | null;
  ip: string | null;
  hostGroup: { hostGroupId: string; name: string } | null;
  installation: InstallationState;
  /** When the last installation finished; null before the first. */
  installedAt: Date | null;
}

/** `token_expired`: the host did not fetch its installer in time. `failed`: the installer reported an error. */
export type InstallationState = "installed" | "pending" | "token_expired" | "failed" | "unknown";

export interface HostGroup {
  hostGroupId: string;
  /** With the names of its parents: `Ubuntu 24.04/GPU`. */
  title: string;
  operatingSystem: string | null;
}

export type PowerState = "on" | "off" | "unknown";
export type HostPowerAction = "on" | "off" | "shutdown" | "cycle";

export interface InstallationRequest {
  key: ComputeKey;
  hostGroupId: string;
  hostname: string;
  /** OpenSSH public keys, one line each. */
  sshKeys: readonly string[];
  userData?: string;
  /** Serial numbers of the disks that the installation leaves as they are. It erases all others. */
  keptDisks?: readonly string[];
}

export interface InstalledDisk {
  /** `sda`, `nvme0n1`. */
  device: string;
  serial: string;
  /** Null if the installer does not know it. */
  sizeBytes: number | null;
  /** Whether the operating system is on it. */
  isSystem: boolean;
  /** Such as `ext4 "data"`; null for an empty disk. */
  content: string | null;
}

export interface ErasedDisk {
  /** `sda`, `nvme0n1`. */
  device: string;
  serial: string;
  /** Such as `nvme_sanitize` or `overwrite`. */
  method: string;
  finishedAt: Date;
  succeeded: boolean;
}
