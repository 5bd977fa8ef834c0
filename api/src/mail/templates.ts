/** The texts of mails in every language that ships. Values are escaped; names lose what a mail client would make a link. */
import type { Locale } from "#contracts/auth.ts";
import type { Tasks } from "../core/jobs.ts";

type Template = Tasks["mail.send"]["template"];

interface Letter {
  subject: string;
  /** Paragraphs; the one that is only `{link}` becomes the button. */
  paragraphs: string[];
  button: string;
}

const letters: Record<Template, Record<Locale, Letter>> = {
  "verify-email": {
    en: {
      subject: "Confirm your e-mail address",
      paragraphs: [
        "Hello {firstName},",
        "one step is left before you can sign in: confirm that this address is yours.",
        "{link}",
        "The link works for 24 hours. If you did not sign up, you need do nothing: without the confirmation the account is deleted after a week.",
      ],
      button: "Confirm the address",
    },
    de: {
      subject: "Bestätigen Sie Ihre E-Mail-Adresse",
      paragraphs: [
        "Guten Tag {firstName},",
        "ein Schritt fehlt noch, bevor Sie sich anmelden können: Bestätigen Sie, dass diese Adresse Ihnen gehört.",
        "{link}",
        "Der Link gilt 24 Stunden. Wenn Sie sich nicht registriert haben, müssen Sie nichts tun: Ohne Bestätigung wird das Konto nach einer Woche gelöscht.",
      ],
      button: "Adresse bestätigen",
    },
  },
  "already-registered": {
    en: {
      subject: "You already have an account",
      paragraphs: [
        "Hello {firstName},",
        "somebody tried to sign up with this address, which already has an account. If it was you, just sign in.",
        "{link}",
        "If it was not you, nothing has changed and you need do nothing.",
      ],
      button: "Sign in",
    },
    de: {
      subject: "Sie haben bereits ein Konto",
      paragraphs: [
        "Guten Tag {firstName},",
        "jemand wollte sich mit dieser Adresse registrieren, die schon ein Konto hat. Waren Sie es, melden Sie sich einfach an.",
        "{link}",
        "Waren Sie es nicht, hat sich nichts geändert, und Sie müssen nichts tun.",
      ],
      button: "Anmelden",
    },
  },
};

export function writeMail(
  template: Template,
  locale: Locale,
  values: Readonly<Record<string, string>>,
) {
  const letter = letters[template][locale];
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => tame(values[name] ?? "", name === "link"));
  const plain = letter.paragraphs.map(fill).join("\n\n");
  const html = letter.paragraphs
    .map((paragraph) =>
      paragraph === "{link}"
        ? button(fill(paragraph), letter.button)
        : `<p>${escape(fill(paragraph))}</p>`,
    )
    .join("\n");
  return { subject: fill(letter.subject), text: `${plain}\n`, html: page(locale, html) };
}

/** A person's name cannot break a header, and cannot pose as a link: mail clients make one of `evil.example` too. */
const tame = (value: string, isLink: boolean) =>
  isLink
    ? value
    : value
        .replace(/[\r\n]+/g, " ")
        .replace(/https?:\/\/\S*|www\.\S*/gi, "…")
        .replace(/[.@:/](?=\S)/g, "$& ");

const escape = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ??
      character,
  );

const button = (link: string, label: string) =>
  `<p style="margin:24px 0"><a href="${escape(link)}" style="background:#0b6b4c;color:#ffffff;padding:10px 16px;border-radius:6px;text-decoration:none;font-weight:600">${label}</a></p><p style="color:#5a6b62;font-size:13px;word-break:break-all">${escape(link)}</p>`;

const page = (locale: Locale, content: string) =>
  `<!doctype html><html lang="${locale}"><body style="margin:0;padding:24px;background:#f6f8f6;color:#13201a;font:15px/22px system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #e1e8e3;border-radius:10px;padding:24px">${content}</div></body></html>`;
