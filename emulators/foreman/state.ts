/**
 * The state of the emulated data center. Each host has its current state and a plan: the pending steps with their due
 * times. Reading a host first applies the steps that are due, so no timers run.
 */
import type { Clock } from "#api/core/lib/clock.ts";
import { readSnapshot, writeSnapshot } from "../lib/snapshot-file.ts";
import type { DatacenterData } from "./default-datacenter.ts";
import { type HostGroupData, type HostRow, Snapshot, type Step } from "./records.ts";

/** Durations of state changes on the emulator's clock. */
export interface Timings {
  shutdownMs: number;
  cycleMs: number;
  installMs: number;
  eraseMs: number;
  /** How long a host may take to fetch its installer. */
  tokenMs: number;
}

export const defaultTimings: Timings = {
  shutdownMs: 20_000,
  cycleMs: 5_000,
  installMs: 480_000,
  eraseMs: 1_800_000,
  tokenMs: 6 * 3_600_000,
};

export class DatacenterState {
  readonly data: DatacenterData;
  readonly timings: Timings;
  private readonly hosts = new Map<number, HostRow>();
  private readonly clock: Clock;
  private readonly path: string | undefined;
  private lastParameterId = 0;

  constructor(data: DatacenterData, clock: Clock, timings: Timings, path: string | undefined) {
    this.data = data;
    this.clock = clock;
    this.timings = timings;
    this.path = path;
    for (const host of data.hosts) this.addHost(structuredClone(host));
    this.load();
  }

  addHost(host: HostRow): void {
    const now = this.nowMs();
    this.hosts.set(host.id, { ...host, createdAtMs: now, updatedAtMs: now });
  }

  nowMs(): number {
    return this.clock.now().getTime();
  }

  all(): HostRow[] {
    const rows = [...this.hosts.values()];
    for (const row of rows) this.catchUp(row);
    return rows;
  }

  /** By id or name, as in the API's paths. */
  find(idOrName: string): HostRow | undefined {
    return this.all().find(({ id, name }) => String(id) === idOrName || name === idOrName);
  }

  hostGroup(id: number | null): HostGroupData | undefined {
    return this.data.hostGroups.find((group) => group.id === id);
  }

  /** Starting a build discards the last one's error and facts, and creates a token for the installer. */
  setBuild(row: HostRow, build: boolean): void {
    if (build && !row.build) {
      row.facts = {};
      row.buildErrors = null;
      row.tokenExpiresAtMs = this.nowMs() + this.timings.tokenMs;
    }
    if (!build) row.tokenExpiresAtMs = null;
    row.build = build;
  }

  /** Replaces all parameters, as Foreman does when a host is updated with a list of them. */
  setParameters(
    row: HostRow,
    parameters: readonly { name: string; value: string; hidden_value: boolean }[],
  ): void {
    row.parameters = parameters.map((parameter) => ({
      ...parameter,
      id:
        row.parameters.find(({ name }) => name === parameter.name)?.id ??
        (this.lastParameterId += 1),
    }));
  }

  start(row: HostRow, atMs: number): void {
    row.isOn = true;
    row.plan = [];
    const boots = row.bootDevice;
    row.bootDevice = "disk";
    const hasToken = row.tokenExpiresAtMs !== null && atMs < row.tokenExpiresAtMs;
    if (boots !== "pxe" || !row.build || !hasToken) return;
    const group = this.hostGroup(row.hostGroupId);
    const duration = group?.isErasing === true ? this.timings.eraseMs : this.timings.installMs;
    const kind = row.name.includes("install-fails") ? "fail_installation" : "finish_installation";
    row.plan = [{ kind, dueAtMs: atMs + duration }];
  }

  /** Ends an installation in progress; the build stays pending. */
  turnOff(row: HostRow): void {
    row.isOn = false;
    row.plan = [];
  }

  plan(row: HostRow, steps: readonly Step[]): void {
    row.plan = [...steps];
  }

  save(): void {
    if (this.path === undefined) return;
    const snapshot = { hosts: [...this.hosts.values()], lastParameterId: this.lastParameterId };
    writeSnapshot(this.path, snapshot);
  }

  private load(): void {
    if (this.path === undefined) return;
    const snapshot = readSnapshot(this.path, Snapshot);
    if (snapshot === null) return;
    for (const row of snapshot.hosts) this.hosts.set(row.id, row);
    this.lastParameterId = snapshot.lastParameterId;
  }

  private catchUp(row: HostRow): void {
    for (;;) {
      const [next, ...later] = row.plan;
      if (next === undefined || next.dueAtMs > this.nowMs()) return;
      row.plan = later;
      this.apply(row, next);
    }
  }

  private apply(row: HostRow, { kind, dueAtMs }: Step): void {
    row.updatedAtMs = dueAtMs;
    if (kind === "power_off") row.isOn = false;
    else if (kind === "start") this.start(row, dueAtMs);
    else if (kind === "fail_installation") {
      this.setBuild(row, false);
      row.buildErrors = "The installer could not partition the disks";
    } else this.finishInstallation(row, dueAtMs);
  }

  private finishInstallation(row: HostRow, atMs: number): void {
    this.setBuild(row, false);
    row.installedAtMs = atMs;
    if (this.hostGroup(row.hostGroupId)?.isErasing !== true) return this.installDisks(row);
    row.contents = {};
    row.facts = Object.fromEntries(
      row.disks.map((device, index) => [
        `boreal_erase::${device}`,
        JSON.stringify({
          serial: diskSerial(row, index),
          method: "nvme_sanitize",
          finished_at: new Date(atMs).toISOString(),
          result: row.name.includes("erase-fails") && index === 0 ? "failed" : "ok",
        }),
      ]),
    );
    this.turnOff(row);
  }

  /** As the partition table of the templates: every disk is erased, except those that the parameter names. */
  private installDisks(row: HostRow): void {
    const parameter = row.parameters.find(({ name }) => name === "boreal_kept_disks")?.value ?? "";
    const kept = parameter.split("\n");
    row.contents = Object.fromEntries(
      Object.entries(row.contents).filter(([device]) => {
        const index = row.disks.indexOf(device);
        return index > 0 && kept.includes(diskSerial(row, index));
      }),
    );
    row.facts = Object.fromEntries(
      row.disks.map((device, index) => [
        `boreal_disk::${device}`,
        JSON.stringify({
          serial: diskSerial(row, index),
          size_bytes: diskBytes,
          system: index === 0,
          content: row.contents[device] ?? null,
        }),
      ]),
    );
  }
}

const diskBytes = 1_920_383_410_176;
const diskSerial = ({ serial }: HostRow, index: number): string => `${serial}-${index + 1}`;
