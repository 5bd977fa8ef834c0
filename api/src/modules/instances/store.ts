import type { Variant } from "#contracts/catalogue.ts";
import type { Instance } from "#contracts/instances.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { toEpochSeconds } from "../billing/metering.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import {
  inNaturalOrder,
  likeContains,
  isoTimestamp,
  type ListQuery,
  resolveSort,
} from "../../core/db/list.ts";

/** An instance as loaded for authorization. */
export interface InstanceRow {
  id: string;
  workspaceId: string;
  hostname: string;
  status: InstanceStatus;
  statusReason: string | null;
  activatedAt: Date | null;
  displayName: string | null;
  deleteProtection: boolean;
  variant: Variant;
  regionHandle: string;
  /** Until when its termination can be undone. */
  undoUntil: Date | null;
  /** Whether its server can be kept after a termination. */
  canBeKept: boolean;
  /** Creator of its project; of the instance itself when it is in the default project. */
  owner: { id: string };
}

const rowColumns = sql`
  i.id, i.workspace_id AS "workspaceId", i.hostname, i.status, i.status_reason AS "statusReason", i.activated_at AS "activatedAt",
  i.display_name AS "displayName", i.delete_protection AS "deleteProtection",
  i.variant, i.region_handle AS "regionHandle", i.undo_until AS "undoUntil",
  i.variant = 'virtual_machine' AND i.activated_at IS NOT NULL AND i.provider_server_id IS NOT NULL AND i.status <> 'unknown' AS "canBeKept",
  json_build_object('id', coalesce(p.created_by, i.created_by)) AS owner`;

/** The default project has no owner, so its instances keep their own creator as owner. */
const ownerProjectJoin = sql`LEFT JOIN project p ON p.workspace_id = i.workspace_id AND p.id = i.project_id AND NOT p.is_default`;

export const findInstance = (id: string): Sql =>
  sql`SELECT ${rowColumns} FROM instance i ${ownerProjectJoin} WHERE i.id = ${id}`;

/** Locks and re-reads the instance until the transaction ends. */
export const lockInstance = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<InstanceRow> =>
  tx.one(sql`
    SELECT ${rowColumns} FROM instance i ${ownerProjectJoin}
     WHERE i.id = ${id} AND i.workspace_id = ${workspaceId} FOR UPDATE OF i`);

export const setInstanceStatus = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
  to: { status: InstanceStatus; reason: string | null },
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE instance SET status = ${to.status}, status_reason = ${to.reason}, updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId}`);

export const setInstanceSettings = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
  to: Pick<InstanceRow, "displayName" | "deleteProtection">,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE instance SET display_name = ${to.displayName}, delete_protection = ${to.deleteProtection}, updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId}`);

/** One instance as JSON; requires the joins of `extras`. */
const instanceJson = sql`json_build_object(
  'id', i.id, 'hostname', i.hostname, 'displayName', i.display_name,
  'deleteProtection', i.delete_protection, 'variant', i.variant, 'status', i.status, 'statusReason', i.status_reason,
  'region', json_build_object('handle', region.handle, 'name', region.name),
  'product', json_build_object('id', product.id, 'name', product.name, 'gpuCount', product.gpu_count, 'gpuModel', product.gpu_model,
    'vramGb', product.vram_gb, 'vcpu', product.vcpu, 'memoryGb', product.memory_gb, 'diskGb', product.disk_gb),
  'image', json_build_object('id', image.id, 'name', image.name, 'defaultUser', image.default_user),
  'project', CASE WHEN project.id IS NULL THEN NULL ELSE json_build_object('id', project.id, 'name', project.name, 'colour', project.colour) END,
  'credential', credential.named, 'publicIp', host(i.public_ip), 'privateIp', host(i.private_ip), 'hourlyRate', i.rate_micros_per_hour,
  'costSoFar', json_build_object('cents', cost.cents, 'currency', 'USD'), 'usage', cost.spans,
  'erasure', CASE i.variant WHEN 'bare_metal' THEN (SELECT json_build_object('status', e.status, 'requestedAt', ${isoTimestamp("e.requested_at")}, 'finishedAt', ${isoTimestamp("e.finished_at")})
    FROM disk_erasure e WHERE e.workspace_id = i.workspace_id AND e.instance_id = i.id) END,
  'energy', json_build_object('method', 'modeled', 'powerWatts', product.power_watts, 'gramsCo2PerKwh', region.grams_co2_per_kwh),
  'createdBy', json_build_object('id', maker.id, 'name', maker.first_name || ' ' || maker.last_name),
  'owner', json_build_object('id', owner.id, 'name', owner.first_name || ' ' || owner.last_name),
  'createdAt', ${isoTimestamp("i.created_at")}, 'updatedAt', ${isoTimestamp("i.updated_at")},
  'activatedAt', ${isoTimestamp("i.activated_at")}, 'terminatedAt', ${isoTimestamp("i.terminated_at")},
  'undoUntil', ${isoTimestamp("i.undo_until")},
  'openCommand', (SELECT json_build_object('id', c.id, 'kind', c.kind, 'status', c.status) FROM command c
    WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting') ORDER BY c.created_at DESC, c.id DESC LIMIT 1))`;

const extras = (now: Date) => sql`
  JOIN region ON region.handle = i.region_handle
  JOIN product ON product.id = i.product_id
  JOIN image ON image.id = i.image_id
  JOIN user_account maker ON maker.id = i.created_by
  LEFT JOIN project ON project.workspace_id = i.workspace_id AND project.id = i.project_id
  JOIN user_account owner ON owner.id = CASE WHEN project.id IS NULL OR project.is_default THEN i.created_by ELSE project.created_by END
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', c.id, 'name', c.name) AS named
      FROM instance_credential ic JOIN credential c ON c.workspace_id = ic.workspace_id AND c.id = ic.credential_id
     WHERE ic.workspace_id = i.workspace_id AND ic.instance_id = i.id ORDER BY c.name, c.id LIMIT 1) credential ON true
  LEFT JOIN LATERAL (
    SELECT round_to_cents(coalesce(sum(u.rate_micros_per_hour
             * billed_seconds(u.interval_number, u.start_second, u.end_second, 0, ${toEpochSeconds(now)})::numeric), 0)) AS cents,
           coalesce(json_agg(json_build_object('startSecond', u.start_second, 'endSecond', u.end_second,
             'rateMicrosPerHour', u.rate_micros_per_hour) ORDER BY u.interval_number), '[]') AS spans
      FROM usage_interval u WHERE u.workspace_id = i.workspace_id AND u.instance_id = i.id) cost ON true`;

/** Returns instances of a workspace by id, in creation order. */
export async function listInstancesById(
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  now: Date,
): Promise<Instance[]> {
  const rows = await tx.many<{ item: Instance }>(sql`
    SELECT ${instanceJson} AS item FROM instance i ${extras(now)}
     WHERE i.workspace_id = ${workspaceId} AND i.id = ANY(${[...ids]}) ORDER BY i.id`);
  return rows.map(({ item }) => item);
}

/** Returns the instances of `hits` (id, rank), best rank first. */
export async function listSearchHits(
  tx: Tx,
  workspaceId: string,
  hits: Sql,
  now: Date,
): Promise<Instance[]> {
  const rows = await tx.many<{ item: Instance }>(sql`
    SELECT ${instanceJson} AS item FROM (${hits}) hit JOIN instance i ON i.id = hit.id ${extras(now)}
     WHERE i.workspace_id = ${workspaceId} ORDER BY hit.rank, ${inNaturalOrder("i.hostname")}, i.id`);
  return rows.map(({ item }) => item);
}

export interface InstanceFilter {
  page: number;
  perPage: number;
  after?: string | undefined;
  before?: string | undefined;
  search?: string | undefined;
  variants?: readonly string[] | undefined;
  regionHandle?: string | undefined;
  status?: readonly string[] | undefined;
  project?: string | undefined;
  order?: string | undefined;
  orderBy?: string | undefined;
}

/** Value of `project` that selects instances outside every project. */
const noProjectFilter = "none";

export function instancesListQuery(filter: InstanceFilter, now: Date): ListQuery {
  const regionHandles = filter.regionHandle?.split(",").filter((handle) => handle !== "") ?? [];
  // Conditions on columns that instances and their counters share.
  const shared = (alias: string): Sql[] => {
    const column = (name: string) => raw(`${alias}.${name}`);
    const conditions: Sql[] = [];
    if (filter.variants !== undefined && filter.variants.length > 0)
      conditions.push(sql`${column("variant")} = ANY(${[...filter.variants]})`);
    if (regionHandles.length > 0)
      conditions.push(sql`${column("region_handle")} = ANY(${regionHandles})`);
    conditions.push(
      filter.status !== undefined && filter.status.length > 0
        ? sql`${column("status")} = ANY(${[...filter.status]})`
        : sql`${column("status")} <> 'terminated'`,
    );
    if (filter.project === noProjectFilter) conditions.push(sql`${column("project_id")} IS NULL`);
    else if (filter.project !== undefined)
      conditions.push(
        isUuid(filter.project) ? sql`${column("project_id")} = ${filter.project}` : sql`false`,
      );
    return conditions;
  };
  const term = filter.search === "" ? undefined : filter.search;
  // Conditions on columns that the counters lack.
  const own = [
    ...(term === undefined ? [] : [matchesSearch(term)]),
    ...(filter.order === undefined ? [] : [sql`i.order_id = ${filter.order}`]),
  ];
  const { sort, descending } = resolveSort<
    "hostname" | "createdAt" | "status" | "hourlyRate" | "publicIp"
  >(
    filter.orderBy,
    {
      hostname: { column: inNaturalOrder("i.hostname"), type: "text" },
      createdAt: { column: sql`i.created_at`, type: "timestamptz" },
      status: { column: sql`i.status`, type: "text" },
      hourlyRate: { column: sql`i.rate_micros_per_hour`, type: "bigint" },
      publicIp: { column: sql`coalesce(i.public_ip, '0.0.0.0')`, type: "inet" },
    },
    { field: "createdAt", descending: true },
  );
  return {
    from: sql`instance i`,
    alias: "i",
    where: [...shared("i"), ...own],
    sort,
    descending,
    rowJson: instanceJson,
    joins: extras(now),
    page: filter,
    ...(own.length === 0
      ? {
          total: sql`(SELECT coalesce(sum(c.instance_count), 0) FROM instance_counter c WHERE ${join(shared("c"), " AND ")})`,
        }
      : {}),
  };
}

const matchesSearch = (term: string) => sql`
  (i.hostname ILIKE ${likeContains(term)} OR i.display_name ILIKE ${likeContains(term)} OR host(i.public_ip) LIKE ${likeContains(term)} OR i.id::text LIKE ${likeContains(term.toLowerCase())})`;
