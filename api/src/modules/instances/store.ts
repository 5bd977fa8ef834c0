import type { Variant } from "#contracts/catalogue.ts";
import type { Instance } from "#contracts/instances.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { join, raw, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { inNaturalOrder, likeContains, type ListQuery, resolveSort } from "../../core/db/list.ts";
import { memoizeList } from "../../core/db/memoized-lists.ts";
import { rowColumns } from "../../core/db/row-columns.ts";
import {
  type InstanceColumns,
  instanceColumns,
  type InstanceReferences,
  instanceReferences,
  toInstance,
} from "./instance-columns-store.ts";

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

const loadedColumns = sql`
  i.id, i.workspace_id AS "workspaceId", i.hostname, i.status, i.status_reason AS "statusReason", i.activated_at AS "activatedAt",
  i.display_name AS "displayName", i.delete_protection AS "deleteProtection",
  i.variant, i.region_handle AS "regionHandle", i.undo_until AS "undoUntil",
  i.variant = 'virtual_machine' AND i.activated_at IS NOT NULL AND i.provider_server_id IS NOT NULL AND i.status <> 'unknown' AS "canBeKept",
  json_build_object('id', coalesce(p.created_by, i.created_by)) AS owner`;

/** The default project has no owner, so its instances keep their own creator as owner. */
const ownerProjectJoin = sql`LEFT JOIN project p ON p.workspace_id = i.workspace_id AND p.id = i.project_id AND NOT p.is_default`;

export const findInstance = (id: string): Sql =>
  sql`SELECT ${loadedColumns} FROM instance i ${ownerProjectJoin} WHERE i.id = ${id}`;

/** Locks and re-reads the instance until the transaction ends. */
export const lockInstance = (
  tx: Tx,
  { id, workspaceId }: { id: string; workspaceId: string },
): Promise<InstanceRow> =>
  tx.one(sql`
    SELECT ${loadedColumns} FROM instance i ${ownerProjectJoin}
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

/** Returns the instances of a query that selects whole rows, in its order. */
async function listInstances(tx: Tx, rows: Sql, now: Date): Promise<Instance[]> {
  const found = await tx.tuples<readonly [InstanceReferences | null, ...InstanceColumns]>(sql`
    WITH page AS MATERIALIZED (SELECT base, row_number() OVER () AS place FROM (${rows}) ordered)
    SELECT CASE place WHEN 1 THEN ${instanceReferences} END, ${instanceColumns}
      FROM (SELECT (base).*, place FROM page) i ORDER BY place`);
  const references = found[0]?.[0] ?? null;
  return references === null ? [] : found.map(([, ...row]) => toInstance(row, references, now));
}

/** Returns instances of a workspace by id, in creation order. */
export const listInstancesById = (
  tx: Tx,
  workspaceId: string,
  ids: readonly string[],
  now: Date,
): Promise<Instance[]> =>
  listInstances(
    tx,
    sql`SELECT i AS base FROM instance i WHERE i.workspace_id = ${workspaceId} AND i.id = ANY(${[...ids]}) ORDER BY i.id`,
    now,
  );

/** Returns the instances of `hits` (id, rank), best rank first. */
export const listSearchHits = (
  tx: Tx,
  workspaceId: string,
  hits: Sql,
  now: Date,
): Promise<Instance[]> =>
  listInstances(
    tx,
    sql`SELECT i AS base FROM (${hits}) hit JOIN instance i ON i.id = hit.id
         WHERE i.workspace_id = ${workspaceId} ORDER BY hit.rank, ${inNaturalOrder("i.hostname")}, i.id`,
    now,
  );

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

/** What an instance without an IP address sorts as: it is last in both directions. */
const withoutIp = (orderBy: string | undefined): string =>
  orderBy === "publicIp" ? "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" : "0.0.0.0";

const rowJson = (now: Date) =>
  rowColumns<InstanceColumns, InstanceReferences>(
    instanceColumns,
    instanceReferences,
    (row, references) => toInstance(row, references, now),
  );

export const instancesListQuery = (filter: InstanceFilter, now: Date): ListQuery => ({
  ...listOfFilter(filter),
  rowJson: rowJson(now),
});

/** The statement does not depend on the time, only the cost of its rows does. */
const anyTime = new Date(0);
const listOfFilter = memoizeList((filter: InstanceFilter): ListQuery => {
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
      publicIp: {
        column: sql`coalesce(i.public_ip, ${withoutIp(filter.orderBy)}::inet)`,
        type: "inet",
      },
    },
    { field: "createdAt", descending: true },
  );
  return {
    from: sql`instance i`,
    alias: "i",
    where: [...shared("i"), ...own],
    sort,
    descending,
    rowJson: rowJson(anyTime),
    page: filter,
    ...(own.length === 0
      ? {
          total: sql`(SELECT coalesce(sum(c.instance_count), 0) FROM instance_counter c WHERE ${join(shared("c"), " AND ")})`,
        }
      : {}),
  };
});

const matchesSearch = (term: string) => sql`
  (i.hostname ILIKE ${likeContains(term)} OR i.display_name ILIKE ${likeContains(term)} OR host(i.public_ip) LIKE ${likeContains(term)} OR i.id::text LIKE ${likeContains(term.toLowerCase())})`;
