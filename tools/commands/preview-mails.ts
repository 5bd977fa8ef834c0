/** Writes every mail in every language into dist/mails, to be looked at in a browser. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locales } from "#contracts/locale.ts";
import { mailTemplates } from "#api/modules/mail/mail-templates.ts";
import { renderEmail } from "#api/modules/mail/render-email.ts";
import { mailValues } from "#api/testing/mail-values.ts";
import { root } from "../lib/run-command.ts";

const folder = join(root, "dist/mails");
mkdirSync(folder, { recursive: true });
for (const template of Object.keys(mailTemplates))
  for (const locale of locales) {
    const mail = await renderEmail({ template, locale, values: mailValues() });
    writeFileSync(join(folder, `${template}.${locale}.html`), mail.html);
    writeFileSync(join(folder, `${template}.${locale}.txt`), `${mail.subject}\n\n${mail.text}`);
  }
console.log(`The mails are in ${folder}`);
