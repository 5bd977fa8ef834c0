/** SQL of one bare-metal item with its history. It runs as boreal_system: items belong to no tenant. */
import type { BareMetalItem, ItemCheck } from "#contracts/bare-metal-items.ts";
import { type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { instanceJson, itemFields, itemJoins } from "./store.ts";

const maxEvents = 200;
const maxEntries = 50;

const checkConditions = (now: Date): Readonly<Record<ItemCheck, Sql>> => ({
  state: sql`b.state = 'available'`,
  unused: sql`b.instance_id IS NULL`,
  erased: sql`NOT b.has_customer_data`,
  product: sql`p.status = 'active' AND EXISTS (SELECT FROM price_snapshot s WHERE s.product_id = p.id AND s.valid_from <= ${now})`,
  image: sql`EXISTS (SELECT FROM bare_metal_image m JOIN image g ON g.id = m.image_id AND g.status = 'active' WHERE m.region_handle = b.region_handle)`,
  provider: sql`r.bare_metal_unreachable_since IS NULL`,
});

function checksJson(now: Date): Sql {
  const { state, unused, erased, product, image, provider } = checkConditions(now);
  const one = (check: ItemCheck, condition: Sql) =>
    sql`json_build_object('check', ${check}::text, 'isMet', ${condition})`;
  return sql`json_build_array(${one("state", state)}, ${one("unused", unused)}, ${one("erased", erased)},
    ${one("product", product)}, ${one("image", image)}, ${one("provider", provider)})`;
}

const instanceJoins = sql`LEFT JOIN instance ei ON ei.id = e.instance_id LEFT JOIN workspace ew ON ew.id = ei.workspace_id`;

const events = sql`(SELECT coalesce(json_agg(event.json ORDER BY event.id DESC), '[]') FROM (
    SELECT e.id, json_build_object('id', e.id, 'at', ${isoTimestamp("e.at")}, 'kind', e.kind, 'state', e.state, 'reason', e.reason,
      'instance', ${instanceJson("ei", "ew")}) AS json
      FROM bare_metal_item_event e ${instanceJoins} WHERE e.item_id = b.id ORDER BY e.id DESC LIMIT ${maxEvents}) event)`;

const erasures = sql`(SELECT coalesce(json_agg(erasure.json ORDER BY erasure.at DESC, erasure.id DESC), '[]') FROM (
    SELECT e.id, e.requested_at AS at, json_build_object('id', e.id, 'instance', ${instanceJson("ei", "ew")}, 'status', e.status,
      'requestedAt', ${isoTimestamp("e.requested_at")}, 'finishedAt', ${isoTimestamp("e.finished_at")},
      'certificate', CASE WHEN e.status = 'complete' THEN json_build_object('disks', e.disks, 'serialsSha256', e.serials_sha256) END) AS json
      FROM disk_erasure e ${instanceJoins} WHERE e.item_id = b.id ORDER BY e.requested_at DESC, e.id DESC LIMIT ${maxEntries}) erasure)`;

const commands = sql`(SELECT coalesce(json_agg(done.json ORDER BY done.at DESC, done.id DESC), '[]') FROM (
    SELECT c.id, c.created_at AS at, json_build_object('id', c.id, 'kind', c.kind, 'status', c.status, 'createdAt', ${isoTimestamp("c.created_at")},
      'finishedAt', ${isoTimestamp("c.finished_at")},
      'failedStep', CASE WHEN c.status IN ('failed', 'timed_out') THEN (SELECT l.step FROM instance_log l
        WHERE l.command_id = c.id AND l.status = 'failed' ORDER BY l.position DESC LIMIT 1) END,
      'error', CASE WHEN c.error_code IS NOT NULL THEN json_build_object('code', c.error_code, 'message', coalesce(c.error_message, '')) END) AS json
      FROM command c WHERE c.subject = 'bare_metal_item ' || b.id ORDER BY c.created_at DESC, c.id DESC LIMIT ${maxEntries}) done)`;

/** Returns null when no such item exists. */
export async function findBareMetalItem(
  tx: Tx,
  id: string,
  now: Date,
): Promise<BareMetalItem | null> {
  if (!isUuid(id)) return null;
  const row = await tx.maybeOne<{ item: BareMetalItem }>(sql`
    SELECT json_build_object(${itemFields}, 'checks', ${checksJson(now)}, 'events', ${events}, 'erasures', ${erasures}, 'commands', ${commands}) AS item
      FROM bare_metal_item b ${itemJoins} WHERE b.id = ${id}`);
  return row?.item ?? null;
}
