/** SQL of the images of the catalog, for staff. It runs as boreal_system: they belong to no tenant. */
import type { z } from "zod";
import type {
  AdminImage,
  CatalogueStatus,
  ImageFamily,
  images,
  NewImage,
  RegionChoice,
} from "#contracts/images.ts";
import { raw, sql, type Tx } from "../../core/db/db.ts";
import {
  inNaturalOrder,
  isoTimestamp,
  likeContains,
  type ListQuery,
  resolveSort,
} from "../../core/db/list.ts";
import { isUuid } from "../../core/lib/crypto.ts";

const regionsJson = sql`(SELECT coalesce(json_agg(json_build_object('regionHandle', r.handle, 'name', r.name, 'isReachable', r.unreachable_since IS NULL,
    'source', CASE WHEN c.image_id IS NULL THEN 'name' WHEN c.provider_image_id IS NULL THEN 'none' ELSE 'id' END,
    'glanceId', coalesce(c.provider_image_id, p.provider_image_id), 'isInstallable', p.image_id IS NOT NULL, 'hostGroup', m.host_group)
    ORDER BY r.position, r.handle), '[]')
  FROM region r
  LEFT JOIN image_region_choice c ON c.region_handle = r.handle AND c.image_id = g.id
  LEFT JOIN image_region p ON p.region_handle = r.handle AND p.image_id = g.id
  LEFT JOIN bare_metal_image m ON m.region_handle = r.handle AND m.image_id = g.id)`;

const rowFields = sql`'id', g.id, 'family', g.family, 'name', g.name, 'version', g.version, 'architecture', g.architecture,
  'minDiskGb', g.min_disk_gb, 'minMemoryMb', g.min_memory_mb, 'defaultUser', g.default_user, 'endOfLife', g.end_of_life,
  'supportsSecurityKeys', g.supports_security_keys, 'isDefault', g.is_default, 'status', g.status, 'regions', ${regionsJson},
  'instanceCount', (SELECT count(*) FROM instance i WHERE i.image_id = g.id AND i.status <> 'terminated'),
  'createdAt', ${isoTimestamp("g.created_at")}, 'updatedAt', ${isoTimestamp("g.updated_at")}`;

const impactJson = sql`(SELECT json_build_object('instances', count(*), 'workspaces', count(DISTINCT i.workspace_id),
    'waitingOrders', (SELECT count(*) FROM queued_order q WHERE q.image_id = g.id AND q.status = 'waiting'))
  FROM instance i WHERE i.image_id = g.id AND i.status <> 'terminated')`;

export function imagesQuery(query: z.output<(typeof images)["list"]["query"]>): ListQuery {
  const { search = "", status = [], family, regionHandle = "" } = query;
  const regions = regionHandle.split(",").filter((handle) => handle !== "");
  const sorts = {
    name: { column: inNaturalOrder("g.name"), type: "text" },
    family: { column: inNaturalOrder("g.family"), type: "text" },
    // Images without an end come last.
    endOfLife: { column: raw("coalesce(g.end_of_life, 'infinity'::date)"), type: "date" },
    updatedAt: { column: raw("g.updated_at"), type: "timestamptz" },
  } as const;
  return {
    from: sql`image g`,
    alias: "g",
    where: [
      ...(family === undefined || family === "" ? [] : [sql`g.family = ${family}`]),
      ...(regions.length === 0
        ? []
        : [
            sql`EXISTS (SELECT FROM image_region p WHERE p.image_id = g.id AND p.region_handle = ANY(${regions}))`,
          ]),
      status.length === 0 ? sql`g.status <> 'deleted'` : sql`g.status = ANY(${[...status]})`,
      ...(search === ""
        ? []
        : [
            sql`(g.name ILIKE ${likeContains(search)} OR g.family ILIKE ${likeContains(search)} OR g.id::text = ${search.toLowerCase()}
              OR EXISTS (SELECT FROM image_region p WHERE p.image_id = g.id AND p.provider_image_id = ${search.toLowerCase()}))`,
          ]),
    ],
    ...resolveSort(query.orderBy, sorts, { field: "name", descending: false }),
    rowJson: sql`json_build_object(${rowFields})`,
    joins: sql``,
    page: query,
  };
}

export const listFamilies = (tx: Tx): Promise<ImageFamily[]> =>
  tx.many(sql`
    SELECT g.family, count(*) AS images, count(*) FILTER (WHERE g.status = 'active') AS "activeImages",
           (SELECT json_build_object('id', d.id, 'name', d.name) FROM image d WHERE d.family = g.family AND d.is_default) AS "defaultImage"
      FROM image g WHERE g.status <> 'deleted' GROUP BY g.family ORDER BY ${inNaturalOrder("g.family")}`);

/** Returns null when no such image exists. */
export async function findImage(tx: Tx, id: string): Promise<AdminImage | null> {
  if (!isUuid(id)) return null;
  const row = await tx.maybeOne<{ json: AdminImage }>(
    sql`SELECT json_build_object(${rowFields}, 'impact', ${impactJson}) AS json FROM image g WHERE g.id = ${id}`,
  );
  return row?.json ?? null;
}

/**
 * Locks the image until the transaction ends, so that of two changes at once the second one sees the first. Orders, which
 * only refer to it, do not wait.
 */
export const lockImage = async (tx: Tx, id: string): Promise<boolean> =>
  isUuid(id) &&
  (await tx.maybeOne(sql`SELECT FROM image WHERE id = ${id} FOR NO KEY UPDATE`)) !== null;

/** Serializes what changes names, versions and defaults: two images must not get the same one. Taken before the image. */
export const lockImageNames = (tx: Tx) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('names of images', 0))`);

type ImageNames = Pick<AdminImage, "id" | "family" | "name" | "version">;

/** The image of another id, not deleted, that has the name, or the version in the family; null if both are free. */
export const findImageConflict = (
  tx: Tx,
  { id, family, name, version }: ImageNames,
): Promise<{ sameName: boolean } | null> =>
  tx.maybeOne(sql`
    SELECT name = ${name} AS "sameName" FROM image
     WHERE id <> ${id} AND status <> 'deleted' AND (name = ${name} OR (family = ${family} AND version = ${version}))
     ORDER BY name = ${name} DESC LIMIT 1`);

type ImageFields = Omit<z.output<typeof NewImage>, "regions">;

/** It joins the end of the list that customers see. */
export const insertImage = (tx: Tx, id: string, image: ImageFields, now: Date) =>
  tx.execute(sql`
    INSERT INTO image (id, family, name, version, architecture, min_disk_gb, min_memory_mb, default_user, end_of_life, supports_security_keys,
      status, position, created_at, updated_at)
    SELECT ${id}, ${image.family}, ${image.name}, ${image.version}, ${image.architecture}, ${image.minDiskGb}, ${image.minMemoryMb},
      ${image.defaultUser}, ${image.endOfLife}, ${image.supportsSecurityKeys}, 'inactive', coalesce(max(position) + 1, 0), ${now}, ${now} FROM image`);

export const updateImage = (
  tx: Tx,
  image: Omit<ImageFields, "architecture"> & Pick<AdminImage, "id" | "isDefault" | "architecture">,
  now: Date,
) =>
  tx.execute(sql`
    UPDATE image SET family = ${image.family}, name = ${image.name}, version = ${image.version}, architecture = ${image.architecture},
      min_disk_gb = ${image.minDiskGb}, min_memory_mb = ${image.minMemoryMb}, default_user = ${image.defaultUser}, end_of_life = ${image.endOfLife},
      supports_security_keys = ${image.supportsSecurityKeys}, is_default = ${image.isDefault}, updated_at = ${now}
     WHERE id = ${image.id}`);

/** Takes the default away from the other images of the family. */
export const clearDefault = (
  tx: Tx,
  { id, family }: Pick<AdminImage, "id" | "family">,
  now: Date,
) =>
  tx.execute(
    sql`UPDATE image SET is_default = false, updated_at = ${now} WHERE family = ${family} AND is_default AND id <> ${id}`,
  );

export const setImageStatus = (tx: Tx, id: string, status: CatalogueStatus, now: Date) =>
  tx.execute(sql`UPDATE image SET status = ${status}, updated_at = ${now} WHERE id = ${id}`);

export const listRegionHandles = async (tx: Tx): Promise<string[]> =>
  (await tx.many<{ handle: string }>(sql`SELECT handle FROM region`)).map(({ handle }) => handle);

/** `foundId` is the image that the region installs now; null if it has none. The sync keeps to the choice. */
export async function saveRegionChoice(
  tx: Tx,
  imageId: string,
  { regionHandle, source, glanceId, foundId }: RegionChoice & { readonly foundId: string | null },
): Promise<void> {
  await tx.execute(
    source === "name"
      ? sql`DELETE FROM image_region_choice WHERE image_id = ${imageId} AND region_handle = ${regionHandle}`
      : sql`INSERT INTO image_region_choice (image_id, region_handle, provider_image_id) VALUES (${imageId}, ${regionHandle}, ${glanceId})
          ON CONFLICT (image_id, region_handle) DO UPDATE SET provider_image_id = excluded.provider_image_id`,
  );
  await tx.execute(
    foundId === null
      ? sql`DELETE FROM image_region WHERE image_id = ${imageId} AND region_handle = ${regionHandle}`
      : sql`INSERT INTO image_region (image_id, region_handle, provider_image_id) VALUES (${imageId}, ${regionHandle}, ${foundId})
          ON CONFLICT (image_id, region_handle) DO UPDATE SET provider_image_id = excluded.provider_image_id`,
  );
}

/** Marks the image as changed where only its regions changed. */
export const touchImage = (tx: Tx, id: string, now: Date) =>
  tx.execute(sql`UPDATE image SET updated_at = ${now} WHERE id = ${id}`);
