/** Handlers of erase certificates. */
import type { api } from "#contracts/api.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import type { Tx } from "../../core/db/db.ts";
import { renderEraseCertificate } from "./erase-certificate-document.ts";
import { findEraseCertificate } from "./erase-certificate-store.ts";
import type { InstanceRow } from "./store.ts";

async function getCertificate(tx: Tx, instance: InstanceRow) {
  const certificate = await findEraseCertificate(tx, instance);
  if (certificate === null) throw new ProblemError("not_found");
  return certificate;
}

export const eraseCertificateHandlers: Handlers<typeof api.eraseCertificates> = {
  view: ({ tx, instance }) => getCertificate(tx, instance),

  document: async ({ tx, instance, workspace, caller }) => {
    const certificate = await getCertificate(tx, instance);
    const html = renderEraseCertificate(certificate, workspace.handle, caller.user.locale);
    return {
      name: `erase-certificate-${instance.hostname}.html`,
      bytes: new TextEncoder().encode(html),
    };
  },
};
