/** What staff may do with a bare-metal item. */
import {
  type BareMetalItemRow,
  type BareMetalProduct,
  bareMetalItems,
  bareMetalProducts,
  type EditableItemState,
} from "../bare-metal-items.ts";
import { createReason } from "../problem-reasons.ts";
import { type Action, defineAction, type StateDenial } from "./action.ts";

type ItemSubject = Pick<BareMetalItemRow, "state" | "hasCustomerData">;

/** Commands and instances change an item that they hold. */
function heldDenial({ state }: ItemSubject): StateDenial | null {
  if (state === "reserved" || state === "in_use") return createReason("item_is_in_use");
  if (state === "erasing") return createReason("item_is_erasing");
  return state === "retired" ? createReason("item_is_retired") : null;
}

const setState = (to: EditableItemState): Action<ItemSubject> =>
  defineAction(bareMetalItems.update, {
    unavailable: (item) => {
      if (item.state === to) return { ...createReason("item_has_state"), isRepeat: true };
      const held = heldDenial(item);
      if (held !== null) return held;
      return to === "available" && item.hasCustomerData ? createReason("item_not_erased") : null;
    },
  });

const retireDenial = (item: ItemSubject): StateDenial | null =>
  item.state === "retired"
    ? { ...createReason("item_is_retired"), isRepeat: true }
    : heldDenial(item);

export const bareMetalItemActions = {
  /** Changes what is known of it. The serial number and the host change only while nothing holds the item. */
  edit: defineAction<ItemSubject>(bareMetalItems.update, {
    unavailable: ({ state }) => (state === "retired" ? createReason("item_is_retired") : null),
  }),
  editHost: defineAction<ItemSubject>(bareMetalItems.update, { unavailable: heldDenial }),
  makeAvailable: setState("available"),
  sendToMaintenance: setState("maintenance"),
  markBroken: setState("broken"),
  retryErasure: defineAction<ItemSubject>(bareMetalItems.retryErasure, {
    unavailable: (item) =>
      item.state === "erasing"
        ? { ...createReason("item_is_erasing"), isRepeat: true }
        : (heldDenial(item) ?? (item.hasCustomerData ? null : createReason("item_is_erased"))),
  }),
  retire: defineAction<ItemSubject>(bareMetalItems.retire, { unavailable: retireDenial }),
  retireFromProduct: defineAction<ItemSubject>(bareMetalProducts.retireItem, {
    unavailable: retireDenial,
  }),
} satisfies Record<string, Action<ItemSubject>>;

export const bareMetalProductActions = {
  addItem: defineAction<Pick<BareMetalProduct, "status">>(bareMetalProducts.addItem, {
    unavailable: ({ status }) => (status === "deleted" ? createReason("product_is_deleted") : null),
  }),
};
