/**
 * The statement of the minimal server: the same rows as JSON built by PostgreSQL, the usual way to send rows of many
 * joins. It does not follow changes of Boreal's statement, so that figures stay comparable.
 */
import { type Sql, sql } from "#api/core/db/db.ts";
import { isoTimestamp } from "#api/core/db/list.ts";

/** One instance as JSON. */
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

const joins = (now: Date) => sql`
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
             * billed_seconds(u.interval_number, u.start_second, u.end_second, 0, ${Math.floor(now.getTime() / 1000)})::numeric), 0)) AS cents,
           coalesce(json_agg(json_build_object('startSecond', u.start_second, 'endSecond', u.end_second,
             'rateMicrosPerHour', u.rate_micros_per_hour) ORDER BY u.interval_number), '[]') AS spans
      FROM usage_interval u WHERE u.workspace_id = i.workspace_id AND u.instance_id = i.id) cost ON true`;

/** The newest 15 instances of a workspace. */
export const minimalListQuery = (workspaceId: string, now: Date): Sql => sql`
  SELECT ${instanceJson} AS item FROM (
    SELECT * FROM instance WHERE workspace_id = ${workspaceId} AND status <> 'terminated' ORDER BY created_at DESC, id DESC LIMIT 15) i ${joins(now)}
    ORDER BY i.created_at DESC, i.id DESC`;
