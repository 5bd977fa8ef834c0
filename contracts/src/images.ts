/** Images that instances are installed from, in the staff area. */
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
import { createFieldError, failsWith, fieldIssue } from "./field-problem.ts";
import { defineResource } from "./resource.ts";
import { displayName } from "./text.ts";

export const catalogueStatuses = ["active", "inactive", "deleted"] as const;
export type CatalogueStatus = (typeof catalogueStatuses)[number];

/**
 * How a region finds its image of the compute provider.
 * - `name`: it has the name of the image, and no other image of the region has it.
 * - `id`: staff chose its Glance id.
 * - `none`: staff don't offer the image in the region.
 */
export const imageSources = ["name", "id", "none"] as const;
export type ImageSource = (typeof imageSources)[number];

export const ImageRegion = z.object({
  regionHandle: z.string(),
  name: z.string(),
  /** Whether the compute provider of the region responds. */
  isReachable: z.boolean(),
  source: z.enum(imageSources),
  /** The chosen Glance id, or the one that was found by the name; null without one. */
  glanceId: z.string().nullable(),
  /** Whether the region has the image and it can be installed, as of the last sync. */
  isInstallable: z.boolean(),
  /** Title of the host group that installs it on bare metal; null if the region doesn't. */
  hostGroup: z.string().nullable(),
});
export type ImageRegion = z.infer<typeof ImageRegion>;

export const AdminImageRow = z.object({
  id: Id,
  family: z.string(),
  name: z.string(),
  version: z.string(),
  architecture: z.string(),
  minDiskGb: z.int(),
  minMemoryMb: z.int(),
  defaultUser: z.string(),
  endOfLife: z.iso.date().nullable(),
  /** False for an OpenSSH older than 8.2, which does not accept keys of the types `sk-…`. */
  supportsSecurityKeys: z.boolean(),
  /** Whether it is the one to suggest of its family. */
  isDefault: z.boolean(),
  status: z.enum(catalogueStatuses),
  regions: z.array(ImageRegion),
  /** Instances that are not terminated. */
  instanceCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type AdminImageRow = z.infer<typeof AdminImageRow>;

export const AdminImage = AdminImageRow.extend({
  /** What a change of its status affects. Instances keep running, and can be reinstalled with it. */
  impact: z.object({
    instances: z.int(),
    /** Workspaces with these instances. */
    workspaces: z.int(),
    /** Orders that wait for stock and fail when the image is not active. */
    waitingOrders: z.int(),
  }),
});
export type AdminImage = z.infer<typeof AdminImage>;

export const ImageFamily = z.object({
  family: z.string(),
  /** Without deleted ones. */
  images: z.int(),
  activeImages: z.int(),
  /** The image to suggest; null without one. */
  defaultImage: z.object({ id: Id, name: z.string() }).nullable(),
});
export type ImageFamily = z.infer<typeof ImageFamily>;

/** As Linux and Glance spell them. */
export const architectures = ["x86_64", "aarch64"] as const;

/** The name of a Linux account. */
const userName = z
  .string()
  .max(32)
  .refine(
    (text) => text === "" || /^[a-z_][a-z0-9_-]*$/.test(text),
    failsWith("format", { rule: "invalid_characters" }),
  )
  .pipe(z.string().min(1));

/** A Glance id is any UUID, of whatever version. */
const GlanceId = z.guid();

const RegionChoice = z
  .strictObject({
    regionHandle: z.string().min(1).max(200),
    source: z.enum(imageSources),
    /** Only with the source `id`. */
    glanceId: GlanceId.nullable().default(null),
  })
  .superRefine(({ source, glanceId }, context) => {
    if (source === "id" && glanceId === null)
      context.addIssue(fieldIssue(createFieldError("required"), ["glanceId"]));
    if (source !== "id" && glanceId !== null)
      context.addIssue(fieldIssue(createFieldError("invalid"), ["glanceId"]));
  });
export type RegionChoice = z.output<typeof RegionChoice>;

/** A region is named once. */
const RegionChoices = z
  .array(RegionChoice)
  .max(50)
  .superRefine((choices, context) => {
    choices.forEach(({ regionHandle }, index) => {
      if (choices.findIndex((one) => one.regionHandle === regionHandle) < index)
        context.addIssue(fieldIssue(createFieldError("invalid"), [index, "regionHandle"]));
    });
  });

const fields = {
  family: displayName(),
  /** Also its name at the compute provider, in regions that find it by the name. */
  name: displayName(100),
  version: displayName(),
  architecture: z.enum(architectures),
  minDiskGb: z.int().min(1).max(10_000),
  minMemoryMb: z.int().min(1).max(1_000_000),
  defaultUser: userName,
  endOfLife: z.iso.date().nullable(),
  supportsSecurityKeys: z.boolean(),
};

export const NewImage = z.strictObject({
  ...fields,
  architecture: fields.architecture.default("x86_64"),
  endOfLife: fields.endOfLife.default(null),
  supportsSecurityKeys: fields.supportsSecurityKeys.default(true),
  /** Regions that are left out find it by the name. */
  regions: RegionChoices.default([]),
});

/** Fields and regions that are left out stay as they are. */
export const ImageUpdate = z.strictObject({
  family: fields.family.optional(),
  name: fields.name.optional(),
  version: fields.version.optional(),
  architecture: fields.architecture.optional(),
  minDiskGb: fields.minDiskGb.optional(),
  minMemoryMb: fields.minMemoryMb.optional(),
  defaultUser: fields.defaultUser.optional(),
  endOfLife: fields.endOfLife.optional(),
  supportsSecurityKeys: fields.supportsSecurityKeys.optional(),
  /** True makes it the default instead of the one before; false leaves the family without one. */
  isDefault: z.boolean().optional(),
  regions: RegionChoices.optional(),
});

export const imagesResource = defineResource("images", { hasActivity: true });

export const imageListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  family: z.string().max(200).optional(),
  status: commaSeparated(catalogueStatuses),
  regionHandle: z.string().max(200).optional(),
  orderBy: orderBy(["name", "family", "endOfLife", "updatedAt"]),
});

export const images = defineEndpoints(imagesResource, {
  list: get("/admin/virtual-instances-images", {
    summary: "List the images of the catalog with the regions that have them",
    access: staff("staff.image.view"),
    query: imageListQuery,
    response: paginated(AdminImageRow),
  }),
  families: get("/admin/virtual-instances-images/family", {
    summary: "List the families of images with their defaults",
    access: staff("staff.image.view"),
    response: z.object({ data: z.array(ImageFamily) }),
  }),
  create: post("/admin/virtual-instances-images", {
    summary:
      "Add an image. It is inactive until staff activate it; chosen Glance ids are checked in their regions",
    access: staff("staff.image.manage"),
    requiresReauthentication: true,
    body: NewImage,
    response: AdminImage,
    status: 201,
    idempotent: true,
  }),
  view: get("/admin/virtual-instances-images/:image", {
    summary: "Get an image with its regions and what a change of its status affects",
    access: staff("staff.image.view"),
    response: AdminImage,
  }),
  update: put("/admin/virtual-instances-images/:image", {
    summary:
      "Change an image, make it the default of its family, or choose its Glance ids, which are checked in their regions",
    access: staff("staff.image.manage"),
    requiresReauthentication: true,
    body: ImageUpdate,
    response: AdminImage,
  }),
  remove: del("/admin/virtual-instances-images/:image", {
    summary: "Delete an image, which can be restored. Instances that use it keep running",
    access: staff("staff.image.manage"),
    requiresReauthentication: true,
    response: noContent,
  }),
  activate: post("/admin/virtual-instances-images/:image/activate", {
    summary: "Offer an image to customers",
    access: staff("staff.image.manage"),
    requiresReauthentication: true,
    response: AdminImage,
  }),
  deactivate: post("/admin/virtual-instances-images/:image/deactivate", {
    summary: "Stop offering an image. Instances that use it keep running",
    access: staff("staff.image.manage"),
    requiresReauthentication: true,
    response: AdminImage,
  }),
  restore: post("/admin/virtual-instances-images/:image/restore", {
    summary: "Restore a deleted image. It is inactive afterwards",
    access: staff("staff.image.manage"),
    requiresReauthentication: true,
    response: AdminImage,
  }),
});
