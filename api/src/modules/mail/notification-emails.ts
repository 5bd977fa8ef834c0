/** What people are told about their account: each in one frame that says when and from where, and how to lock the account. */
import type { Locale } from "#contracts/locale.ts";
import type { NotificationKind } from "./send-email.ts";
import type { EmailTemplate } from "./email-template.ts";
import { type NotificationText, notificationTexts } from "./notification-texts.ts";

const frames = {
  en: {
    hello: "Hi {firstName},",
    when: "Time: {at}",
    device: "Device: {device}",
    ip: "IP address: {ip}",
    freeze:
      "If this wasn't you, lock your account right away. This link is valid for 7 days: {freezeLink}",
  },
  de: {
    hello: "Hallo {firstName},",
    when: "Zeitpunkt: {at}",
    device: "Gerät: {device}",
    ip: "IP-Adresse: {ip}",
    freeze:
      "Wenn Sie das nicht waren, sperren Sie Ihr Konto sofort. Dieser Link ist 7 Tage gültig: {freezeLink}",
  },
} as const satisfies Record<Locale, object>;

function withFrame(
  locale: Locale,
  { subject, paragraphs, button }: NotificationText,
): EmailTemplate {
  const { hello, when, device, ip, freeze } = frames[locale];
  return {
    subject,
    paragraphs: [
      hello,
      ...paragraphs,
      ...(button === undefined ? [] : ["{link}"]),
      when,
      device,
      ip,
      freeze,
    ],
    button: button ?? "",
  };
}

export const isNotification = (template: string): template is NotificationKind =>
  template in notificationTexts;

export const notificationEmail = (kind: NotificationKind, locale: Locale): EmailTemplate =>
  withFrame(locale, notificationTexts[kind][locale]);
