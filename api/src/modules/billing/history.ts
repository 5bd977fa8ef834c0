/** Handlers of balance, summary and history for customers. */
import type { api } from "#contracts/api.ts";
import type { AccountBalance } from "#contracts/billing-history.ts";
import { usd } from "#contracts/money.ts";
import { type Handlers, listHandler } from "../../core/http/handlers.ts";
import { readAlertThreshold } from "./alert-threshold.ts";
import { graceMs } from "./close-job.ts";
import { monthToDateTotals } from "./expenditure.ts";
import { listHistory, readOverdue } from "./history-store.ts";
import { type Balances, readBalances } from "./ledger.ts";
import { listActiveGrants } from "./promo-store.ts";

export const toAccountBalance = ({
  balance,
  cash,
  outstanding,
  promo,
}: Balances): AccountBalance => ({
  balance: usd(balance),
  cash: usd(cash),
  outstanding: usd(outstanding),
  promo: usd(promo),
});

export const billingHistoryHandlers: Handlers<typeof api.billingHistory> = {
  summary: async ({ tx, workspace: { id }, now }) => {
    const [balances, month, { overdueCount, suspendsAt }, alertThreshold, promos] =
      await Promise.all([
        readBalances(tx, id),
        monthToDateTotals(tx, id, now),
        readOverdue(tx, id),
        readAlertThreshold(tx, id, now),
        listActiveGrants(tx, id, now),
      ]);
    return {
      ...toAccountBalance(balances),
      currentExpenditure: month.monthToDate,
      projected: month.projected,
      hourlyRate: month.hourlyRate,
      nextInvoiceAt: new Date(Date.parse(month.periodEnd) + graceMs).toISOString(),
      overdueCount,
      suspendsAt: suspendsAt?.toISOString() ?? null,
      alertThreshold,
      promos,
    };
  },
  history: listHandler(({ query }) => listHistory(query, { isForStaff: false })),
};
