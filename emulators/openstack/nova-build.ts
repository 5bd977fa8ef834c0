/** The build of a server: its host, and the steps with their times. */
import type { HypervisorData } from "./cloud-data.ts";
import { faultFromName } from "./named-faults.ts";
import type { ServersContext } from "./nova-servers.ts";
import type { ServerRow, Step } from "./records.ts";
import type { Timings } from "./timings.ts";

export function buildPlan(
  row: ServerRow,
  timings: Timings,
  nowMs: number,
  exceededVolumeQuota: number | null,
): Step[] {
  const scheduledAtMs = nowMs + timings.scheduleMs;
  // The hypervisor creates the volume, so the order was already accepted.
  if (exceededVolumeQuota !== null) {
    const message = `Build of instance ${row.id} aborted: VolumeLimitExceeded: Maximum number of volumes allowed (${exceededVolumeQuota}) exceeded for quota 'volumes'.`;
    const fault = { code: 500, message };
    return [{ dueAtMs: scheduledAtMs, vmState: "error", taskState: null, fault }];
  }
  if (row.host === null) {
    const fault = { code: 500, message: "No valid host was found. " };
    return [{ dueAtMs: scheduledAtMs, vmState: "error", taskState: null, fault }];
  }
  const name = faultFromName(row.name);
  const spawnMs = name === "slow-build" ? timings.slowBuildMs : timings.spawnMs;
  const pluggedAtMs = scheduledAtMs + timings.networkMs;
  const last = { dueAtMs: pluggedAtMs + spawnMs, taskState: null };
  return [
    { dueAtMs: scheduledAtMs, vmState: "building", taskState: "networking" },
    { dueAtMs: pluggedAtMs, vmState: "building", taskState: "spawning" },
    name === "build-error"
      ? {
          ...last,
          vmState: "error",
          fault: {
            code: 500,
            message: `Build of instance ${row.id} aborted: the hypervisor could not start the guest.`,
          },
        }
      : { ...last, vmState: "active" },
  ];
}

/** The first host with capacity. Hosts without GPUs come first, so that CPU servers do not fill GPU hosts. */
export function chooseHost(
  { region, state }: ServersContext,
  row: ServerRow,
): HypervisorData | undefined {
  const flavor = region.flavors.find((known) => known.id === row.flavorId);
  if (flavor === undefined) return undefined;
  const [alias = "", count = "0"] = flavor.extraSpecs["pci_passthrough:alias"]?.split(":") ?? [];
  return region.hypervisors
    .toSorted((a, b) => Object.keys(a.gpus).length - Object.keys(b.gpus).length)
    .find((host) => {
      const used = state.usage(region.name, host);
      return (
        host.vcpus - used.vcpus >= flavor.vcpus &&
        host.memoryMb - used.memoryMb >= flavor.ramMb &&
        host.diskGb - used.diskGb >= flavor.diskGb &&
        (Number(count) === 0 || (host.gpus[alias] ?? 0) - used.gpus >= Number(count))
      );
    });
}
