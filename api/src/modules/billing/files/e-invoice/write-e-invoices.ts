/** Writes an invoice as EN 16931 in both syntaxes. */
import { InvoiceService } from "@e-invoice-eu/core";
import type { InvoiceData, RenderedFiles } from "../document-data.ts";
import { endpointPlaceholder, toEn16931 } from "./to-en16931.ts";

const silent = () => undefined;
// Its messages quote the invoice.
const service = new InvoiceService({ log: silent, warn: silent, error: silent });

async function write(
  data: InvoiceData,
  buyer: NonNullable<InvoiceData["invoice"]["buyer"]>,
  format: "UBL" | "CII",
) {
  // The library changes the object that it gets.
  const xml = await service.generate(toEn16931(data, buyer), {
    format,
    lang: "en",
    noWarnings: true,
  });
  if (typeof xml !== "string") throw new Error(`${format} is no text`);
  const clean = withoutAdditions(xml);
  return format === "CII" ? withPrecedingInvoice(clean, data) : clean;
}

/** Elements that the library adds although EN 16931 does not ask for them: they claim an address and a process of Peppol. */
const additions = [
  { name: "cbc:EndpointID", content: endpointPlaceholder },
  { name: "ram:URIUniversalCommunication", content: endpointPlaceholder },
  { name: "cbc:ProfileID", content: "urn:fdc:peppol.eu:" },
  { name: "ram:BusinessProcessSpecifiedDocumentContextParameter", content: "urn:fdc:peppol.eu:" },
];

function withoutAdditions(xml: string): string {
  const clean = additions.reduce(withoutElements, xml);
  if (clean.includes(endpointPlaceholder) || clean.includes("peppol"))
    throw new Error("An e-invoice has an addition that is not known");
  return clean;
}

/** Without the elements of this name that have this content, and the space before them. */
function withoutElements(
  xml: string,
  { name, content }: { name: string; content: string },
): string {
  const end = `</${name}>`;
  const [head = "", ...parts] = xml.split(`<${name}`);
  return parts.reduce((text, part) => {
    const at = part.indexOf(end);
    return part.slice(0, at).includes(content)
      ? text.trimEnd() + part.slice(at + end.length)
      : `${text}<${name}${part}`;
  }, head);
}

const summationEnd = "</ram:SpecifiedTradeSettlementHeaderMonetarySummation>";

/** The library writes the invoice that a credit note credits (BG-3) in UBL only. */
function withPrecedingInvoice(cii: string, { invoice, creditedIssuedAt }: InvoiceData): string {
  if (invoice.credits === null) return cii;
  if (cii.includes("<ram:InvoiceReferencedDocument>")) return cii;
  const date = creditedIssuedAt?.slice(0, 10).replaceAll("-", "");
  const issued =
    date === undefined
      ? ""
      : `<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${date}</qdt:DateTimeString></ram:FormattedIssueDateTime>`;
  const reference = `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${invoice.credits.number}</ram:IssuerAssignedID>${issued}</ram:InvoiceReferencedDocument>`;
  return cii.replace(summationEnd, `${summationEnd}\n${reference}`);
}

/** Null without a buyer, whom an e-invoice has to name. @throws when the invoice breaks the schema of EN 16931. */
export async function writeEInvoices(data: InvoiceData): Promise<RenderedFiles["eInvoices"]> {
  const { buyer } = data.invoice;
  if (buyer === null) return null;
  return { ubl: await write(data, buyer, "UBL"), cii: await write(data, buyer, "CII") };
}
