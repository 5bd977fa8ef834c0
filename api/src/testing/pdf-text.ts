/** Reads a PDF as its readers do. */
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The text of each page, with a space between two pieces, and the files that are attached. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    const pieces = content.items.map((item) => ("str" in item ? item.str : ""));
    pages.push(pieces.join(" ").replace(/\s+/g, " "));
  }
  const attached = new Map<string, string>();
  for (const name of (await document.getAttachments())?.keys() ?? []) {
    const content: unknown = await document.getAttachmentContent(name);
    if (content instanceof Uint8Array) attached.set(name, new TextDecoder().decode(content));
  }
  await task.destroy();
  return { pages, text: pages.join(" "), attached };
}
