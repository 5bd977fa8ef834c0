/** Networks, subnets, ports and floating IPs in Neutron's JSON format. */
import { type NetworkData, stableHexId, stableUuid } from "./cloud-data.ts";
import { secondsIso } from "./service.ts";
import type { FloatingIpRow, PortRow } from "./records.ts";
import type { CloudState } from "./state.ts";
import { addressAt, firstHostPosition, lastHostPosition } from "./subnets.ts";

const createdAt = "2026-01-15T08:00:00Z";

export function networkView(network: NetworkData) {
  const project = stableHexId("project boreal");
  return {
    id: network.id,
    name: network.name,
    tenant_id: project,
    admin_state_up: true,
    mtu: network.external ? 1500 : 1450,
    status: "ACTIVE",
    subnets: [network.subnetId],
    shared: false,
    availability_zone_hints: [],
    availability_zones: [],
    ipv4_address_scope: null,
    ipv6_address_scope: null,
    "router:external": network.external,
    description: "",
    port_security_enabled: true,
    ...(network.external ? { is_default: true } : {}),
    tags: [],
    created_at: createdAt,
    updated_at: createdAt,
    revision_number: 2,
    project_id: project,
  };
}

export function subnetView(network: NetworkData) {
  const project = stableHexId("project boreal");
  const { cidr } = network;
  return {
    id: network.subnetId,
    name: `${network.name}-v4`,
    tenant_id: project,
    network_id: network.id,
    ip_version: 4,
    subnetpool_id: null,
    enable_dhcp: !network.external,
    ipv6_ra_mode: null,
    ipv6_address_mode: null,
    gateway_ip: addressAt(cidr, 1),
    cidr,
    allocation_pools: [
      { start: addressAt(cidr, firstHostPosition), end: addressAt(cidr, lastHostPosition(cidr)) },
    ],
    host_routes: [],
    dns_nameservers: [],
    description: "",
    service_types: [],
    tags: [],
    created_at: createdAt,
    updated_at: createdAt,
    revision_number: 0,
    project_id: project,
  };
}

export function portView(port: PortRow) {
  return {
    id: port.id,
    name: port.name,
    network_id: port.networkId,
    tenant_id: port.projectId,
    mac_address: port.mac,
    admin_state_up: true,
    status: port.deviceId === "" ? "DOWN" : "ACTIVE",
    device_id: port.deviceId,
    device_owner: port.deviceId === "" ? "" : "compute:nova",
    fixed_ips: [{ subnet_id: port.subnetId, ip_address: port.ip }],
    project_id: port.projectId,
    port_security_enabled: true,
    security_groups:
      port.securityGroupIds.length > 0
        ? port.securityGroupIds
        : [securityGroupId(port.region, "default")],
    "binding:vnic_type": "normal",
    allowed_address_pairs: [],
    extra_dhcp_opts: [],
    description: port.description,
    tags: port.tags,
    created_at: secondsIso(port.createdAtMs),
    updated_at: secondsIso(port.updatedAtMs),
    revision_number: port.revision,
  };
}

export function floatingIpView(row: FloatingIpRow, state: CloudState) {
  const port = row.portId === null ? undefined : state.ports.get(row.portId);
  return {
    id: row.id,
    tenant_id: row.projectId,
    floating_ip_address: row.ip,
    floating_network_id: row.networkId,
    router_id: port === undefined ? null : stableUuid(`router ${row.region}`),
    port_id: row.portId,
    fixed_ip_address: port?.ip ?? null,
    status: port === undefined ? "DOWN" : "ACTIVE",
    project_id: row.projectId,
    description: row.description,
    port_details:
      port === undefined
        ? null
        : {
            name: port.name,
            network_id: port.networkId,
            mac_address: port.mac,
            admin_state_up: true,
            status: port.deviceId === "" ? "DOWN" : "ACTIVE",
            device_id: port.deviceId,
            device_owner: port.deviceId === "" ? "" : "compute:nova",
          },
    tags: row.tags,
    created_at: secondsIso(row.createdAtMs),
    updated_at: secondsIso(row.updatedAtMs),
    revision_number: row.revision,
  };
}

export const securityGroupId = (region: string, name: string) =>
  stableUuid(`security group ${region} ${name}`);

export function securityGroupView(name: string, region: string, project: string) {
  return {
    id: securityGroupId(region, name),
    name,
    stateful: true,
    tenant_id: project,
    description: name === "default" ? "Default security group" : "",
    shared: false,
    security_group_rules: [],
    tags: [],
    created_at: createdAt,
    updated_at: createdAt,
    revision_number: 1,
    project_id: project,
  };
}
