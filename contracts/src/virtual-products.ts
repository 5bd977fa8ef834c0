/** Products that are sold as virtual machines, and their prices, in the staff area. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  del,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  searchTerm,
  staff,
  Timestamp,
  TimestampInput,
} from "./endpoint.ts";
import { catalogueStatuses } from "./images.ts";
import { RateMicros } from "./money.ts";
import { defineResource } from "./resource.ts";
import { displayName } from "./text.ts";

/** A price never changes. It holds from its date until the date of the next one. */
export const ProductPrice = z.object({
  id: Id,
  rateMicrosPerHour: RateMicros,
  validFrom: Timestamp,
  /** When the next price replaces it; null for the last one. */
  validUntil: Timestamp.nullable(),
});
export type ProductPrice = z.infer<typeof ProductPrice>;

export const VirtualProductRow = z.object({
  id: Id,
  name: z.string(),
  family: z.string(),
  /** The place in lists of customers, from the lowest on. */
  position: z.int(),
  gpuModel: z.string().nullable(),
  gpuCount: z.int(),
  vramGb: z.int(),
  vcpu: z.int(),
  memoryGb: z.int(),
  diskGb: z.int(),
  /** Name of its flavor at the compute provider. */
  flavor: z.string(),
  status: z.enum(catalogueStatuses),
  /** The price now; null without one. */
  rateMicrosPerHour: RateMicros.nullable(),
  /** The next scheduled price; null if none is scheduled. */
  nextPrice: ProductPrice.pick({ rateMicrosPerHour: true, validFrom: true }).nullable(),
  regions: z.array(
    z.object({
      regionHandle: z.string(),
      name: z.string(),
      /** Whether the region has its flavor, as of the last sync. */
      isOffered: z.boolean(),
      /** Instances that can be ordered now; null when the provider does not report it. */
      free: z.int().nullable(),
    }),
  ),
  /** Instances that are not terminated. They keep the price of their order. */
  instanceCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type VirtualProductRow = z.infer<typeof VirtualProductRow>;

/** How many prices a product has in its response. */
export const maxPricesOfProduct = 100;

export const VirtualProduct = VirtualProductRow.extend({
  /** The last 100 by date, the last one first. */
  prices: z.array(ProductPrice),
  /** What a change of its status affects. Instances keep running. */
  impact: z.object({
    instances: z.int(),
    /** Workspaces with these instances. */
    workspaces: z.int(),
    /** Orders that wait for stock and name the product. */
    waitingOrders: z.int(),
  }),
});
export type VirtualProduct = z.infer<typeof VirtualProduct>;

/** How far ahead a price can be scheduled. */
export const maxPriceAheadDays = 730;

export const NewPrice = z.strictObject({
  rateMicrosPerHour: z.int().min(1).max(1_000_000_000),
  /** At most 730 days ahead; by default now. */
  validFrom: TimestampInput.optional(),
});

/** Omitted fields stay unchanged. What the flavor at the provider says is not among them. */
const VirtualProductUpdate = z.strictObject({
  name: displayName().optional(),
  family: displayName().optional(),
  position: z.int().min(0).max(10_000).optional(),
});

export const virtualProductsResource = defineResource("virtualProducts", { hasActivity: true });

export const virtualProductListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  status: commaSeparated(catalogueStatuses),
  regionHandle: z.string().max(200).optional(),
  orderBy: orderBy(["name", "rate", "updatedAt"]),
});

export const virtualProducts = defineEndpoints(virtualProductsResource, {
  list: get("/admin/virtual-products", {
    summary: "List virtual products with their present and next prices",
    access: staff("staff.product.manage"),
    query: virtualProductListQuery,
    response: paginated(VirtualProductRow),
  }),
  view: get("/admin/virtual-products/:virtualProduct", {
    summary: "Get a virtual product with its past, present and scheduled prices",
    access: staff("staff.product.manage"),
    response: VirtualProduct,
  }),
  update: put("/admin/virtual-products/:virtualProduct", {
    summary: "Change the name, the family or the place in lists of a virtual product",
    access: staff("staff.product.manage"),
    requiresReauthentication: true,
    body: VirtualProductUpdate,
    response: VirtualProduct,
  }),
  addPrice: post("/admin/virtual-products/:virtualProduct/prices", {
    summary:
      "Set the price of a virtual product from now or from a later date. Instances keep theirs",
    access: staff("staff.product.manage"),
    requiresReauthentication: true,
    body: NewPrice,
    response: VirtualProduct,
    status: 201,
    idempotent: true,
  }),
  cancelPrice: del("/admin/virtual-products/:virtualProduct/prices/:price", {
    summary: "Cancel a scheduled price before it holds",
    access: staff("staff.product.manage"),
    requiresReauthentication: true,
    response: VirtualProduct,
  }),
  activate: post("/admin/virtual-products/:virtualProduct/activate", {
    summary: "Sell a virtual product, which needs a price",
    access: staff("staff.product.manage"),
    requiresReauthentication: true,
    response: VirtualProduct,
  }),
  deactivate: post("/admin/virtual-products/:virtualProduct/deactivate", {
    summary: "Stop selling a virtual product. Instances of it keep running",
    access: staff("staff.product.manage"),
    requiresReauthentication: true,
    response: VirtualProduct,
  }),
});
