import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { billingHistory } from "#contracts/billing-history.ts";
import { billingInvoices } from "#contracts/invoices.ts";
import { payments } from "#contracts/payments.ts";
import { refetchBilling } from "./complete-payment.ts";

test("a payment makes the balance, the summary, the history and the invoices stale", async () => {
  const client = new QueryClient();
  const changed = [
    payments.accountBalance,
    billingHistory.summary,
    billingHistory.history,
    billingInvoices.invoices,
    billingInvoices.invoice,
  ].map(({ id }) => [id, { workspace: "acme" }, null]);
  const unchanged = ["projects.list", { workspace: "acme" }, null];
  for (const key of [...changed, unchanged]) client.setQueryData(key, {});
  await refetchBilling(client);
  const isStale = (key: unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(changed.map(isStale)).toEqual(changed.map(() => true));
  expect(isStale(unchanged)).toBe(false);
});
