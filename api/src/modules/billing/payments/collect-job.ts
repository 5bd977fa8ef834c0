/** Charges the default card for invoices: soon after they were issued, and again on some days while they are unpaid. */
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { chargeInvoice } from "./charge-invoice.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { listDueCharges } from "./payments-store.ts";

const intervalMs = 60_000;
const batch = 50;
/** Days after the issue of an invoice on which it is charged. On the last one it is due. */
export const chargeDays = [0, 1, 3, 5, 7] as const;

export const invoiceCollection = defineJob("payments.collect", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

/** What an invoice cannot be charged for, such as a missing card, is tried again when a card is there. */
export const invoiceCollectionJob = job(invoiceCollection, async (deps: PaymentsDeps) => {
  if (deps.payments === null) return;
  const due = await deps.db.withSystemRole("invoices of every tenant are collected", (tx) =>
    listDueCharges(tx, deps.clock.now(), chargeDays, batch),
  );
  for (const invoice of due) await chargeInvoice(deps, invoice);
});
