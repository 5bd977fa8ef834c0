/** Changes of the status of what the catalog offers: images and types of block storage. */
import type { CatalogueStatus } from "#contracts/images.ts";

export type StatusChange = "activate" | "deactivate" | "restore" | "remove";

/** A restored one is offered only after staff activate it. */
export const statusAfter = {
  activate: "active",
  deactivate: "inactive",
  restore: "inactive",
  remove: "deleted",
} as const satisfies Record<StatusChange, CatalogueStatus>;
