import { findPricedProduct } from "../catalogue/order-lookups.ts";
import type { api } from "#contracts/api.ts";
import { usd } from "#contracts/money.ts";
import { hourlyCents, hoursPerMonth, monthlyEstimateCents } from "#contracts/rating.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { requestLimitChange } from "./change-limits.ts";
import { monthToDateExpenditure } from "./expenditure.ts";
import { listLimits } from "./limits.ts";

export const billingHandlers: Handlers<typeof api.billing> = {
  currentExpenditure: ({ tx, workspace, now }) => monthToDateExpenditure(tx, workspace.id, now),
  estimatedCost: async ({ tx, query, now }) => {
    const product = await findPricedProduct(tx, query.product, query.variant, now);
    if (product === null) throw fieldError("product", "unknown", { resource: "product" });
    const quantity = query.quantity ?? 1;
    return {
      hourlyRate: product.rateMicrosPerHour * quantity,
      hourly: usd(hourlyCents(product.rateMicrosPerHour, quantity)),
      monthly: usd(monthlyEstimateCents(product.rateMicrosPerHour, quantity)),
      hoursPerMonth,
      priceSnapshotId: product.priceSnapshotId,
    };
  },
  limits: ({ tx, workspace, now }) => listLimits(tx, workspace.id, now),
  requestLimitChange,
};
