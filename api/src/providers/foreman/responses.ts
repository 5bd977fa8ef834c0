/** Responses of Foreman's API v2, as far as Boreal reads them, in Boreal's terms. */
import { z } from "zod";
import type {
  BareMetalHost,
  ErasedDisk,
  HostGroup,
  InstallationState,
  InstalledDisk,
} from "#api/ports/bare-metal.ts";

/** Foreman writes `2026-05-04 09:00:00 UTC`. */
const Time = z
  .string()
  .transform((text) => new Date(text.replace(" UTC", "Z").replace(" ", "T")))
  .refine((time) => !Number.isNaN(time.getTime()));

export const ForemanHost = z.object({
  id: z.int(),
  name: z.string(),
  mac: z.string().nullish(),
  ip: z.string().nullish(),
  hostgroup_id: z.int().nullish(),
  hostgroup_title: z.string().nullish(),
  build_status: z.int().nullish(),
  installed_at: Time.nullish(),
  parameters: z.array(z.object({ name: z.string(), value: z.unknown() })).optional(),
});
export type ForemanHost = z.infer<typeof ForemanHost>;

export const ForemanHostGroup = z.object({
  id: z.int(),
  title: z.string(),
  operatingsystem_name: z.string().nullish(),
});

/** Names of the host parameters that the installation templates read. */
export const parameterNames = {
  key: "boreal_key",
  hostname: "boreal_hostname",
  sshKeys: "boreal_ssh_keys",
  userData: "boreal_user_data",
  keptDisks: "boreal_kept_disks",
} as const;

/** `HostStatus::BuildStatus` of Foreman. */
const installationStates: Readonly<Record<number, InstallationState>> = {
  0: "installed",
  1: "pending",
  2: "token_expired",
  3: "failed",
};

export function toHost(host: ForemanHost): BareMetalHost {
  const key = host.parameters?.find(({ name }) => name === parameterNames.key)?.value;
  return {
    hostId: String(host.id),
    name: host.name,
    key: typeof key === "string" && key !== "" ? key : null,
    mac: host.mac ?? null,
    ip: host.ip ?? null,
    hostGroup:
      host.hostgroup_id == null
        ? null
        : { hostGroupId: String(host.hostgroup_id), name: host.hostgroup_title ?? "" },
    installation: installationStates[host.build_status ?? -1] ?? "unknown",
    installedAt: host.installed_at ?? null,
  };
}

export const toHostGroup = (group: z.infer<typeof ForemanHostGroup>): HostGroup => ({
  hostGroupId: String(group.id),
  title: group.title,
  operatingSystem: group.operatingsystem_name ?? null,
});

/** Facts of a host by its name, as `GET /hosts/:id/facts` returns them. A host without facts has no entry. */
export const Facts = z.object({
  results: z.record(z.string(), z.record(z.string(), z.string().nullable())),
});

const DiskReport = z.object({
  serial: z.string(),
  method: z.string(),
  finished_at: Time,
  result: z.enum(["ok", "failed"]),
});

const diskFact = /^boreal_erase::([a-z0-9]+)$/;

const InstalledDiskReport = z.object({
  serial: z.string().min(1).max(128),
  size_bytes: z.int().min(0).nullish(),
  system: z.boolean(),
  content: z.string().nullish(),
});
const installedDiskFact = /^boreal_disk::([a-z0-9]{1,32})$/;
const maxContentLength = 200;

/**
 * The installer of an operating system uploads one fact for each disk, `boreal_disk::sda`, with a JSON object as its
 * value. A disk whose report cannot be read is left out, so that nobody can ask to keep it.
 */
export function toInstalledDisks(facts: Readonly<Record<string, string | null>>): InstalledDisk[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const device = installedDiskFact.exec(name)?.[1];
    const report = InstalledDiskReport.safeParse(parseJson(value ?? ""));
    if (device === undefined || !report.success) return [];
    const { serial, size_bytes: sizeBytes, system: isSystem, content } = report.data;
    return [
      {
        device,
        serial,
        sizeBytes: sizeBytes ?? null,
        isSystem,
        content: content?.slice(0, maxContentLength) ?? null,
      },
    ];
  });
}

/** The erasing installer uploads one fact for each disk, `boreal_erase::sda`, with a JSON object as its value. */
export function toEraseReport(facts: Readonly<Record<string, string | null>>): ErasedDisk[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const device = diskFact.exec(name)?.[1];
    if (device === undefined) return [];
    const report = DiskReport.safeParse(parseJson(value ?? ""));
    // A disk whose report cannot be read is not erased.
    if (!report.success)
      return [{ device, serial: "", method: "unknown", finishedAt: new Date(0), succeeded: false }];
    const { serial, method, finished_at: finishedAt, result } = report.data;
    return [{ device, serial, method, finishedAt, succeeded: result === "ok" }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
