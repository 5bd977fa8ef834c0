/** Mails in every language that ships. Values are escaped; names lose what a mail client would make a link. */
import type { Locale } from "#contracts/locale.ts";
import type { EmailPayload } from "./send-email.ts";
import type { EmailTemplate } from "./email-template.ts";
import { actionEmails } from "./action-emails.ts";
import { membershipEmails } from "./membership-emails.ts";
import { isNotification, notificationEmail } from "./notification-emails.ts";

type Template = EmailPayload["template"];
type Values = Readonly<Record<string, string>>;

/** Ours, and not what somebody wrote: they stand as they are. */
const trustedValues = new Set(["link", "freezeLink", "at", "ip"]);
const placeholder = /\{(\w+)\}/g;

const staticTemplates = { ...actionEmails, ...membershipEmails };
const findTemplate = (template: Template, locale: Locale): EmailTemplate =>
  isNotification(template)
    ? notificationEmail(template, locale)
    : staticTemplates[template][locale];

export function renderEmail(template: Template, locale: Locale, values: Values) {
  const letter = findTemplate(template, locale);
  const paragraphs = letter.paragraphs.filter((paragraph) =>
    [...paragraph.matchAll(placeholder)].every(([, name = ""]) => name in values),
  );
  const html = paragraphs
    .map((paragraph) =>
      paragraph === "{link}"
        ? button(fill(paragraph, values), letter.button)
        : `<p>${fillHtml(paragraph, values)}</p>`,
    )
    .join("\n");
  return {
    subject: fill(letter.subject, values),
    text: `${paragraphs.map((paragraph) => fill(paragraph, values)).join("\n\n")}\n`,
    html: htmlDocument(locale, html),
  };
}

const fill = (text: string, values: Values): string =>
  text.replace(placeholder, (_, name: string) => placeholderValue(name, values));

const fillHtml = (text: string, values: Values): string =>
  escapeHtml(text).replace(placeholder, (_, name: string) => {
    const value = escapeHtml(placeholderValue(name, values));
    return name === "freezeLink" ? `<a href="${value}">${value}</a>` : value;
  });

const placeholderValue = (name: string, values: Values): string =>
  trustedValues.has(name) ? (values[name] ?? "") : neutralizeLinks(values[name] ?? "");

/** A person's name cannot break a header, and cannot pose as a link: mail clients make one of `evil.example` too. */
const neutralizeLinks = (value: string): string =>
  value
    .replace(/[\r\n]+/g, " ")
    .replace(/https?:\/\/\S*|www\.\S*/gi, "…")
    .replace(/[.@:/](?=\S)/g, "$& ");

const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ??
      character,
  );

const button = (link: string, label: string) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#0b6b4c;color:#ffffff;padding:10px 16px;border-radius:6px;text-decoration:none;font-weight:600">${label}</a></p><p style="color:#5a6b62;font-size:13px;word-break:break-all">${escapeHtml(link)}</p>`;

const htmlDocument = (locale: Locale, content: string) =>
  `<!doctype html><html lang="${locale}"><body style="margin:0;padding:24px;background:#f6f8f6;color:#13201a;font:15px/22px system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #e1e8e3;border-radius:10px;padding:24px">${content}</div></body></html>`;
