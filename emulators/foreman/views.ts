/** JSON of hosts and host groups, as Foreman's API v2 returns it. */
import type { HostGroupData, HostRow } from "./records.ts";
import type { DatacenterState } from "./state.ts";

export const timeText = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");

const buildLabels = [
  "Installed",
  "Pending installation",
  "Token expired",
  "Installation error",
] as const;

export function buildStatus(row: HostRow, nowMs: number): number {
  if (row.build) return row.tokenExpiresAtMs !== null && nowMs >= row.tokenExpiresAtMs ? 2 : 1;
  return row.buildErrors === null ? 0 : 3;
}

export const statusView = (status: number) => ({
  status_label: buildLabels[status] ?? "Unknown build status",
  status,
});

const parameterViews = (row: HostRow) =>
  row.parameters.map(({ id, name, value, hidden_value: isHidden }) => ({
    id,
    name,
    parameter_type: "string",
    value: isHidden ? "*****" : value,
    "hidden_value?": isHidden,
  }));

/** `withParameters`: always for one host, and for a list that asks for them. */
export function hostView(state: DatacenterState, row: HostRow, withParameters: boolean) {
  const group = state.hostGroup(row.hostGroupId);
  const status = buildStatus(row, state.nowMs());
  const isFaulty = status >= 2;
  return {
    id: row.id,
    name: row.name,
    display_name: row.name,
    ip: row.ip,
    ip6: null,
    mac: row.mac,
    model_name: row.model,
    operatingsystem_id: group?.operatingSystem?.id ?? null,
    operatingsystem_name: group?.operatingSystem?.name ?? null,
    hostgroup_id: row.hostGroupId,
    hostgroup_name: group?.name ?? null,
    hostgroup_title: group?.title ?? null,
    build: row.build,
    enabled: true,
    managed: true,
    provision_method: "build",
    comment: null,
    installed_at: row.installedAtMs === null ? null : timeText(row.installedAtMs),
    created_at: timeText(row.createdAtMs),
    updated_at: timeText(row.updatedAtMs),
    global_status: isFaulty ? 2 : 0,
    global_status_label: isFaulty ? "Error" : "OK",
    build_status: status,
    build_status_label: statusView(status).status_label,
    ...(withParameters ? { parameters: parameterViews(row) } : {}),
  };
}

export const hostGroupView = (group: HostGroupData) => ({
  id: group.id,
  name: group.name,
  title: group.title,
  operatingsystem_id: group.operatingSystem?.id ?? null,
  operatingsystem_name: group.operatingSystem?.name ?? null,
  parent_id: null,
  parent_name: null,
});
