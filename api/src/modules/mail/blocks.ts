/** The elements of an email. Each renders its message in the locale of the surrounding provider. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { useLingui } from "@lingui/react";
import { Button } from "@react-email/button";
import { Text } from "@react-email/text";
import { createElement, Fragment, type ReactNode } from "react";
import { styles } from "./styles.ts";

/** Elements with this attribute are left out of the plain text. */
export const htmlOnly = { "data-skip-in-text": "true" };

export const greeting = (firstName: string): MessageDescriptor => msg`Hi ${{ firstName }},`;

export const paragraph = (message: MessageDescriptor): ReactNode =>
  createElement(Paragraph, { message });

/** `url` is a value of the message; its occurrence becomes a link. */
export const paragraphWithLink = (message: MessageDescriptor, url: string): ReactNode =>
  createElement(Paragraph, { message, url });

/** Short facts, one a line; null is left out. */
export const facts = (messages: readonly (MessageDescriptor | null)[]): ReactNode =>
  createElement(FactLines, { messages: messages.filter((message) => message !== null) });

/** A button, followed by the same URL as text. */
export const button = (message: MessageDescriptor, url: string): ReactNode =>
  createElement(ButtonWithLink, { message, url });

/** A code that the user types in. */
export const codeBlock = (text: string): ReactNode =>
  createElement(Text, { className: "code", style: styles.code }, text);

function Paragraph({ message, url }: { message: MessageDescriptor; url?: string }): ReactNode {
  const { i18n } = useLingui();
  const [before, after] = url === undefined ? [] : i18n._(message).split(url);
  const content =
    url === undefined || after === undefined
      ? [i18n._(message)]
      : [before, createElement(PlainLink, { url }), after];
  return createElement(Text, { className: "text", style: styles.text }, ...content);
}

function FactLines({ messages }: { messages: readonly MessageDescriptor[] }): ReactNode {
  const { i18n } = useLingui();
  return createElement(
    Text,
    { className: "facts", style: styles.facts },
    ...messages.flatMap((message, position) =>
      position === 0 ? [i18n._(message)] : [createElement("br"), i18n._(message)],
    ),
  );
}

function ButtonWithLink({ message, url }: { message: MessageDescriptor; url: string }): ReactNode {
  const { i18n } = useLingui();
  return createElement(
    Fragment,
    null,
    createElement(
      "div",
      { style: styles.buttonRow },
      createElement(
        Button,
        { href: url, className: "button", style: styles.button },
        i18n._(message),
      ),
    ),
    createElement(
      Text,
      { className: "muted", style: styles.muted, ...htmlOnly },
      createElement(PlainLink, { url }),
    ),
  );
}

const PlainLink = ({ url }: { url: string }): ReactNode =>
  createElement("a", { href: url, className: "link", style: styles.link }, url);
