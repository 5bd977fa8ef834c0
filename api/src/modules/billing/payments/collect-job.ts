/** Charges the default card for each invoice once, soon after the invoice was issued. */
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { chargeInvoice } from "./charge-invoice.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { listUncharged } from "./payments-store.ts";

const intervalMs = 60_000;
const batch = 50;

export const invoiceCollection = defineJob("payments.collect", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

/** What an invoice cannot be charged for, such as a missing card, is tried again when a card is there. */
export const invoiceCollectionJob = job(invoiceCollection, async (deps: PaymentsDeps) => {
  if (deps.payments === null) return;
  const due = await deps.db.withSystemRole("invoices of every tenant are collected", (tx) =>
    listUncharged(tx, deps.clock.now(), batch),
  );
  for (const invoice of due) await chargeInvoice(deps, invoice);
});
