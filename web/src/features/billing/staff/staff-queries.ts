import { adminBilling } from "#contracts/admin-billing.ts";
import { balanceApprovals } from "#contracts/balance-approvals.ts";

/** Queries that a change of money makes stale. */
export const changedByMoney = [
  adminBilling.invoice,
  adminBilling.invoices,
  adminBilling.refundOptions,
  adminBilling.history,
  adminBilling.balance,
  balanceApprovals.list,
];
