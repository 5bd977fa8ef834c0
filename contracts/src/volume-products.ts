/** Types of block storage that are sold, in the staff area. A sync finds them at the compute provider of each region. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  del,
  get,
  Id,
  noContent,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  searchTerm,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { createFieldError, fieldIssue } from "./field-problem.ts";
import { catalogueStatuses } from "./images.ts";
import { defineResource } from "./resource.ts";

export const VolumeProduct = z.object({
  id: Id,
  region: z.object({ handle: z.string(), name: z.string() }),
  /** Name and description of the volume type at the provider. */
  name: z.string(),
  description: z.string(),
  /** Id of the volume type at the provider. */
  providerTypeId: z.string(),
  status: z.enum(catalogueStatuses),
  /** Micro-dollars per GB and month; null until staff set it. */
  rateMicrosPerGbMonth: z.int().min(0).nullable(),
  minSizeGb: z.int(),
  maxSizeGb: z.int(),
  /** Whether the provider had the type at the last sync. */
  isAtProvider: z.boolean(),
  /** Volumes of the type at the last sync, which a change of its status does not affect. */
  impact: z.object({ volumes: z.int(), sizeGb: z.int() }),
  /** When the provider was last asked. */
  checkedAt: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type VolumeProduct = z.infer<typeof VolumeProduct>;

/** The largest volume that can be sold. */
const maxVolumeGb = 65_536;
const sizeGb = z.int().min(1).max(maxVolumeGb);

/** Fields that are left out stay as they are. */
export const VolumeProductUpdate = z
  .strictObject({
    rateMicrosPerGbMonth: z.int().min(0).max(1_000_000_000).optional(),
    minSizeGb: sizeGb.optional(),
    maxSizeGb: sizeGb.optional(),
  })
  .superRefine(({ minSizeGb = 1, maxSizeGb = maxVolumeGb }, context) => {
    if (maxSizeGb < minSizeGb)
      context.addIssue(
        fieldIssue(createFieldError("too_small", { minimum: minSizeGb, unit: "number" }), [
          "maxSizeGb",
        ]),
      );
  });

export const volumeProductsResource = defineResource("volumeProducts", { hasActivity: true });

export const volumeProductListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  status: commaSeparated(catalogueStatuses),
  regionHandle: z.string().max(200).optional(),
  orderBy: orderBy(["name", "region", "updatedAt"]),
});

export const volumeProducts = defineEndpoints(volumeProductsResource, {
  list: get("/admin/volumes-products", {
    summary: "List the types of block storage of each region",
    access: staff("staff.volume.view"),
    query: volumeProductListQuery,
    response: paginated(VolumeProduct),
  }),
  update: put("/admin/volumes-products/:volumeProduct", {
    summary: "Set the price and the sizes of a type of block storage",
    access: staff("staff.volume.manage"),
    requiresReauthentication: true,
    body: VolumeProductUpdate,
    response: VolumeProduct,
  }),
  activate: post("/admin/volumes-products/:volumeProduct/activate", {
    summary: "Sell a type of block storage, which needs a price",
    access: staff("staff.volume.manage"),
    requiresReauthentication: true,
    response: VolumeProduct,
  }),
  deactivate: post("/admin/volumes-products/:volumeProduct/deactivate", {
    summary: "Stop selling a type of block storage. Volumes of the type are kept",
    access: staff("staff.volume.manage"),
    requiresReauthentication: true,
    response: VolumeProduct,
  }),
  remove: del("/admin/volumes-products/:volumeProduct", {
    summary: "Delete a type of block storage, which can be restored. Volumes of the type are kept",
    access: staff("staff.volume.manage"),
    requiresReauthentication: true,
    response: noContent,
  }),
  restore: post("/admin/volumes-products/:volumeProduct/restore", {
    summary: "Restore a deleted type of block storage. It is inactive afterwards",
    access: staff("staff.volume.manage"),
    requiresReauthentication: true,
    response: VolumeProduct,
  }),
});
