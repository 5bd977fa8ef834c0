/** The thread that renders documents: fonts and the libraries of PDF and e-invoices are loaded here only. */
import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { DocumentData, type RenderedFiles } from "./document-data.ts";
import { toFacturX } from "./e-invoice/factur-x.ts";
import { writeEInvoices } from "./e-invoice/write-e-invoices.ts";
import { renderInvoicePdf } from "./pdf/invoice-pdf.ts";
import { renderReceiptPdf } from "./pdf/receipt-pdf.ts";

const Request = z.object({ id: z.int(), data: DocumentData });

async function render(data: DocumentData): Promise<RenderedFiles> {
  if (data.kind === "receipt")
    return { pdf: Uint8Array.from(await renderReceiptPdf(data)), eInvoices: null };
  const eInvoices = await writeEInvoices(data);
  const attachment = eInvoices === null ? null : toFacturX(eInvoices.cii);
  return { pdf: Uint8Array.from(await renderInvoicePdf(data, attachment)), eInvoices };
}

async function respond(message: unknown): Promise<void> {
  const { id, data } = Request.parse(message);
  try {
    parentPort?.postMessage({ id, files: await render(data) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on("message", (message: unknown) => void respond(message));
