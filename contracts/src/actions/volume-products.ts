/** What staff may do with a type of block storage. */
import { createReason } from "../problem-reasons.ts";
import { type VolumeProduct, volumeProducts } from "../volume-products.ts";
import { type Action, defineAction, type StateDenial } from "./action.ts";

type VolumeProductSubject = Pick<VolumeProduct, "status" | "rateMicrosPerGbMonth" | "isAtProvider">;

const deletedDenial = ({ status }: VolumeProductSubject): StateDenial | null =>
  status === "deleted" ? createReason("volume_product_is_deleted") : null;

const hasState = { ...createReason("volume_product_has_state"), isRepeat: true } as const;

export const volumeProductActions = {
  edit: defineAction<VolumeProductSubject>(volumeProducts.update, { unavailable: deletedDenial }),
  activate: defineAction<VolumeProductSubject>(volumeProducts.activate, {
    unavailable: (product) => {
      if (product.status === "active") return hasState;
      const deleted = deletedDenial(product);
      if (deleted !== null) return deleted;
      if (!product.isAtProvider) return createReason("volume_type_missing");
      return product.rateMicrosPerGbMonth === null ? createReason("volume_product_no_price") : null;
    },
  }),
  deactivate: defineAction<VolumeProductSubject>(volumeProducts.deactivate, {
    unavailable: (product) => (product.status === "inactive" ? hasState : deletedDenial(product)),
  }),
  remove: defineAction<VolumeProductSubject>(volumeProducts.remove, {
    unavailable: ({ status }) =>
      status === "deleted"
        ? { ...createReason("volume_product_is_deleted"), isRepeat: true }
        : null,
  }),
  restore: defineAction<VolumeProductSubject>(volumeProducts.restore, {
    unavailable: ({ status }) =>
      status === "deleted"
        ? null
        : { ...createReason("volume_product_not_deleted"), isRepeat: true },
  }),
} satisfies Record<string, Action<VolumeProductSubject>>;
