/** SQL of the sync of volume types. It runs as boreal_system. */
import { sql, type Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import type { ComputeVolumeType } from "../../ports/compute-inventory.ts";

/**
 * Adds new types of the region as inactive products, and updates what the provider says of the others. Status, price and
 * sizes belong to staff: the sync never changes them.
 */
export async function saveVolumeTypes(
  tx: Tx,
  regionHandle: string,
  types: readonly ComputeVolumeType[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO volume_product AS v (id, region_handle, provider_type_id, name, description, is_at_provider, volume_count, volume_gb, checked_at,
      created_at, updated_at)
    SELECT id, ${regionHandle}, type_id, name, description, true, volumes, gb, ${now}, ${now}, ${now}
      FROM unnest(${types.map(() => uuidv7(now))}::uuid[], ${types.map(({ typeId }) => typeId)}::text[], ${types.map(({ name }) => name)}::text[],
        ${types.map(({ description }) => description)}::text[], ${types.map(({ volumes }) => volumes.count)}::integer[],
        ${types.map(({ volumes }) => volumes.sizeGb)}::bigint[]) AS found (id, type_id, name, description, volumes, gb)
    ON CONFLICT (region_handle, provider_type_id) DO UPDATE SET name = excluded.name, description = excluded.description, is_at_provider = true,
      volume_count = excluded.volume_count, volume_gb = excluded.volume_gb, checked_at = excluded.checked_at,
      updated_at = CASE WHEN (v.name, v.description, v.is_at_provider) = (excluded.name, excluded.description, true)
        THEN v.updated_at ELSE excluded.updated_at END`);
  await tx.execute(sql`
    UPDATE volume_product SET is_at_provider = false, volume_count = 0, volume_gb = 0, checked_at = ${now},
           updated_at = CASE WHEN is_at_provider THEN ${now} ELSE updated_at END
     WHERE region_handle = ${regionHandle} AND provider_type_id <> ALL(${types.map(({ typeId }) => typeId)})`);
}

/** A region of the configuration that the catalog does not have has no products either. */
export const hasRegion = async (tx: Tx, handle: string): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM region WHERE handle = ${handle}`)) !== null;
