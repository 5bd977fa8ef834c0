/** Renders an email from its template: subject, HTML, and plain text derived from the HTML. */
import type { I18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, toPlainText } from "@react-email/render";
import { createElement } from "react";
import { z } from "zod";
import type { Locale } from "#contracts/locale.ts";
import type { MailFormat, MailTemplate } from "./define-mail.ts";
import { MailLayout } from "./layout.ts";
import { mailTemplates } from "./mail-templates.ts";
import { mailTranslations } from "./translations.ts";

export interface MailToRender {
  readonly template: string;
  readonly locale: Locale;
  /** IANA name. Dates are in UTC without it. */
  readonly timezone?: string | undefined;
  readonly values: unknown;
}

const templates = new Map<string, MailTemplate>(Object.entries(mailTemplates));

/** @throws when there is no such template, or when its values are missing or malformed. */
export async function renderEmail({
  template: name,
  locale,
  timezone = "UTC",
  values,
}: MailToRender) {
  const template = templates.get(name);
  if (template === undefined) throw new Error("There is no mail template of this name");
  const i18n = mailTranslations[locale];
  const content = template.compose(values, createFormat(i18n, timezone));
  const html = await render(
    createElement(I18nProvider, { i18n }, createElement(MailLayout, { locale, content })),
  );
  return { subject: i18n._(content.subject), text: `${toPlainText(html)}\n`, html };
}

const isoTimestamp = z.iso.datetime();

const createFormat = (i18n: I18n, timeZone: string): MailFormat => ({
  message: (message) => i18n._(message),
  dateTime: (timestamp) =>
    isoTimestamp.safeParse(timestamp).success
      ? new Intl.DateTimeFormat(i18n.locale === "en" ? "en-US" : i18n.locale, {
          day: "numeric",
          month: "long",
          year: "numeric",
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
          timeZone,
          timeZoneName: "short",
        }).format(new Date(timestamp))
      : timestamp,
});
