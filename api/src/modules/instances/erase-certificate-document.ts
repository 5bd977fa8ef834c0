/** The erase certificate as a document: one HTML file without references, the same bytes each time, to read and print. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { EraseCertificate } from "#contracts/erase-certificate.ts";
import type { Locale } from "#contracts/locale.ts";
import { mailTranslations } from "../mail/translations.ts";

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; color: #14201c; background: #fff; max-width: 46rem; margin: 3rem auto; padding: 0 1.5rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.5rem; margin: 2rem 0 }
dt { color: #52605a }
dd { margin: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; margin: 2rem 0 }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #d5ddd9 }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
@page { margin: 2cm }
@media print { body { margin: 0; max-width: none; padding: 0 } }
`;

export function renderEraseCertificate(
  certificate: EraseCertificate,
  workspace: string,
  locale: Locale,
): string {
  const i18n = mailTranslations[locale];
  const t = (message: MessageDescriptor): string => escape(i18n._(message));
  const date = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  const at = (time: string) =>
    `<time datetime="${escape(time)}">${escape(date.format(new Date(time)))} UTC</time>`;
  const { instance, disks } = certificate;
  const facts: readonly (readonly [string, string])[] = [
    [t(msg`Workspace`), escape(workspace)],
    [t(msg`Instance`), escape(instance.hostname)],
    [t(msg`Instance ID`), `<code>${escape(instance.id)}</code>`],
    [t(msg`Product`), escape(certificate.product)],
    [t(msg`Region`), escape(certificate.region)],
    [t(msg`Erasure requested`), at(certificate.requestedAt)],
    [t(msg`Erasure confirmed`), at(certificate.finishedAt)],
    [t(msg`SHA-256 of the serial numbers`), `<code>${escape(certificate.serialsSha256)}</code>`],
    [t(msg`Certificate ID`), `<code>${escape(certificate.id)}</code>`],
  ];
  const rows = disks.map(
    ({ device, method, finishedAt }) =>
      `<tr><td><code>${escape(device)}</code></td><td><code>${escape(method)}</code></td><td>${at(finishedAt)}</td></tr>`,
  );
  const title = t(msg`Erase certificate`);
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escape(instance.hostname)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t(msg`Every disk that this instance used is erased. Nothing that was stored on them can be read again.`)}</p>
<dl>
${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("\n")}
</dl>
<table>
<thead><tr><th scope="col">${t(msg`Disk`)}</th><th scope="col">${t(msg`Method`)}</th><th scope="col">${t(msg`Finished`)}</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
<p>${t(msg`The serial numbers are sorted and joined by line feeds before they are hashed.`)}</p>
</main>
</body>
</html>
`;
}
