/** Hypervisors and their usage; for administrators only. */
import { type HypervisorData, stableHexId } from "./cloud-data.ts";
import type { EmulatorResponse } from "../lib/routes.ts";
import type { ServersContext } from "./nova-servers.ts";
import { forbidden } from "./nova-versions.ts";
import { isAdmin } from "./nova-views.ts";

function hypervisorView(
  hypervisor: HypervisorData,
  number: number,
  { minor, state, region }: ServersContext,
) {
  const taken = state.usage(region.name, hypervisor);
  return {
    id: minor >= 53 ? hypervisor.id : number + 1,
    hypervisor_hostname: hypervisor.host,
    state: state.downHosts.has(hypervisor.host) ? "down" : "up",
    status: "enabled",
    hypervisor_type: "QEMU",
    hypervisor_version: 8_002_002,
    host_ip: "192.168.0.10",
    service: {
      id: minor >= 53 ? stableHexId(`service ${hypervisor.host}`) : number + 1,
      host: hypervisor.host,
      disabled_reason: null,
    },
    // From 2.88 on, Placement reports these figures.
    ...(minor >= 88
      ? { uptime: null }
      : {
          vcpus: hypervisor.vcpus,
          memory_mb: hypervisor.memoryMb,
          local_gb: hypervisor.diskGb,
          vcpus_used: taken.vcpus,
          memory_mb_used: taken.memoryMb,
          local_gb_used: taken.diskGb,
          free_ram_mb: hypervisor.memoryMb - taken.memoryMb,
          free_disk_gb: hypervisor.diskGb - taken.diskGb,
          current_workload: 0,
          running_vms: taken.servers,
          disk_available_least: hypervisor.diskGb - taken.diskGb,
          cpu_info: minor >= 28 ? { arch: "x86_64", model: "EPYC-Milan", vendor: "AMD" } : "{}",
        }),
  };
}

export function hypervisors(context: ServersContext, view: "brief" | "detail"): EmulatorResponse {
  if (!isAdmin(context.caller)) {
    const policy = view === "detail" ? "list-detail" : "list";
    return forbidden(
      `Policy doesn't allow os_compute_api:os-hypervisors:${policy} to be performed.`,
    );
  }
  const rows = context.region.hypervisors.map((row, number) =>
    hypervisorView(row, number, context),
  );
  const brief = (row: ReturnType<typeof hypervisorView>) => ({
    id: row.id,
    hypervisor_hostname: row.hypervisor_hostname,
    state: row.state,
    status: row.status,
  });
  return { status: 200, body: { hypervisors: view === "detail" ? rows : rows.map(brief) } };
}
