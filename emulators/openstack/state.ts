/**
 * The state of the emulated cloud. Each server has its current state and a `plan`: the pending steps with
 * their due times. Reading a server first applies the steps that are due, so no timers run and a snapshot
 * needs no clean-up.
 */
import type { z } from "zod";
import type { Clock } from "#api/core/lib/clock.ts";
import { readSnapshot, writeSnapshot } from "../lib/snapshot-file.ts";
import {
  type CloudData,
  defaultVolumeType,
  type HypervisorData,
  type RegionData,
} from "./cloud-data.ts";
import {
  type FloatingIpRow,
  type PortRow,
  type ServerRow,
  Snapshot,
  type Step,
  type VolumeRow,
} from "./records.ts";
import { addressAt, firstHostPosition, lastHostPosition } from "./subnets.ts";

export class CloudState {
  readonly servers = new Map<string, ServerRow>();
  readonly ports = new Map<string, PortRow>();
  readonly floatingIps = new Map<string, FloatingIpRow>();
  readonly volumes = new Map<string, VolumeRow>();
  private readonly deletedFlavors = new Set<string>();
  /** Names of volume types, each with its region: `lulea standard`. */
  readonly deletedVolumeTypes = new Set<string>();
  readonly imageStatuses = new Map<string, string>();
  /** Names of hypervisors that do not report to the cloud. */
  readonly downHosts = new Set<string>();
  readonly data: CloudData;
  private readonly lastAddresses = new Map<string, number>();
  private readonly clock: Clock;
  private readonly mode: "auto" | "manual";
  private readonly path: string | undefined;

  constructor(data: CloudData, clock: Clock, mode: "auto" | "manual", path: string | undefined) {
    this.data = data;
    this.clock = clock;
    this.mode = mode;
    this.path = path;
    this.load();
  }

  /** How far the cloud's clock is ahead of the other clocks. */
  aheadMs = 0;

  nowMs(): number {
    return this.clock.now().getTime() + this.aheadMs;
  }

  region(name: string): RegionData | undefined {
    return this.data.regions.find((region) => region.name === name);
  }

  /** Flavors that can be ordered. Servers still report a deleted flavor. */
  flavorsOf(region: RegionData) {
    return region.flavors.filter(({ id }) => !this.deletedFlavors.has(`${region.name} ${id}`));
  }

  volumeTypesOf(region: RegionData) {
    return [defaultVolumeType, ...(region.volumeTypes ?? [])].filter(
      ({ name }) => !this.deletedVolumeTypes.has(`${region.name} ${name}`),
    );
  }

  /** Returns false if the flavor does not exist. */
  deleteFlavor(region: string, name: string): boolean {
    const flavor = this.region(region)?.flavors.find((known) => known.name === name);
    if (flavor === undefined) return false;
    this.deletedFlavors.add(`${region} ${flavor.id}`);
    return true;
  }

  /** Servers of a region as of now, newest first, as Nova lists them. */
  serversOf(region: string): ServerRow[] {
    const rows = [...this.servers.values()].filter((row) => row.region === region);
    for (const row of rows) this.catchUp(row);
    return rows.reverse();
  }

  server(region: string, id: string): ServerRow | undefined {
    const row = this.servers.get(id);
    if (row === undefined || row.region !== region) return undefined;
    this.catchUp(row);
    return row;
  }

  /** Applies the next step regardless of its due time; returns false if the plan is empty. */
  step(row: ServerRow): boolean {
    const next = row.plan.shift();
    if (next === undefined) return false;
    this.apply(
      row,
      next,
      Math.max(this.mode === "manual" ? this.nowMs() : next.dueAtMs, row.updatedAtMs),
    );
    return true;
  }

  /** Replaces the server's plan. */
  request(row: ServerRow, taskState: string, steps: Step[]): void {
    row.taskState = taskState;
    row.updatedAtMs = this.nowMs();
    row.plan = steps;
  }

  /** Applies a state immediately, for control requests. */
  force(row: ServerRow, step: Omit<Step, "dueAtMs">): void {
    row.plan = [];
    this.apply(row, { ...step, dueAtMs: this.nowMs() }, this.nowMs());
  }

  imageStatus(id: string): string {
    return this.imageStatuses.get(id) ?? "active";
  }

  /** The next free IP address of a network, or null if it is full. */
  nextAddress(networkId: string, cidr: string): string | null {
    const taken = new Set([
      ...[...this.ports.values()]
        .filter((port) => port.networkId === networkId)
        .map((port) => port.ip),
      ...[...this.floatingIps.values()]
        .filter((row) => row.networkId === networkId)
        .map((row) => row.ip),
    ]);
    const usable = lastHostPosition(cidr) + 1 - firstHostPosition;
    const last = this.lastAddresses.get(networkId) ?? firstHostPosition - 1;
    for (let tried = 0; tried < usable; tried += 1) {
      const position = firstHostPosition + ((last + 1 - firstHostPosition + tried) % usable);
      const ip = addressAt(cidr, position);
      if (taken.has(ip)) continue;
      this.lastAddresses.set(networkId, position);
      return ip;
    }
    return null;
  }

  usage(region: string, hypervisor: HypervisorData) {
    const onHost = this.serversOf(region).filter(
      (row) => row.host === hypervisor.host && row.vmState !== "deleted",
    );
    const used = { vcpus: 0, memoryMb: 0, diskGb: 0, gpus: 0, servers: onHost.length };
    for (const row of onHost) {
      const flavor = this.region(region)?.flavors.find((known) => known.id === row.flavorId);
      used.vcpus += flavor?.vcpus ?? 0;
      used.memoryMb += flavor?.ramMb ?? 0;
      used.diskGb += flavor?.diskGb ?? 0;
      used.gpus += Number(flavor?.extraSpecs["pci_passthrough:alias"]?.split(":")[1] ?? 0);
    }
    return used;
  }

  save(): void {
    if (this.path === undefined) return;
    const snapshot: z.infer<typeof Snapshot> = {
      servers: [...this.servers.values()],
      ports: [...this.ports.values()],
      floatingIps: [...this.floatingIps.values()],
      volumes: [...this.volumes.values()],
      lastAddresses: Object.fromEntries(this.lastAddresses),
      imageStatuses: Object.fromEntries(this.imageStatuses),
    };
    writeSnapshot(this.path, snapshot);
  }

  private load(): void {
    if (this.path === undefined) return;
    const snapshot = readSnapshot(this.path, Snapshot);
    if (snapshot === null) return;
    for (const row of snapshot.servers) this.servers.set(row.id, row);
    for (const row of snapshot.ports) this.ports.set(row.id, row);
    for (const row of snapshot.floatingIps) this.floatingIps.set(row.id, row);
    for (const row of snapshot.volumes) this.volumes.set(row.id, row);
    for (const [id, last] of Object.entries(snapshot.lastAddresses))
      this.lastAddresses.set(id, last);
    for (const [id, status] of Object.entries(snapshot.imageStatuses))
      this.imageStatuses.set(id, status);
  }

  private catchUp(row: ServerRow): void {
    if (this.mode === "manual") return;
    while ((row.plan[0]?.dueAtMs ?? Number.POSITIVE_INFINITY) <= this.nowMs()) this.step(row);
  }

  private apply(row: ServerRow, step: Step, atMs: number): void {
    const wasRunning = row.vmState === "active" && row.taskState === null;
    row.vmState = step.vmState;
    row.taskState = step.taskState;
    row.updatedAtMs = atMs;
    row.fault =
      step.fault === undefined
        ? step.vmState === "error"
          ? row.fault
          : null
        : { ...step.fault, createdAtMs: atMs };
    if (step.vmState === "active" && step.taskState === null && !wasRunning) row.boots += 1;
    if (step.vmState === "active") row.launchedAtMs ??= atMs;
    if (step.vmState === "error" && row.launchedAtMs === null) row.host = null;
    if (step.vmState === "deleted") this.markDeleted(row, atMs);
    const action = row.actions.at(-1);
    if (step.taskState === null && action?.finishedAtMs === null) {
      action.finishedAtMs = atMs;
      action.result = step.vmState === "error" ? "Error" : "Success";
    }
  }

  /** Like Nova: the row stays for `changes-since`, without its tags, metadata and ports. */
  private markDeleted(row: ServerRow, atMs: number): void {
    row.deletedAtMs = atMs;
    row.tags = [];
    row.metadata = {};
    for (const id of row.portIds) {
      const port = this.ports.get(id);
      if (port === undefined) continue;
      if (row.ownedPortIds.includes(id)) this.removePort(id);
      else if (port.deviceId === row.id)
        this.ports.set(id, { ...port, deviceId: "", updatedAtMs: atMs });
    }
    row.portIds = [];
    for (const volume of this.volumesOf(row)) {
      if (volume.deletedWithServer) this.volumes.delete(volume.id);
      else this.volumes.set(volume.id, { ...volume, serverId: null, updatedAtMs: atMs });
    }
  }

  volumesOf(server: ServerRow): VolumeRow[] {
    return [...this.volumes.values()].filter(({ serverId }) => serverId === server.id);
  }

  removePort(id: string): void {
    this.ports.delete(id);
    for (const row of this.floatingIps.values()) {
      if (row.portId !== id) continue;
      row.portId = null;
      row.updatedAtMs = this.nowMs();
      row.revision += 1;
    }
  }
}
