/** Bare-metal products and the items that they sell, in the staff area. */
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
import { RateMicros } from "./money.ts";
import { commandStatuses } from "./commands.ts";
import { defineResource } from "./resource.ts";
import { displayName, multilineText } from "./text.ts";

export const itemStates = [
  "available",
  "reserved",
  "in_use",
  "erasing",
  "maintenance",
  "broken",
  "retired",
] as const;
export type ItemState = (typeof itemStates)[number];

/** States that staff set; commands set the others, and a removal sets `retired`. */
export const editableItemStates = ["available", "maintenance", "broken"] as const;
export type EditableItemState = (typeof editableItemStates)[number];

/**
 * What an item needs to be sold, in the order in which staff would check it:
 * - `state`: its state is `available`.
 * - `unused`: no instance reserves or uses it.
 * - `erased`: nothing of a customer is left on its disks.
 * - `product`: its product is active and has a price.
 * - `image`: its region installs an image on bare metal.
 * - `provider`: the provider of its region responds.
 */
export const itemChecks = ["state", "unused", "erased", "product", "image", "provider"] as const;
export type ItemCheck = (typeof itemChecks)[number];

const ItemInstance = z.object({
  id: Id,
  hostname: z.string(),
  workspace: z.object({ id: Id, handle: z.string(), name: z.string() }),
});

export const BareMetalItemRow = z.object({
  id: Id,
  product: z.object({ id: Id, name: z.string() }),
  region: z.object({ handle: z.string(), name: z.string() }),
  serial: z.string(),
  /** Name of the host in Foreman. */
  foremanHost: z.string(),
  /** Added to the host group of an image where Foreman has one of that name below it; empty without one. */
  hostGroup: z.string(),
  rack: z.string(),
  /** How many disks an erasure has to report. */
  diskCount: z.int(),
  state: z.enum(itemStates),
  /** Why it is in maintenance or broken; null without a reason. */
  stateReason: z.string().nullable(),
  note: z.string(),
  /** From its first use until its disks are erased. */
  hasCustomerData: z.boolean(),
  /** The instance that reserves or uses it. */
  instance: ItemInstance.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type BareMetalItemRow = z.infer<typeof BareMetalItemRow>;

/**
 * - `state`: the item changed its state.
 * - `installation_requested`, `installed`, `installation_failed`: an installation, or an erasure while it is erased.
 */
export const itemEventKinds = [
  "state",
  "installation_requested",
  "installed",
  "installation_failed",
] as const;

export const BareMetalItemEvent = z.object({
  id: z.int(),
  at: Timestamp,
  kind: z.enum(itemEventKinds),
  /** The state after it. */
  state: z.enum(itemStates),
  reason: z.string().nullable(),
  instance: ItemInstance.nullable(),
});
export type BareMetalItemEvent = z.infer<typeof BareMetalItemEvent>;

/** The erasure after the use by an instance. */
export const ItemErasure = z.object({
  id: Id,
  instance: ItemInstance,
  status: z.enum(["in_progress", "complete", "failed"]),
  requestedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  /** Null until it is complete. */
  certificate: z
    .object({
      disks: z.array(z.object({ device: z.string(), method: z.string(), finishedAt: Timestamp })),
      /** SHA-256 of the serial numbers of the disks, sorted and joined by line feeds, in hexadecimal. */
      serialsSha256: z.string(),
    })
    .nullable(),
});
export type ItemErasure = z.infer<typeof ItemErasure>;

/** A command that erases the item. */
export const ItemCommand = z.object({
  id: Id,
  kind: z.string(),
  status: z.enum(commandStatuses),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  /** The step at which it stopped; null unless it failed. */
  failedStep: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ItemCommand = z.infer<typeof ItemCommand>;

export const BareMetalItem = BareMetalItemRow.extend({
  /** It can be sold when all of them are met. */
  checks: z.array(z.object({ check: z.enum(itemChecks), isMet: z.boolean() })),
  /** The newest 200, newest first. */
  events: z.array(BareMetalItemEvent),
  /** The newest 50, newest first. */
  erasures: z.array(ItemErasure),
  /** The newest 50, newest first. */
  commands: z.array(ItemCommand),
});
export type BareMetalItem = z.infer<typeof BareMetalItem>;

const name = (max: number) => displayName(max);
const optionalName = (max: number) => z.union([z.literal(""), displayName(max)]);
const reason = multilineText(500).pipe(z.string().min(1));

export const NewBareMetalItem = z.strictObject({
  region: z.string().min(1).max(200),
  serial: name(100),
  foremanHost: name(255),
  hostGroup: optionalName(255).default(""),
  rack: optionalName(100).default(""),
  diskCount: z.int().min(1).max(100),
  note: multilineText(1000).default(""),
});

/** Fields that are left out stay as they are. */
export const BareMetalItemUpdate = z.strictObject({
  serial: name(100).optional(),
  foremanHost: name(255).optional(),
  hostGroup: optionalName(255).optional(),
  rack: optionalName(100).optional(),
  diskCount: z.int().min(1).max(100).optional(),
  note: multilineText(1000).optional(),
  state: z.enum(editableItemStates).optional(),
  /** Required with the states `maintenance` and `broken`. */
  reason: reason.optional(),
});

export const bareMetalItemsResource = defineResource("bareMetalItems", { hasActivity: true });

export const bareMetalItemListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  product: Id.optional(),
  regionHandle: z.string().max(200).optional(),
  state: commaSeparated(itemStates),
  orderBy: orderBy(["serial", "rack", "updatedAt"]),
});

export const bareMetalItems = defineEndpoints(bareMetalItemsResource, {
  list: get("/admin/bare-metal-product-items", {
    summary: "List the items of bare-metal products",
    access: staff("staff.bm_item.view"),
    query: bareMetalItemListQuery,
    response: paginated(BareMetalItemRow),
  }),
  view: get("/admin/bare-metal-product-items/:bareMetalItem", {
    summary: "Get an item with its history and what it needs to be sold",
    access: staff("staff.bm_item.view"),
    response: BareMetalItem,
  }),
  update: put("/admin/bare-metal-product-items/:bareMetalItem", {
    summary:
      "Change an item, take it out of sale with a reason, or make it available once its disks are erased",
    access: staff("staff.bm_item.manage"),
    requiresReauthentication: true,
    body: BareMetalItemUpdate,
    response: BareMetalItem,
  }),
  retire: del("/admin/bare-metal-product-items/:bareMetalItem", {
    summary: "Retire an item that no instance uses. Its history and its certificates are kept",
    access: staff("staff.bm_item.manage"),
    requiresReauthentication: true,
    response: noContent,
  }),
  retryErasure: post("/admin/bare-metal-product-items/:bareMetalItem/retry-erasure", {
    summary: "Erase the disks of an item again whose erasure failed",
    access: staff("staff.bm_item.manage"),
    requiresReauthentication: true,
    response: BareMetalItem,
    status: 202,
    idempotent: true,
  }),
});

export const BareMetalProductRow = z.object({
  id: Id,
  name: z.string(),
  family: z.string(),
  gpuModel: z.string().nullable(),
  gpuCount: z.int(),
  vcpu: z.int(),
  memoryGb: z.int(),
  diskGb: z.int(),
  status: z.enum(["active", "inactive", "deleted"]),
  /** Null while it has no price. */
  rateMicrosPerHour: RateMicros.nullable(),
  /** Number of items in each state. */
  itemCounts: z.object({
    available: z.int(),
    reserved: z.int(),
    in_use: z.int(),
    erasing: z.int(),
    maintenance: z.int(),
    broken: z.int(),
    retired: z.int(),
  } satisfies Record<ItemState, z.ZodInt>),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type BareMetalProductRow = z.infer<typeof BareMetalProductRow>;

/** How many items a product has in its response; the list of items has all. */
export const maxItemsOfProduct = 200;

export const BareMetalProduct = BareMetalProductRow.extend({
  /** Its first 200 items by serial number, without retired ones. */
  items: z.array(BareMetalItemRow),
});
export type BareMetalProduct = z.infer<typeof BareMetalProduct>;

export const bareMetalProductsResource = defineResource("bareMetalProducts", { hasActivity: true });

export const bareMetalProductListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  orderBy: orderBy(["name", "createdAt"]),
});

export const bareMetalProducts = defineEndpoints(bareMetalProductsResource, {
  list: get("/admin/bare-metal-products", {
    summary: "List bare-metal products with the number of their items in each state",
    access: staff("staff.bm_product.view"),
    query: bareMetalProductListQuery,
    response: paginated(BareMetalProductRow),
  }),
  view: get("/admin/bare-metal-products/:bareMetalProduct", {
    summary: "Get a bare-metal product with its items",
    access: staff("staff.bm_product.view"),
    response: BareMetalProduct,
  }),
  addItem: post("/admin/bare-metal-products/:bareMetalProduct/items", {
    summary: "Add an item to a product. It is in maintenance until staff make it available",
    access: staff("staff.bm_product.manage"),
    requiresReauthentication: true,
    body: NewBareMetalItem,
    response: BareMetalItem,
    status: 201,
  }),
  retireItem: del("/admin/bare-metal-products/:bareMetalProduct/items/:bareMetalItem", {
    summary: "Retire an item of a product that no instance uses",
    access: staff("staff.bm_product.manage"),
    requiresReauthentication: true,
    response: noContent,
  }),
});
