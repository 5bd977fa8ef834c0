/** The layout of every email: one card of at most 600 pixels. */
import { useLingui } from "@lingui/react";
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import { createElement, type ReactNode } from "react";
import { companyBrand } from "#contracts/brand.ts";
import type { Locale } from "#contracts/locale.ts";
import { htmlOnly, paragraph } from "./blocks.ts";
import type { MailContent } from "./define-mail.ts";
import { styles, styleSheet } from "./styles.ts";

export function MailLayout({
  locale,
  content: { subject, greeting, lead, body },
}: {
  locale: Locale;
  content: MailContent;
}): ReactNode {
  const { i18n } = useLingui();
  const title = i18n._(subject);
  return createElement(
    Html,
    { lang: locale },
    createElement(
      Head,
      null,
      createElement("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      createElement("meta", { name: "color-scheme", content: "light dark" }),
      createElement("meta", { name: "supported-color-schemes", content: "light dark" }),
      createElement("title", null, title),
      createElement("style", { dangerouslySetInnerHTML: { __html: styleSheet } }),
    ),
    createElement(
      Body,
      { className: "page", style: styles.page },
      createElement(Preview, null, previewText(i18n._(lead), locale)),
      createElement(
        Container,
        { style: styles.container },
        createElement(
          Text,
          { className: "brand", style: styles.brand, ...htmlOnly },
          companyBrand.name,
        ),
        createElement(
          Card,
          null,
          createElement("h1", { className: "heading", style: styles.heading, ...htmlOnly }, title),
          paragraph(greeting),
          paragraph(lead),
          ...body,
        ),
        createElement(
          Text,
          { className: "muted", style: styles.footer, ...htmlOnly },
          companyBrand.company,
        ),
      ),
    ),
  );
}

/** A cell of a table, because Outlook ignores the padding of other elements. */
const Card = ({ children }: { children?: ReactNode }): ReactNode =>
  createElement(
    "table",
    {
      role: "presentation",
      width: "100%",
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: styles.container,
    },
    createElement(
      "tbody",
      null,
      createElement(
        "tr",
        null,
        createElement("td", { className: "card", style: styles.card }, children),
      ),
    ),
  );

/** A German lead starts in lower case after the greeting, but the inbox preview shows it alone. */
const previewText = (lead: string, locale: Locale): string =>
  lead.charAt(0).toLocaleUpperCase(locale) + lead.slice(1);
