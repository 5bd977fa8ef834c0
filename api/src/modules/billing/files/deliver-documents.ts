/**
 * Renders and mails documents soon after they were issued, and receipts of payments. The job looks for what has no mail
 * yet, so that every way to issue a document has one.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Locale } from "#contracts/locale.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import type { Database, Tx } from "../../../core/db/db.ts";
import { defineJob, enqueue, job } from "../../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import type { Clock } from "../../../core/lib/clock.ts";
import type { MailValues } from "../../mail/send-mail.ts";
import {
  listNewInvoices,
  listNewPayments,
  listReceivers,
  markInvoiceMailed,
  markPaymentMailed,
  type NewDocument,
} from "./delivery-store.ts";
import { type FileSource, findInvoiceFile, findNotice } from "./files.ts";
import { documentMail } from "./mail-document.ts";
import { readIssue } from "./store.ts";

const intervalMs = 60_000;
const batch = 200;
const systemReason = "documents of every tenant are mailed";

interface DeliveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

export const documentDeliveryJob = job(
  defineJob("billing.deliver_documents", NoPayload, { each: "platform", next: every(intervalMs) }),
  async (deps: DeliveryDeps) => {
    const { db } = deps;
    const [invoices, payments] = await db.withSystemRole(systemReason, async (tx) => [
      await listNewInvoices(tx, batch),
      await listNewPayments(tx, batch),
    ]);
    for (const invoice of invoices) await attempt(deps, invoice, deliverInvoice);
    for (const payment of payments) await attempt(deps, payment, deliverReceipt);
  },
);

/** A document that fails is tried again by the next run and does not stop the others. */
async function attempt(
  deps: DeliveryDeps,
  document: NewDocument,
  deliver: (deps: DeliveryDeps, document: NewDocument) => Promise<void>,
): Promise<void> {
  try {
    await deliver(deps, document);
  } catch (error) {
    deps.logger.error({ err: error, documentId: document.id }, "a document was not delivered");
  }
}

/** Renders and stores what the mail attaches, before any transaction of the mail. */
async function store(
  { db, clock }: DeliveryDeps,
  find: (tx: Tx) => Promise<FileSource | null>,
): Promise<void> {
  const source = await db.withSystemRole(systemReason, find);
  await source?.(db, clock.now());
}

async function deliverInvoice(deps: DeliveryDeps, { id, workspaceId }: NewDocument): Promise<void> {
  await store(deps, (tx) => findInvoiceFile(tx, workspaceId, id, "pdf"));
  const now = deps.clock.now();
  await deps.db.withSystemRole(systemReason, async (tx) => {
    const invoice = await markInvoiceMailed(tx, id, now);
    // A document about 0.00 is there to download.
    if (invoice === null || invoice.totalCents === 0) return;
    const issue = await readIssue(tx, workspaceId, id);
    const isPaid = issue !== null && issue.paidCents === invoice.totalCents;
    const page = `billing/invoice/${id}`;
    await mail(deps, tx, { id, workspaceId }, page, ({ locale, ...common }) => {
      const { number, totalCents, kind, dueAt, creditedNumber } = invoice;
      const values = { ...common, number, value: formatMoney(usd(totalCents), locale) };
      if (kind === "credit_note")
        return {
          template: "credit-note-issued",
          values: {
            ...values,
            invoiceNumber: creditedNumber ?? "",
          } satisfies MailValues<"credit-note-issued">,
        };
      return {
        template: "invoice-issued",
        values: { ...values, ...(!isPaid && { at: dueAt }) } satisfies MailValues<"invoice-issued">,
      };
    });
  });
}

async function deliverReceipt(deps: DeliveryDeps, { id, workspaceId }: NewDocument): Promise<void> {
  await store(deps, (tx) => findNotice(tx, workspaceId, id));
  await deps.db.withSystemRole(systemReason, async (tx) => {
    const payment = await markPaymentMailed(tx, id, deps.clock.now());
    if (payment === null || payment.cents <= 0) return;
    await mail(
      deps,
      tx,
      { id, workspaceId },
      "billing/billing-history",
      ({ locale, ...common }) => ({
        template: "payment-receipt",
        values: {
          ...common,
          value: formatMoney(usd(payment.cents), locale),
        } satisfies MailValues<"payment-receipt">,
      }),
    );
  });
}

interface Common {
  readonly locale: Locale;
  readonly firstName: string;
  readonly workspace: string;
  readonly link: string;
}

/** Queues one mail for each receiver. */
async function mail(
  { publicUrl, clock }: DeliveryDeps,
  tx: Tx,
  { id, workspaceId }: NewDocument,
  page: string,
  compose: (common: Common) => { template: string; values: Record<string, string | undefined> },
): Promise<void> {
  const { workspace, receivers } = await listReceivers(tx, workspaceId);
  const link = new URL(`/${workspace.handle}/${page}`, publicUrl).href;
  for (const { email, firstName, locale, timezone } of receivers)
    await enqueue(tx, clock.now(), documentMail, {
      to: email,
      locale,
      ...(timezone !== undefined && { timezone }),
      ...compose({ locale, firstName, workspace: workspace.name, link }),
      workspaceId,
      subjectId: id,
    });
}
