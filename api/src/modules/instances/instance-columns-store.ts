/**
 * Instances of a response: the columns of each, what a page of them refers to, and the JSON object that the server
 * makes of both.
 */
import type { Instance } from "#contracts/instances.ts";
import { costCents, minimumBilledSeconds } from "#contracts/rating.ts";
import { sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { toEpochSeconds } from "../billing/metering.ts";

/** One row of `instanceColumns`, in their order. Times are PostgreSQL's text in UTC: parsing them takes longer than copying. */
export type InstanceColumns = readonly [
  id: string,
  hostname: string,
  displayName: string | null,
  deleteProtection: boolean,
  variant: Instance["variant"],
  status: Instance["status"],
  statusReason: string | null,
  regionHandle: string,
  productId: string,
  imageId: string,
  projectId: string | null,
  creatorId: string,
  publicIp: string | null,
  privateIp: string | null,
  hourlyRate: number,
  /**
   * Start second, end second, micro-dollars per hour, minimum seconds and cap of each interval, oldest first. The last two
   * are left out where they are the usual ones.
   */
  intervals:
    | readonly (readonly [
        number,
        number | null,
        number,
        number | null | undefined,
        number | null | undefined,
      ])[]
    | null,
  createdAt: string,
  updatedAt: string,
  activatedAt: string | null,
  terminatedAt: string | null,
  undoUntil: string | null,
];

export const instanceColumns = sql`
  i.id, i.hostname, i.display_name, i.delete_protection, i.variant, i.status, i.status_reason, i.region_handle, i.product_id, i.image_id, i.project_id,
  i.created_by, host(i.public_ip) AS public_ip, host(i.private_ip) AS private_ip, i.rate_micros_per_hour,
  (SELECT json_agg(CASE WHEN u.granularity_seconds = 1 AND u.minimum_seconds = ${minimumBilledSeconds} AND u.cap_hours IS NULL
      THEN ARRAY[u.start_second, u.end_second, u.rate_micros_per_hour * u.quantity]
      ELSE ARRAY[u.billed_start_second, u.billed_end_second, u.rate_micros_per_hour * u.quantity, 0, u.cap_hours] END ORDER BY u.interval_number)
     FROM usage_interval u WHERE u.instance_id = i.id) AS intervals,
  i.created_at::text, i.updated_at::text, i.activated_at::text, i.terminated_at::text, i.undo_until::text`;

/** Rows by id; null instead of an object without rows. */
type ById<T> = Readonly<Record<string, T>> | null;

/** What the instances of a page refer to, and what refers to them by instance. */
export interface InstanceReferences {
  regions: ById<{ name: string; gramsCo2PerKwh: number }>;
  products: ById<Omit<Instance["product"], "id"> & { powerWatts: number }>;
  images: ById<Omit<Instance["image"], "id">>;
  /** The default project has no owner, so its instances are owned by their creators. */
  projects: ById<{ name: string; colour: string; owner: Instance["owner"] | null }>;
  creators: ById<string>;
  credentials: ById<NonNullable<Instance["credential"]>>;
  erasures: ById<NonNullable<Instance["erasure"]>>;
  openCommands: ById<NonNullable<Instance["openCommand"]>>;
}

export const instanceReferences = sql`json_build_object(
  'regions', (SELECT json_object_agg(r.handle, json_build_object('name', r.name, 'gramsCo2PerKwh', r.grams_co2_per_kwh))
    FROM region r WHERE r.handle IN (SELECT (base).region_handle FROM page)),
  'products', (SELECT json_object_agg(p.id, json_build_object('name', p.name, 'gpuCount', p.gpu_count, 'gpuModel', p.gpu_model, 'vramGb', p.vram_gb,
      'vcpu', p.vcpu, 'memoryGb', p.memory_gb, 'diskGb', p.disk_gb, 'powerWatts', p.power_watts))
    FROM product p WHERE p.id IN (SELECT (base).product_id FROM page)),
  'images', (SELECT json_object_agg(g.id, json_build_object('name', g.name, 'defaultUser', g.default_user))
    FROM image g WHERE g.id IN (SELECT (base).image_id FROM page)),
  'projects', (SELECT json_object_agg(p.id, json_build_object('name', p.name, 'colour', p.colour,
      'owner', CASE WHEN NOT p.is_default THEN json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) END))
    FROM project p JOIN user_account u ON u.id = p.created_by WHERE p.id IN (SELECT (base).project_id FROM page)),
  'creators', (SELECT json_object_agg(u.id, u.first_name || ' ' || u.last_name)
    FROM user_account u WHERE u.id IN (SELECT (base).created_by FROM page)),
  'credentials', (SELECT json_object_agg(n.instance_id, json_build_object('id', n.id, 'name', n.name)) FROM (
    SELECT DISTINCT ON (ic.instance_id) ic.instance_id, c.id, c.name
      FROM instance_credential ic JOIN credential c ON c.workspace_id = ic.workspace_id AND c.id = ic.credential_id
     WHERE ic.instance_id IN (SELECT (base).id FROM page) ORDER BY ic.instance_id, c.name, c.id) n),
  'erasures', (SELECT json_object_agg(e.instance_id, json_build_object('status', e.status, 'requestedAt', ${isoTimestamp("e.requested_at")},
      'finishedAt', ${isoTimestamp("e.finished_at")}))
    FROM disk_erasure e WHERE e.instance_id IN (SELECT (base).id FROM page WHERE (base).variant = 'bare_metal')),
  'openCommands', (SELECT json_object_agg(o.instance_id, json_build_object('id', o.id, 'kind', o.kind, 'status', o.status)) FROM (
    SELECT DISTINCT ON (c.instance_id) c.instance_id, c.id, c.kind, c.status
      FROM command c WHERE c.instance_id IN (SELECT (base).id FROM page) AND c.status IN ('queued', 'running', 'waiting')
     ORDER BY c.instance_id, c.created_at DESC, c.id DESC) o))`;

/** The row that a foreign key guarantees. */
function referenced<T>(rows: ById<T>, id: string): T {
  const row = rows?.[id];
  if (row === undefined) throw new Error(`An instance refers to ${id}, which was not read`);
  return row;
}

/** PostgreSQL's text of a timestamptz in UTC, such as `2026-05-15 09:00:00.5+00`, in the format of responses. */
function toIso(text: string): string {
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
const toIsoOrNull = (text: string | null) => (text === null ? null : toIso(text));

export function toInstance(row: InstanceColumns, all: InstanceReferences, now: Date): Instance {
  const [
    id,
    hostname,
    displayName,
    deleteProtection,
    variant,
    status,
    statusReason,
    regionHandle,
    productId,
    imageId,
    projectId,
    creatorId,
    publicIp,
    privateIp,
    hourlyRate,
    intervals,
    createdAt,
    updatedAt,
    activatedAt,
    terminatedAt,
    undoUntil,
  ] = row;
  const usage = (intervals ?? []).map(
    ([startSecond, endSecond, rateMicrosPerHour, minimumSeconds, capHours]) => ({
      startSecond,
      endSecond,
      rateMicrosPerHour,
      ...(minimumSeconds != null && { minimumSeconds }),
      ...(capHours != null && { capHours }),
    }),
  );
  const region = referenced(all.regions, regionHandle);
  const { powerWatts, ...product } = referenced(all.products, productId);
  // Row-level security may hide the project.
  const project = projectId === null ? undefined : all.projects?.[projectId];
  const createdBy = { id: creatorId, name: referenced(all.creators, creatorId) };
  return {
    id,
    hostname,
    displayName,
    deleteProtection,
    variant,
    status,
    statusReason,
    region: { handle: regionHandle, name: region.name },
    product: { id: productId, ...product },
    image: { id: imageId, ...referenced(all.images, imageId) },
    project:
      projectId === null || project === undefined
        ? null
        : { id: projectId, name: project.name, colour: project.colour },
    credential: all.credentials?.[id] ?? null,
    publicIp,
    privateIp,
    hourlyRate,
    costSoFar: { cents: costCents(usage, 0, toEpochSeconds(now)), currency: "USD" },
    usage,
    erasure: all.erasures?.[id] ?? null,
    energy: { method: "modeled", powerWatts, gramsCo2PerKwh: region.gramsCo2PerKwh },
    createdBy,
    owner: project?.owner ?? createdBy,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    activatedAt: toIsoOrNull(activatedAt),
    terminatedAt: toIsoOrNull(terminatedAt),
    undoUntil: toIsoOrNull(undoUntil),
    openCommand: all.openCommands?.[id] ?? null,
  };
}
