/** What may be done with a saved card. */
import { type PaymentMethod, payments } from "../payments.ts";
import { createReason } from "../problem-reasons.ts";
import { defineAction } from "./action.ts";

export const paymentMethodActions = {
  setDefault: defineAction<Pick<PaymentMethod, "isDefault" | "status">>(
    payments.setDefaultPaymentMethod,
    {
      unavailable: ({ isDefault, status }) => {
        if (isDefault) return { ...createReason("card_is_default"), isRepeat: true };
        return status === "expired" ? createReason("card_is_expired") : null;
      },
    },
  ),
  remove: defineAction<Pick<PaymentMethod, "isDefault" | "isOnlyCard" | "isNeeded">>(
    payments.removePaymentMethod,
    {
      unavailable: ({ isDefault, isOnlyCard, isNeeded }) => {
        if (isDefault && !isOnlyCard)
          return { ...createReason("default_card_needed"), problem: "cannot_delete_default" };
        return isOnlyCard && isNeeded
          ? { ...createReason("card_is_needed"), problem: "cannot_delete_default" }
          : null;
      },
    },
  ),
};
