/** What staff may do with a virtual product and its prices. */
import { createReason } from "../problem-reasons.ts";
import { type ProductPrice, type VirtualProductRow, virtualProducts } from "../virtual-products.ts";
import { defineAction, type StateDenial } from "./action.ts";

type ProductSubject = Pick<VirtualProductRow, "status" | "rateMicrosPerHour">;

const deletedDenial = ({ status }: ProductSubject): StateDenial | null =>
  status === "deleted" ? createReason("product_is_deleted") : null;

const hasState = { ...createReason("product_has_state"), isRepeat: true } as const;

export const virtualProductActions = {
  update: defineAction<ProductSubject>(virtualProducts.update, { unavailable: deletedDenial }),
  addPrice: defineAction<ProductSubject>(virtualProducts.addPrice, { unavailable: deletedDenial }),
  cancelPrice: defineAction<Pick<ProductPrice, "validFrom">>(virtualProducts.cancelPrice, {
    unavailable: ({ validFrom }, _, now) =>
      Date.parse(validFrom) > now.getTime() ? null : createReason("price_holds_already"),
  }),
  activate: defineAction<ProductSubject>(virtualProducts.activate, {
    unavailable: (product) => {
      if (product.status === "active") return hasState;
      return (
        deletedDenial(product) ??
        (product.rateMicrosPerHour === null ? createReason("product_no_price") : null)
      );
    },
  }),
  deactivate: defineAction<ProductSubject>(virtualProducts.deactivate, {
    unavailable: (product) => (product.status === "inactive" ? hasState : deletedDenial(product)),
  }),
};
