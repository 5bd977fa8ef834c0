/** SQL of instances for staff. It runs as boreal_system: it reads all tenants. */
import type { z } from "zod";
import type { AdminInstance, adminInstances } from "#contracts/admin-instances.ts";
import { isIP } from "node:net";
import { join, raw, sql, type Tx } from "../../core/db/db.ts";
import {
  inNaturalOrder,
  isOneOf,
  isoTimestamp,
  type ListQuery,
  type ListSearch,
  resolveSort,
} from "../../core/db/list.ts";
import { isTypedId, matchesHandle, searchOfParts } from "../../core/db/search-terms.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { instanceLogLines } from "../commands/admin-handlers.ts";

type Query = z.output<(typeof adminInstances)["list"]["query"]>;

const joins = sql`
  JOIN workspace w ON w.id = i.workspace_id
  JOIN region ON region.handle = i.region_handle
  JOIN product ON product.id = i.product_id
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', c.id, 'kind', c.kind, 'status', c.status, 'waitingSince', (
        SELECT ${isoTimestamp("min(l.waiting_for_staff_since)")} FROM instance_log l WHERE l.command_id = c.id AND c.status = 'waiting')) AS json
      FROM command c WHERE c.instance_id = i.id AND c.status IN ('queued', 'running', 'waiting')
     ORDER BY c.created_at DESC, c.id DESC LIMIT 1) open_command ON true`;

const rowWorkspace = sql`'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name)`;
const workspace = sql`'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name, 'isSuspended', w.status = 'suspended')`;

const fields = sql`
  'id', i.id, 'hostname', i.hostname, 'variant', i.variant, 'status', i.status, 'statusReason', i.status_reason,
  'region', json_build_object('handle', region.handle, 'name', region.name),
  'product', json_build_object('id', product.id, 'name', product.name),
  'publicIp', host(i.public_ip), 'createdAt', ${isoTimestamp("i.created_at")}, 'openCommand', open_command.json`;

/** By the hostname, the handle of the workspace, or the whole address or id. */
function searchFor(term: string): ListSearch {
  const hostname = matchesHandle(sql`i.hostname`, term);
  const exact = [
    ...(isIP(term) === 0 ? [] : [sql`i.public_ip = ${term}::inet`]),
    ...isTypedId(sql`i.id`, term),
  ];
  const named = matchesHandle(sql`s.handle`, term);
  return searchOfParts(
    join(
      [hostname, ...exact, sql`(SELECT ${named} FROM workspace s WHERE s.id = i.workspace_id)`],
      " OR ",
    ),
    [
      // Terminated instances, of which there are more every day, have an index of their own.
      sql`(i.status <> 'terminated' AND ${hostname})`,
      sql`(i.status = 'terminated' AND ${hostname})`,
      ...exact,
      sql`i.workspace_id IN (SELECT s.id FROM workspace s WHERE ${named})`,
    ],
  );
}

export function adminInstancesQuery(query: Query): ListQuery {
  const { search = "", status = [], variants = [], regionHandle = "", waiting } = query;
  const regions = regionHandle.split(",").filter((handle) => handle !== "");
  const sorts = {
    hostname: { column: inNaturalOrder("i.hostname"), type: "text" },
    createdAt: { column: raw("i.created_at"), type: "timestamptz" },
  } as const;
  return {
    from: sql`instance i`,
    alias: "i",
    where: [
      ...(variants.length === 0 ? [] : [isOneOf("i.variant", variants)]),
      ...(regions.length === 0 ? [] : [isOneOf("i.region_handle", regions)]),
      status.length === 0 ? sql`i.status <> 'terminated'` : isOneOf("i.status", status),
      ...(waiting === undefined
        ? []
        : [sql`i.id IN (SELECT c.instance_id FROM command c WHERE c.status = 'waiting')`]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "createdAt", descending: true }),
    rowJson: sql`json_build_object(${fields}, ${rowWorkspace})`,
    joins,
    ...(search !== "" && { search: searchFor(search) }),
    forceCustomPlan: search !== "" || variants.length + regions.length + status.length > 0,
    page: query,
  };
}

const maxLogLines = 200;

const details = sql`
  'image', json_build_object('id', image.id, 'name', image.name),
  'project', CASE WHEN project.id IS NOT NULL THEN json_build_object('id', project.id, 'name', project.name) END,
  'privateIp', host(i.private_ip), 'hourlyRate', i.rate_micros_per_hour,
  'createdBy', json_build_object('id', maker.id, 'name', maker.first_name || ' ' || maker.last_name),
  'deleteProtection', i.delete_protection, 'undoUntil', ${isoTimestamp("i.undo_until")},
  'updatedAt', ${isoTimestamp("i.updated_at")}, 'activatedAt', ${isoTimestamp("i.activated_at")},
  'terminatedAt', ${isoTimestamp("i.terminated_at")}, 'providerServerId', i.provider_server_id,
  'providerPortId', i.provider_port_id, 'providerFloatingIpId', i.provider_floating_ip_id,
  'log', ${instanceLogLines("i", maxLogLines)}`;

/** Returns null when no such instance ever existed. */
export async function findAdminInstance(tx: Tx, id: string): Promise<AdminInstance | null> {
  if (!isUuid(id)) return null;
  const row = await tx.maybeOne<{ instance: AdminInstance }>(sql`
    SELECT json_build_object(${fields}, ${workspace}, ${details}) AS instance
      FROM instance i ${joins} JOIN image ON image.id = i.image_id JOIN user_account maker ON maker.id = i.created_by
      LEFT JOIN project ON project.workspace_id = i.workspace_id AND project.id = i.project_id
     WHERE i.id = ${id}`);
  return row?.instance ?? null;
}
