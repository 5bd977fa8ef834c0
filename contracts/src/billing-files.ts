/** Files of invoices, credit notes and movements of the balance. Each is rendered once and has the same bytes each time. */
import { z } from "zod";
import { billingResource } from "./billing.ts";
import { can, defineEndpoints, fileDownload, get } from "./endpoint.ts";

/** Syntaxes of EN 16931: Universal Business Language 2.1 and Cross Industry Invoice D16B. */
export const eInvoiceFormats = ["ubl", "cii"] as const;

export const billingFiles = defineEndpoints(billingResource, {
  invoicePdf: get("/api/v1/workspaces/:workspace/billing/invoices/:invoice.pdf", {
    summary:
      "Download an invoice or credit note as PDF, with the e-invoice embedded (Factur-X). A draft has none",
    access: can("billing.view", "workspace"),
    responseFileType: "application/pdf",
    response: fileDownload,
  }),
  invoiceXml: get("/api/v1/workspaces/:workspace/billing/invoices/:invoice.xml", {
    summary:
      "Download an invoice or credit note as e-invoice (EN 16931). A draft and an invoice without billing details have none",
    access: can("billing.view", "workspace"),
    query: z.strictObject({ format: z.enum(eInvoiceFormats).default("ubl") }),
    responseFileType: "application/xml",
    response: fileDownload,
  }),
  historyNotice: get("/api/v1/workspaces/:workspace/billing/history/:entry/notice", {
    summary:
      "Download the document of a movement of the balance as PDF: its receipt, invoice or credit note",
    access: can("billing.view", "workspace"),
    responseFileType: "application/pdf",
    response: fileDownload,
  }),
});
