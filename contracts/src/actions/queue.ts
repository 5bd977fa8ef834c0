/** What may be done with a waiting order. */
import { createReason } from "../problem-reasons.ts";
import { queue, type QueuedOrder } from "../queue.ts";
import { defineAction } from "./action.ts";
import type { Owner } from "./actor.ts";

interface QueuedOrderSubject extends Pick<QueuedOrder, "status"> {
  readonly createdBy: Owner;
}

export const queueActions = {
  cancel: defineAction<QueuedOrderSubject>(queue.cancel, {
    owner: ({ createdBy }) => createdBy,
    notOwn: {
      code: "not_own_queued_order",
      message: "Your role can cancel only orders you placed",
    },
    unavailable: ({ status }) => {
      if (status === "waiting") return null;
      const reason = createReason("queued_order_ended");
      return status === "cancelled" ? { ...reason, isRepeat: true } : reason;
    },
  }),
};
