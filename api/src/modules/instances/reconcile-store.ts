/** SQL of the comparison with providers. It runs as boreal_system: a region belongs to no tenant. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";

export interface LastReading {
  /** Timestamp of the provider's clock. */
  until: Date | null;
  fullyAt: Date | null;
  aheadMs: number | null;
}

export const lastReading = (tx: Tx, regionHandle: string): Promise<LastReading | null> =>
  tx.maybeOne(sql`SELECT reconciled_through AS until, fully_reconciled_at AS "fullyAt", clock_offset_ms AS "aheadMs"
    FROM region WHERE handle = ${regionHandle}`);

/** Excludes instances with an open command, which changes their state itself, and instances that never ran. */
const isCompared = sql`i.activated_at IS NOT NULL AND i.status IN ('active', 'rebooting', 'stopped', 'error', 'unknown')
  AND NOT EXISTS (SELECT FROM command c WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting'))`;

export interface ReconciledInstance {
  id: string;
  workspaceId: string;
  hostname: string;
  status: InstanceStatus;
  statusReason: string | null;
  serverId: string;
}

export const saveReading = (tx: Tx, regionHandle: string, reading: LastReading): Promise<number> =>
  tx.execute(sql`UPDATE region SET reconciled_through = ${reading.until}, clock_offset_ms = ${reading.aheadMs},
    fully_reconciled_at = ${reading.fullyAt} WHERE handle = ${regionHandle}`);

/** Returns servers of compared instances that are not among `serverIds`. */
export async function listServersMissingFrom(
  tx: Tx,
  regionHandle: string,
  serverIds: readonly string[],
): Promise<string[]> {
  const missing = await tx.many<{
    serverId: string;
  }>(sql`SELECT i.provider_server_id AS "serverId" FROM instance i
    WHERE i.region_handle = ${regionHandle} AND ${isCompared} AND i.provider_server_id <> ALL(${[...serverIds]})`);
  return missing.map(({ serverId }) => serverId);
}

export const lockReconciledInstances = (
  tx: Tx,
  regionHandle: string,
  serverIds: readonly string[],
): Promise<ReconciledInstance[]> =>
  tx.many<ReconciledInstance>(sql`
    SELECT i.id, i.workspace_id AS "workspaceId", i.hostname, i.status, i.status_reason AS "statusReason", i.provider_server_id AS "serverId"
      FROM instance i
     WHERE i.region_handle = ${regionHandle} AND i.provider_server_id = ANY(${[...serverIds]}) AND ${isCompared}
     ORDER BY i.id FOR UPDATE OF i`);

/** Returns the compared instances on bare metal, with the name of their host as `serverId`. */
export const listBareMetalInstances = (
  tx: Tx,
  regionHandle: string,
): Promise<ReconciledInstance[]> =>
  tx.many<ReconciledInstance>(sql`
    SELECT i.id, i.workspace_id AS "workspaceId", i.hostname, i.status, i.status_reason AS "statusReason", b.foreman_host AS "serverId"
      FROM instance i JOIN bare_metal_item b ON b.instance_id = i.id
     WHERE i.region_handle = ${regionHandle} AND b.state = 'in_use' AND ${isCompared}
     ORDER BY i.id FOR UPDATE OF i`);

/** Returns which of these servers belong to an instance. */
export async function listInstanceServers(
  tx: Tx,
  regionHandle: string,
  serverIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.many<{ id: string }>(sql`SELECT provider_server_id AS id FROM instance
    WHERE region_handle = ${regionHandle} AND provider_server_id = ANY(${[...serverIds]})`);
  return rows.map(({ id }) => id);
}

export interface ResourceOwner {
  id: string;
  serverId: string | null;
  portId: string | null;
  addressId: string | null;
  /** True while a command is open: then any resource with its key may be in use. */
  isBusy: boolean;
  isTerminated: boolean;
}

/** Returns instances by the keys on their provider resources. */
export const listResourceOwners = (
  tx: Tx,
  regionHandle: string,
  keys: readonly string[],
): Promise<ResourceOwner[]> =>
  tx.many<ResourceOwner>(sql`
    SELECT i.id::text, i.provider_server_id AS "serverId", i.provider_port_id AS "portId", i.provider_floating_ip_id AS "addressId",
           EXISTS (SELECT FROM command c WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting')) AS "isBusy",
           i.status = 'terminated' AND i.undo_until IS NULL AS "isTerminated"
      FROM instance i WHERE i.region_handle = ${regionHandle} AND i.id::text = ANY(${[...keys]})`);

export const saveOrphanCount = (
  tx: Tx,
  regionHandle: string,
  count: number,
  oldestAt: Date | null,
): Promise<number> =>
  tx.execute(sql`UPDATE region SET orphan_count = ${count}, oldest_orphan_at = ${oldestAt}
    WHERE handle = ${regionHandle}`);

export interface RegionFigures {
  handle: string;
  aheadMs: number | null;
  orphans: number;
  oldestAt: Date | null;
  /** Commands with a step that staff have to complete or fail. */
  waiting: number;
}

export const listRegionFigures = (tx: Tx): Promise<RegionFigures[]> =>
  tx.many<RegionFigures>(
    sql`SELECT handle, clock_offset_ms AS "aheadMs", orphan_count AS orphans, oldest_orphan_at AS "oldestAt",
          (SELECT count(*)::integer FROM command c WHERE c.region_handle = handle AND c.status = 'waiting') AS waiting
        FROM region`,
  );
