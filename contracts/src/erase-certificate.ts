/** The certificate that the disks of a bare-metal instance are erased. */
import { z } from "zod";
import { can, defineEndpoints, fileDownload, get, Id, Timestamp } from "./endpoint.ts";

export const EraseCertificate = z.object({
  id: Id,
  instance: z.object({ id: Id, hostname: z.string() }),
  product: z.string(),
  region: z.string(),
  requestedAt: Timestamp,
  /** When the last disk was known to be erased. */
  finishedAt: Timestamp,
  disks: z.array(
    z.object({
      /** `nvme0n1` */
      device: z.string(),
      /** As the installer reports it, such as `nvme_sanitize` or `overwrite`. */
      method: z.string(),
      finishedAt: Timestamp,
    }),
  ),
  /** SHA-256 of the serial numbers of the disks, sorted and joined by line feeds, in hexadecimal. */
  serialsSha256: z.string(),
});
export type EraseCertificate = z.infer<typeof EraseCertificate>;

export const eraseCertificates = defineEndpoints("eraseCertificates", {
  view: get("/api/v1/workspaces/:workspace/instances/:instance/erase-certificate", {
    summary: "Get the certificate that the disks of a bare-metal instance are erased",
    access: can("instance.view", "instance"),
    response: EraseCertificate,
  }),
  document: get("/api/v1/workspaces/:workspace/instances/:instance/erase-certificate/document", {
    summary: "Download the erase certificate as a document to print, in the language of the user",
    access: can("instance.view", "instance"),
    responseFileType: "text/html",
    response: fileDownload,
  }),
});
