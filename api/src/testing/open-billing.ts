/** A new workspace with billing details, and what tests do with its billing as owner, staff and payment provider. */
import { api } from "#contracts/api.ts";
import { sql, type Tx } from "../core/db/db.ts";
import { addHistoryEntry } from "../modules/billing/ledger.ts";
import { bookPayment } from "../modules/billing/pay-invoices.ts";
import { setBillingCountry } from "./billing.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createNewWorkspace, type TestUser } from "./users.ts";

export async function openBilling(
  env: TestEnvironment,
  { owner, staff, country }: { owner: TestUser; staff: TestUser; country: string },
) {
  const asSystem = <T>(work: (tx: Tx) => Promise<T>) => env.db.withSystemRole("a test", work);
  const { workspace, path } = await createNewWorkspace(env, owner, "staff");
  await setBillingCountry(env, workspace.id, country);
  const { id: workspaceId } = workspace;
  const reason = "Test";
  return {
    workspace,
    path,
    balance: async () => (await owner.client.call(api.payments.accountBalance, { path })).data,
    history: async () =>
      (await owner.client.call(api.billingHistory.history, { path, query: {} })).data.data,
    invoices: async () =>
      (
        await owner.client.call(api.billingInvoices.invoices, {
          path,
          query: { orderBy: "createdAt" },
        })
      ).data.data,
    view: async (invoice: string) =>
      (await owner.client.call(api.billingInvoices.invoice, { path: { ...path, invoice } })).data,
    add: (amountCents: number, source: "goodwill" | "bank" = "goodwill") =>
      staff.client.call(api.adminBilling.addBalance, {
        path: { adminWorkspace: workspaceId },
        body: { amountCents, source, reason },
      }),
    create: async (...amounts: number[]) =>
      (
        await staff.client.call(api.adminBilling.createInvoice, {
          body: {
            workspaceId,
            reason,
            lines: amounts.map((amountCents, line) => ({
              description: `Line ${line}`,
              amountCents,
            })),
          },
        })
      ).data,
    promo: async (amountCents: number, grantDays: number | null = null) => {
      const { data } = await staff.client.call(api.promoCodes.create, {
        body: { code: `P-${workspaceId.slice(-12)}`, kind: "credit", amountCents, grantDays },
      });
      await owner.client.call(api.billingPromo.redeemPromoCode, {
        path,
        body: { code: data.code },
      });
    },
    /** A payment by card, as the provider reports it. */
    pay: (invoiceId: string, cents: number) =>
      asSystem(async (tx) => {
        const now = env.clock.now();
        const { transactionId } = await bookPayment(
          tx,
          {
            workspaceId,
            invoiceId,
            cents,
            from: "stripe",
            idempotencyKey: `pay:${invoiceId}:${cents}`,
            effectiveAt: now,
          },
          now,
        );
        await addHistoryEntry(
          tx,
          { workspaceId, type: "invoice_payment", cents, transactionId, invoiceId },
          now,
        );
      }),
    /** Sum of an account of the ledger in the customer's sense: revenue and tax are positive. */
    account: async (account: string) =>
      (
        await asSystem((tx) =>
          tx.one<{ cents: number }>(
            sql`SELECT coalesce(-sum(cents), 0)::bigint AS cents FROM ledger_entry WHERE workspace_id = ${workspaceId} AND account = ${account}`,
          ),
        )
      ).cents,
  };
}
