import type { api } from "#contracts/api.ts";
import { usd } from "#contracts/money.ts";
import { hourlyCents, hoursPerMonth, monthlyEstimateCents } from "#contracts/rating.ts";
import { pricedProduct } from "../catalogue/products.ts";
import { refuseField } from "../core/errors.ts";
import type { Handlers } from "../core/handlers.ts";
import { monthToDate } from "./expenditure.ts";

export const billingHandlers: Handlers<typeof api.billing> = {
  currentExpenditure: ({ tx, workspace, now }) => monthToDate(tx, workspace.id, now),
  estimatedCost: async ({ tx, query }) => {
    const product = await pricedProduct(tx, query.product, query.variant);
    if (product === null)
      throw refuseField(
        "product",
        "unknown",
        "This product doesn't exist or is no longer available",
      );
    const quantity = query.quantity ?? 1;
    return {
      hourlyRate: product.rateMicrosPerHour * quantity,
      hourly: usd(hourlyCents(product.rateMicrosPerHour, quantity)),
      monthly: usd(monthlyEstimateCents(product.rateMicrosPerHour, quantity)),
      hoursPerMonth,
      priceSnapshotId: product.priceSnapshotId,
    };
  },
};
