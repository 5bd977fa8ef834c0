/** A mail with files of a document. It is composed when it is sent, like every mail. */
import { z } from "zod";
import { Locale } from "#contracts/locale.ts";
import type { Database } from "../../../core/db/db.ts";
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { listAttachments } from "./delivery-store.ts";

export const documentMail = defineJob(
  "billing.mail_document",
  z.object({
    to: z.string(),
    /** A name in mail-templates.ts. */
    template: z.string().max(64),
    locale: Locale,
    timezone: z.string().optional(),
    values: z.record(z.string(), z.unknown()),
    workspaceId: z.uuid(),
    /** Invoice, credit note, or entry of the history. */
    subjectId: z.uuid(),
  }),
);

const types = { pdf: "application/pdf", ubl: "application/xml", cii: "application/xml" } as const;

export const documentMailJob = job(
  documentMail,
  async (
    { db, mail }: { readonly db: Database; readonly mail: Mailer },
    { to, workspaceId, subjectId, ...content },
  ) => {
    const files = await db.withSystemRole(
      "a mail of billing attaches files of its workspace",
      (tx) => listAttachments(tx, workspaceId, subjectId),
    );
    // Loaded with the first mail, because every process knows this job and few send one.
    const { renderEmail } = await import("../../mail/render-email.ts");
    await mail.send({
      to,
      ...(await renderEmail(content)),
      attachments: files.map(({ name, format, bytes }) => ({ name, type: types[format], bytes })),
    });
  },
);
