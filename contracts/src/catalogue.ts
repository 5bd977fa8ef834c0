/** The catalogue: regions, products, operating systems. */
import { z } from "zod";
import { get, defineEndpoints, Id, session, Timestamp } from "./endpoint.ts";
import { staffRoles } from "./roles.ts";
import { RateMicros } from "./money.ts";

export const variants = ["virtual_machine", "bare_metal"] as const;
export const Variant = z.enum(variants);
export type Variant = z.infer<typeof Variant>;

export const RegionStock = z.object({
  productId: Id,
  /** Instances of the product that can be ordered now; null when the provider does not report it. */
  free: z.int().nullable(),
});

/** `grid_mix` is the mix of the public grid. */
export const energySources = [
  "hydro",
  "wind",
  "solar",
  "geothermal",
  "biomass",
  "nuclear",
  "gas",
  "coal",
  "grid_mix",
] as const;
export const EnergySource = z.enum(energySources);
export type EnergySource = z.infer<typeof EnergySource>;

export const Region = z.object({
  handle: z.string(),
  name: z.string(),
  /** ISO 3166-1 alpha-2, such as `SE`. */
  country: z.string(),
  /** Codes, the largest share first. */
  energySources: z.array(EnergySource),
  /** Name of the certificate that proves the energy sources; null without one. */
  energyCertificate: z.string().nullable(),
  gramsCo2PerKwh: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  status: z.enum(["active", "unreachable"]),
  /** One entry for each product that is sold in the region. */
  stock: z.array(RegionStock),
});
export type Region = z.infer<typeof Region>;

export const ProductAvailability = z.object({
  regionHandle: z.string(),
  /** Instances that can be ordered now; null when the provider does not report it. */
  free: z.int().nullable(),
});

export const Product = z.object({
  id: Id,
  variant: Variant,
  name: z.string(),
  family: z.string(),
  gpuModel: z.string().nullable(),
  gpuCount: z.int(),
  vramGb: z.int(),
  vcpu: z.int(),
  memoryGb: z.int(),
  diskGb: z.int(),
  powerWatts: z.int(),
  rateMicrosPerHour: RateMicros,
  /** Snapshot of the current price. Later price changes do not affect orders with it. */
  priceSnapshotId: Id,
  /** When a scheduled price replaces this one; null when none is scheduled. */
  priceValidUntil: Timestamp.nullable(),
  stock: z.array(ProductAvailability),
  createdAt: Timestamp,
  /** When the product or its price last changed. */
  updatedAt: Timestamp,
});
export type Product = z.infer<typeof Product>;

export const Image = z.object({
  id: Id,
  family: z.string(),
  name: z.string(),
  version: z.string(),
  architecture: z.string(),
  minDiskGb: z.int(),
  minMemoryMb: z.int(),
  defaultUser: z.string(),
  /** Whether it is the one to suggest of its family. */
  isDefault: z.boolean(),
  endOfLife: z.iso.date().nullable(),
  /** False for an OpenSSH older than 8.2, which does not accept keys of the types `sk-…`. */
  supportsSecurityKeys: z.boolean(),
  /** Regions that have it for virtual machines. */
  regionHandles: z.array(z.string()),
  /** Regions that install it on bare metal. */
  bareMetalRegionHandles: z.array(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Image = z.infer<typeof Image>;

export const catalogue = defineEndpoints("catalogue", {
  regions: get("/api/v1/assets/regions", {
    summary: "Regions with energy source, place, state and stock",
    access: session,
    allowedWhileImpersonating: staffRoles,
    response: z.object({ data: z.array(Region) }),
  }),
  regionNames: get("/api/v1/assets/regions/simple", {
    summary: "List region handles and names",
    preload: { pages: ["/$workspace/activities", "/my-activities"] },
    access: session,
    allowedWhileImpersonating: staffRoles,
    response: z.object({ data: z.array(Region.pick({ handle: true, name: true })) }),
  }),
  offer: get("/api/v1/assets/offer", {
    summary:
      "Get everything needed to create an instance: regions, products with price and availability, and operating systems",
    access: session,
    allowedWhileImpersonating: staffRoles,
    tokenScopes: ["instance.create", "instance.view"],
    response: z.object({
      regions: z.array(Region),
      products: z.array(Product),
      images: z.array(Image),
    }),
  }),
});
