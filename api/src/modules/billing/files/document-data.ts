/** What a document is rendered from. It is read once, when the document is rendered. */
import { z } from "zod";
import { HistoryRow } from "#contracts/billing-history.ts";
import { Invoice } from "#contracts/invoices.ts";
import { Locale } from "#contracts/locale.ts";

const Party = {
  seller: Invoice.shape.seller,
  buyer: Invoice.shape.buyer,
};

export const InvoiceData = z.object({
  kind: z.literal("invoice"),
  locale: Locale,
  invoice: Invoice,
  /** What the balance paid when the invoice was issued, in cents. Later payments have receipts of their own. */
  paidCents: z.int(),
  /** Of a credit note: when its invoice was issued. */
  creditedIssuedAt: z.string().nullable(),
});
export type InvoiceData = z.infer<typeof InvoiceData>;

/** A movement of the balance that has no document of its own. */
export const ReceiptData = z.object({
  kind: z.literal("receipt"),
  locale: Locale,
  entry: HistoryRow,
  ...Party,
});
export type ReceiptData = z.infer<typeof ReceiptData>;

export const DocumentData = z.discriminatedUnion("kind", [InvoiceData, ReceiptData]);
export type DocumentData = z.infer<typeof DocumentData>;

export const RenderedFiles = z.object({
  pdf: z.instanceof(Uint8Array),
  /** Null without a buyer, whom an e-invoice has to name, and for a receipt. */
  eInvoices: z.object({ ubl: z.string(), cii: z.string() }).nullable(),
});
export type RenderedFiles = z.infer<typeof RenderedFiles>;
